const ADDRESS = /(https?:\/\/[^\s<>]+)/;
/**
 * Matches a mark at the edge of a word, and the start of a mention (`<users/all>`), labelled link, quote or list item.
 */
const MARKS = /(?<![A-Za-z0-9])[*_~`]|[*_~`](?![A-Za-z0-9])|<|^(?=[>-] ?)/gm;

/**
 * Makes Google Chat show the text literally. It has no escape character, so invisible characters next to each mark stop
 * it from formatting the text or mentioning anyone (developers.google.com/workspace/chat/format-messages). URLs stay
 * unchanged.
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
