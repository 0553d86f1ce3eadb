import { MASK, withoutSecretsInRaw } from '#contract/secret-values';
import type { InvocationContent, InvocationSummary } from '../model/invocation.ts';

/** Numbers of characters shown before and after a match. Few come before it, so lists do not cut off the match. */
const BEFORE = 30;
const BEHIND = 90;

/** A search for one text. Both methods return the text around the first match, or undefined. */
export interface TextMatcher {
  /** Searches the summary, which lists load anyway. */
  inSummary(summary: InvocationSummary): string | undefined;
  /** Searches the body and the headers. */
  inContent(content: InvocationContent): string | undefined;
}

/**
 * Searches calls for a text, ignoring case. In JSON, the text is also found if its non-ASCII characters are escaped.
 */
export const textMatcher = (text: string): TextMatcher => {
  const wanted = [...new Set([text, escaped(text)])].map((each) => each.toLowerCase());
  const find = (haystack: string): string | undefined => {
    const low = haystack.toLowerCase();
    for (const needle of wanted) {
      const at = low.indexOf(needle);
      // Lower-casing can change the length of rare characters, which then shifts the excerpt slightly.
      if (at >= 0) return excerpt(haystack, at, needle);
    }
    return undefined;
  };
  return {
    inSummary: ({ id, ip, query, preview, headline }) =>
      find(preview) ?? find(query) ?? find(headline?.title ?? '') ?? find(ip) ?? find(id),
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

/**
 * Characters around a match that are searched for secrets. A secret may be recognisable only by its name, which comes
 * before it.
 */
const AROUND = 2000;

/** Returns a match with the text around it, without secrets. */
const excerpt = (text: string, at: number, needle: string): string => {
  const from = Math.max(0, at - AROUND);
  const [head, tail] = [text.slice(from, at), text.slice(at, at + needle.length + AROUND)];
  const clean = withoutSecretsInRaw(head + tail);
  // A match inside a secret is masked. The excerpt then shows the mask.
  const found = clean === head + tail ? head.length : clean.toLowerCase().lastIndexOf(needle, head.length);
  const place = found >= 0 ? found : Math.max(0, clean.lastIndexOf(MASK, head.length));
  const start = Math.max(0, place - BEFORE);
  const end = Math.min(clean.length, place + needle.length + BEHIND);
  const part = clean.slice(start, end).replace(/\s+/g, ' ').toWellFormed();
  const isCutBefore = start > 0 || from > 0;
  const isCutBehind = end < clean.length || at + needle.length + AROUND < text.length;
  return `${isCutBefore ? '…' : ''}${part}${isCutBehind ? '…' : ''}`;
};
