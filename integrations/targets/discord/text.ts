const URL_OR_REST = /(https?:\/\/[^\s<>]+)|([\s\S])/g;
/** Begin Markdown, a masked link, a mention or a time stamp anywhere in a line … */
const ANYWHERE = /[\\*_~`|[\]()<]/;
/** … or at its start (quotes, headings, lists). */
const AT_LINE_START = /[>#+-]/;

/**
 * The text, escaped so Discord shows it unchanged. Addresses stay untouched, because a backslash in one would break the
 * link; nothing in an address can mention anyone.
 */
export const escapeMarkdown = (text: string): string => {
  let atLineStart = true;
  return text.replace(URL_OR_REST, (match, url: string | undefined) => {
    const special = url === undefined && (ANYWHERE.test(match) || (atLineStart && AT_LINE_START.test(match)));
    atLineStart = match === '\n' || (atLineStart && (match === ' ' || match === '\t'));
    return special ? `\\${match}` : match;
  });
};
