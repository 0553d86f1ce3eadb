import { graphemeBoundary } from './graphemes.ts';
import type { Cost } from './units.ts';

interface SplitOptions {
  /** The limit of one part, in the target's unit. */
  max: number;
  cost: Cost;
  /** false: one part, cut at the limit. */
  split: boolean;
  maxParts?: number;
}
interface SplitResult {
  /** Plain text; the target kind escapes each part. */
  parts: string[];
  /** true when text is missing: it was cut, or needed more than `maxParts`. */
  truncated: boolean;
}

export const CUT_MARK = '... (truncated)';
export const MAX_PARTS = 20;

/**
 * Cuts a text into parts that each cost at most `max` after escaping. Only whitespace at a cut is dropped. Parts are
 * numbered `(1/3) `; a code fence that is open at a cut is closed and opened again. Text beyond the last allowed part
 * is cut off and ends with `... (truncated)`.
 */
export function splitMessage(text: string, { max, cost, split, maxParts = MAX_PARTS }: SplitOptions): SplitResult {
  // A part costs at least one per unit, so a longer text need not be measured as a whole.
  if (text.length <= max && cost(text) <= max) return { parts: [text], truncated: false };
  if (!split || maxParts <= 1) {
    return { parts: [cutPart(text, 0, undefined, max, cost, CUT_MARK).body], truncated: true };
  }
  // Numbers of two digits cost more; a text rarely needs them, so try with one digit first, unless that cannot do.
  if (maxParts <= 9 || (text.length <= 9 * max && cost(text) <= 9 * max)) {
    const few = cutAll(text, max, cost, Math.min(9, maxParts));
    if (few.rest === '' || maxParts <= 9) return numbered(few, max, cost);
  }
  return numbered(cutAll(text, max, cost, maxParts), max, cost);
}

/** An open code fence: the marker with which it is closed, and the line with which it is opened again. */
interface Fence {
  marker: string;
  opening: string;
}
interface Part {
  body: string;
  /** The part begins with a reopened or own fence line, so its number gets its own line. */
  startsFence: boolean;
}
interface Cut {
  parts: Part[];
  rest: string;
}

const prefix = (index: number, total: number, startsFence: boolean) => `(${index}/${total})${startsFence ? '\n' : ' '}`;
const FENCE_LINE = /^( {0,3})(`{3,})([^`\n]*)$/;
const startsWithFence = (text: string) =>
  FENCE_LINE.test(text.slice(0, (text.indexOf('\n') + 1 || text.length + 1) - 1));

/** Cuts for a total of `parts`; fewer parts make shorter numbers, never longer ones. */
function cutAll(text: string, max: number, cost: Cost, parts: number): Cut {
  const made: Part[] = [];
  let at = 0;
  let fence: Fence | undefined;
  while (at < text.length && made.length < parts) {
    const startsFence = fence !== undefined || startsWithFence(text.slice(at, at + 200));
    const reserved = cost(prefix(parts, parts, startsFence));
    const last = made.length === parts - 1;
    const room = max - reserved;
    const whole = wholeRest(text, at, fence, room, cost);
    if (whole !== undefined) {
      made.push({ body: whole, startsFence });
      return { parts: made, rest: '' };
    }
    const piece = cutPart(text, at, fence, room, cost, last ? CUT_MARK : '');
    // A range of blanks alone is no part.
    if (!piece.blank) made.push({ body: piece.body, startsFence });
    at = piece.next;
    fence = piece.fence;
  }
  return { parts: made, rest: text.slice(at) };
}

function numbered({ parts, rest }: Cut, max: number, cost: Cost): SplitResult {
  const texts = parts.map(({ body, startsFence }, index) => prefix(index + 1, parts.length, startsFence) + body);
  // No real target has a limit too small for a number, but it must not be exceeded either.
  const fitting = texts.every((text) => cost(text) <= max) ? texts : parts.map(({ body }) => body);
  return { parts: fitting, truncated: rest !== '' };
}

/** Everything from `at` on as one part, if it fits. */
function wholeRest(text: string, at: number, fence: Fence | undefined, room: number, cost: Cost): string | undefined {
  if (text.length - at > room) return undefined;
  const body = reopened(fence) + text.slice(at);
  const closing = closingOf(fenceAfter(text.slice(at), fence), body);
  return cost(body + closing) <= room ? body + closing : undefined;
}

const reopened = (fence: Fence | undefined) => (fence ? `${fence.opening}\n` : '');
const closingOf = (fence: Fence | undefined, body: string) =>
  fence ? `${body.endsWith('\n') ? '' : '\n'}${fence.marker}` : '';

