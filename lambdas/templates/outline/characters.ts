/**
 * Matches invisible control characters, and marks that change the writing direction, which could show `gpj.exe` as
 * `exe.jpg`. Does not match line breaks, tabs, or zero-width joiners, which scripts and emoji need.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

/** Removes invisible control characters from a text, and converts its line breaks to `\n`. */
export const visible = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNSEEN, '');

/** Puts a text on one line. */
export const oneLine = (text: string): string => visible(text).replace(/\s+/g, ' ').trim();

/** True if a text contains `part` as whole words. */
export function holdsWords(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + part.length]];
    if (!(isWordSign(before) && isWordSign(part[0])) && !(isWordSign(after) && isWordSign(part.at(-1)))) return true;
  }
  return false;
}

const isWordSign = (sign = '') => /[\p{L}\p{N}-]/u.test(sign);
