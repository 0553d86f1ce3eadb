let segmenter: Intl.Segmenter | undefined;

/** Creates the segmenter on first use, because loading its tables takes a tenth of a function's start time. */
const segments = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

/** Returns the beginning of a text, with at most `count` graphemes. */
export function firstGraphemes(text: string, count: number): string {
  const limit = Math.max(0, Math.floor(count));
  // A grapheme has at least one unit.
  if (text.length <= limit) return text;
  // ASCII needs no segmenter. Check one more unit, because it could be part of the last grapheme.
  const head = text.slice(0, limit + 1);
  if (/^[\x20-\x7e\n]*$/.test(head)) return head.slice(0, limit);
  let end = 0;
  let seen = 0;
  for (const { index, segment } of segments(text)) {
    if (seen === limit) break;
    end = index + segment.length;
    seen++;
  }
  return text.slice(0, end);
}

export const countGraphemes = (text: string): number => (text.length <= 1 ? text.length : [...segments(text)].length);

/**
 * Number of units that are segmented around a cut. Whole texts are not segmented, because older engines take quadratic
 * time for long ones.
 */
const WINDOW = 128;

/**
 * Returns the last offset after `from`, up to `at`, at which a cut doesn't split a grapheme. Returns `from` if there is
 * none.
 * @param from an offset that is known to be a boundary
 */
export function graphemeBoundary(text: string, at: number, from: number): number {
  if (at >= text.length) return text.length;
  // There is a grapheme boundary between any two Latin characters, except CR and LF.
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (before < 0x300 && after < 0x300 && !(before === 0x0d && after === 0x0a)) return at;
  let start = Math.max(from, at - WINDOW);
  if (start > from && (text.charCodeAt(start) & 0xfc00) === 0xdc00) start--;
  // A flag is a pair of regional letters, counted from the start of their sequence. The window must not begin within
  // it.
  while (start - 2 >= from && isRegional(text, start) && isRegional(text, start - 2)) start -= 2;
  let boundary = start;
  for (const { index, segment } of segments(text.slice(start, at + WINDOW))) {
    const end = start + index + segment.length;
    if (end > at) break;
    boundary = end;
    if (end === at) break;
  }
  return boundary;
}

/** True for one of the letters that make up flags, U+1F1E6 to U+1F1FF. */
function isRegional(text: string, at: number): boolean {
  const low = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 0xd83c && low >= 0xdde6 && low <= 0xddff;
}