/** One part from `at`, cut at the best place, with its fence opened and closed and a mark at its end. */
function cutPart(text: string, at: number, fence: Fence | undefined, room: number, cost: Cost, mark: string) {
  const opening = reopened(fence);
  let available = room - cost(opening + mark);
  for (;;) {
    const end = lastFitting(text, at, available, cost);
    const cut = bestCut(text, at, end);
    const piece = text.slice(at, cut).trimEnd();
    const after = fenceAfter(text.slice(at, at + piece.length), fence);
    const closing = closingOf(after, opening + piece);
    // Behind a fence the mark needs its own line, or the fence would not be closed.
    const body = opening + piece + closing + (mark && closing ? '\n' : '') + mark;
    const over = cost(body) - room;
    // Closing a fence that began in this part takes room that was not reserved: cut again, that much earlier.
    if (over <= 0 || available <= 1) return { body, blank: piece === '', next: nextStart(text, cut), fence: after };
    // Rounded down, because sums of fractions differ by their order: a difference of almost nothing would never end.
    available = Math.max(1, Math.floor(available - over));
  }
}

/** The farthest offset whose text still costs at most `room`, at least one unit after `at`. */
function lastFitting(text: string, at: number, room: number, cost: Cost): number {
  let low = at;
  let left = room;
  let high = Math.min(text.length, at + Math.max(0, Math.floor(room)));
  if (cost(text.slice(at, high)) <= room) return Math.max(high, at + 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const price = cost(text.slice(low, middle));
    if (price > left) {
      high = middle;
    } else {
      low = middle;
      left -= price;
    }
  }
  return Math.max(low, at + 1);
}

/** In the last half of the window: blank line, newline, sentence end, blank; else a grapheme boundary. */
export function bestCut(text: string, at: number, end: number): number {
  if (end >= text.length) return text.length;
  const from = at + ((end - at) >> 1);
  const newline = lastNewline(text, from, end);
  if (newline !== -1) return newline;
  let blank = -1;
  // From `end` itself: a break right behind the window is as good as one inside.
  for (let cut = end; cut >= from; cut--) {
    const unit = text.charCodeAt(cut);
    if (unit !== SPACE && unit !== TAB && unit !== EM_SPACE && unit !== IDEOGRAPHIC_SPACE) continue;
    if (endsSentence(text, cut)) return cut;
    if (blank === -1) blank = cut;
  }
  if (blank !== -1) return blank;
  const boundary = graphemeBoundary(text, end, at);
  if (boundary > at) return boundary;
  // One cluster is longer than the whole window; only its code points stay whole.
  return end > at + 1 && (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end - 1 : end;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const EM_SPACE = 0x2003;
const IDEOGRAPHIC_SPACE = 0x3000;

/** The last blank line, else the last newline of the window; -1 if there is none. */
function lastNewline(text: string, from: number, end: number): number {
  const window = text.slice(from, end + 1);
  const last = window.lastIndexOf('\n');
  for (let newline = last; newline > 0; newline = window.lastIndexOf('\n', newline - 1)) {
    const blankLine = previousNewline(text, from + newline, from);
    if (blankLine !== -1) return blankLine;
  }
  return last === -1 ? -1 : from + last;
}

/** The newline before this one if only blanks are between them; otherwise -1. */
function previousNewline(text: string, newline: number, from: number): number {
  let at = newline - 1;
  while (at >= from && (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB || text.charCodeAt(at) === RETURN))
    at--;
  return at >= from && text.charCodeAt(at) === NEWLINE ? at : -1;
}

function endsSentence(text: string, blank: number): boolean {
  const quoted = blank > 1 && '"\')]'.includes(text.charAt(blank - 1)) ? 2 : 1;
  return blank >= quoted && '.!?…。！？'.includes(text.charAt(blank - quoted));
}

/** The beginning of the next part: after the blanks of the cut, but with the indentation of its first line. */
export function nextStart(text: string, cut: number): number {
  let next = cut;
  while (next < text.length && /\s/.test(text.charAt(next))) next++;
  if (next === text.length) return next;
  const newline = text.slice(cut, next).lastIndexOf('\n');
  return newline === -1 ? next : cut + newline + 1;
}

/** The fence that is open after a stretch of text, given the one open before it. */
function fenceAfter(stretch: string, open: Fence | undefined): Fence | undefined {
  let fence = open;
  if (!stretch.includes('```')) return fence;
  for (const line of stretch.split('\n')) {
    const match = FENCE_LINE.exec(line.trimEnd());
    if (!match) continue;
    const [, , marker = '', info = ''] = match;
    if (!fence) fence = { marker, opening: marker + info.trimEnd() };
    else if (marker.length >= fence.marker.length && info.trim() === '') fence = undefined;
  }
  return fence;
}
