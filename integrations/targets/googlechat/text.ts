const ADDRESS = /(https?:\/\/[^\s<>]+)/;
/** A mark at the edge of a word, and the start of a mention (`<users/all>`) or a labelled link. */
const MARKS = /(?<![A-Za-z0-9])[*_~`]|[*_~`](?![A-Za-z0-9])|<|^(?=[>-] ?)/gm;

/**
 * The unchanged text: invisible characters next to each mark stop Google Chat from formatting it or mentioning anyone
 * (developers.google.com/workspace/chat/format-messages). It has no escape character. URLs stay untouched.
 */
export const literal = (text: string): string =>
  text
    .split(ADDRESS)
    .map((piece, at) => (at % 2 ? piece : piece.replace(MARKS, inert)))
    .join('')
    .toWellFormed();

const inert = (mark: string): string => {
  if (mark === '') return '\u200b';
  return mark === '<' ? '<\u200b' : `\ufeff${mark}\ufeff`;
};
