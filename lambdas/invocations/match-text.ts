import type { InvocationContent, InvocationSummary } from './invocation.ts';

/** How much of the text around a match is shown, in characters: little before it, so that it is not cut off in a list. */
const BEFORE = 30;
const BEHIND = 90;

/** Both answer the text around the first match, or undefined. */
export interface TextMatcher {
  /** In what lists show of a call anyway, which costs nothing more to read. */
  inSummary(summary: InvocationSummary): string | undefined;
  /** In its body and headers. */
  inContent(content: InvocationContent): string | undefined;
}

/** Looks for a text in calls; case is ignored. In JSON it is also found where its sender escaped what is not ASCII. */
export const textMatcher = (text: string): TextMatcher => {
  const wanted = [...new Set([text, escaped(text)])].map((each) => each.toLowerCase());
  const find = (haystack: string): string | undefined => {
    const low = haystack.toLowerCase();
    for (const needle of wanted) {
      const at = low.indexOf(needle);
      // Lower-casing may change lengths in rare scripts; the excerpt is off by as much then, and nothing depends on it.
      if (at >= 0) return excerpt(haystack, at, needle.length);
    }
    return undefined;
  };
  return {
    inSummary: ({ id, ip, query, preview }) => find(preview) ?? find(query) ?? find(ip) ?? find(id),
    inContent: ({ body, headers }) => {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      return (
        find(bytes.toString('utf8')) ??
        find(
          Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n'),
        )
      );
    },
  };
};

const escaped = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const excerpt = (text: string, at: number, length: number): string => {
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + length + BEHIND);
  const part = text.slice(start, end).replace(/\s+/g, ' ').toWellFormed();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
};
