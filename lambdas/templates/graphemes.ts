const segmenter = new Intl.Segmenter();

/** The beginning of a text with at most `count` grapheme clusters. */
export function firstGraphemes(text: string, count: number): string {
  const limit = Math.max(0, Math.floor(count));
  // A cluster has at least one unit.
  if (text.length <= limit) return text;
  // Plain text needs no segmenter; the unit after it could still join the last cluster, hence one more.
  const head = text.slice(0, limit + 1);
  if (/^[\x20-\x7e\n]*$/.test(head)) return head.slice(0, limit);
  let end = 0;
  let seen = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (seen === limit) break;
    end = index + segment.length;
    seen++;
  }
  return text.slice(0, end);
}

/** Units looked at before a cut: segmenting is quadratic on long texts in older engines. */
const WINDOW = 128;
const REGIONAL = /[\u{1F1E6}-\u{1F1FF}]/u;

/**
 * The last place at or before `at` where a text may be cut without breaking a grapheme cluster (0 when there is none
 * after the beginning of the window).
 */
export function graphemeBoundary(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  // Between two plain characters is always a boundary, except inside a CR LF.
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  if (before < 0x300 && after < 0x300 && !(before === 13 && after === 10)) return at;
  let start = Math.max(0, at - WINDOW);
  if (start > 0 && isLowSurrogate(text, start)) start--;
  // Flags are pairs counted from the beginning of their run, so the window must not start inside one.
  while (start >= 2 && REGIONAL.test(text.slice(start, start + 2)) && REGIONAL.test(text.slice(start - 2, start)))
    start -= 2;
  let boundary = start;
  for (const { index, segment } of segmenter.segment(text.slice(start, at + WINDOW))) {
    const end = start + index + segment.length;
    if (end > at) return start + index;
    boundary = end;
    if (end === at) return at;
  }
  return boundary;
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
