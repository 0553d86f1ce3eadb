let segmenter: Intl.Segmenter | undefined;

/** Created on first use, because loading its tables takes a tenth of a function's start. */
const segments = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

/** The beginning of a text with at most `count` grapheme clusters. */
export function firstGraphemes(text: string, count: number): string {
  const limit = Math.max(0, Math.floor(count));
  // A cluster has at least one unit.
  if (text.length <= limit) return text;
  // Plain text needs no segmenter. The next unit could still join the last cluster, so one more is read.
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

/** Units checked before a cut: segmenting is quadratic on long texts in older engines. */
const WINDOW = 128;

/**
 * The last place in (from, at] where a text may be cut without breaking a grapheme cluster; `from` when there is none.
 * @param from a place where the text may be cut for sure
 */
export function graphemeBoundary(text: string, at: number, from: number): number {
  if (at >= text.length) return text.length;
  // Between two plain characters is always a boundary, except inside a CR LF.
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (before < 0x300 && after < 0x300 && !(before === 0x0d && after === 0x0a)) return at;
  let start = Math.max(from, at - WINDOW);
  if (start > from && (text.charCodeAt(start) & 0xfc00) === 0xdc00) start--;
  // Flags are pairs counted from the beginning of their run, so the window must not start inside one.
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

/** One of the letters of flags, U+1F1E6 to U+1F1FF. */
function isRegional(text: string, at: number): boolean {
  const low = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 0xd83c && low >= 0xdde6 && low <= 0xddff;
}
