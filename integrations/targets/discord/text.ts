const URL_OR_REST = /(https?:\/\/[^\s<>[\]\\]+)|([\s\S])/g;
/** Characters that start Markdown, a masked link, a mention or a timestamp anywhere in a line. */
const ANYWHERE = /[\\*_~`|[\]()<]/;
/** Characters that start Markdown only at the beginning of a line (quotes, headings, lists). */
const AT_LINE_START = /[>#+-]/;

/**
 * Escapes a text, so Discord shows it unchanged. URLs are not escaped, because a backslash would break them and they
 * can't mention anyone.
 */
export const escapeMarkdown = (text: string): string => {
  let atLineStart = true;
  return text.replace(URL_OR_REST, (match, url: string | undefined) => {
    const special = url === undefined && (ANYWHERE.test(match) || (atLineStart && AT_LINE_START.test(match)));
    atLineStart = match === '\n' || (atLineStart && (match === ' ' || match === '\t'));
    return special ? `\\${match}` : match;
  });
};
