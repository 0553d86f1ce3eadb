import { graphemeBoundary } from './graphemes.ts';
import type { Cost } from './units.ts';

interface SplitOptions {
  /** Maximum cost of a part, in the target's unit. */
  max: number;
  cost: Cost;
  /** True to send several parts; false for one part, cut at the limit. */
  split: boolean;
  maxParts?: number;
}
interface SplitResult {
  /** The parts as plain text, which the target's kind has to escape. */
  parts: string[];
  /** True if text is missing, because it was cut or needed more than `maxParts`. */
  truncated: boolean;
}

export const CUT_MARK = '... (truncated)';
export const MAX_PARTS = 20;

/**
 * Splits a text into parts that each cost at most `max` after escaping. Only white space at a cut is dropped. Parts are
 * numbered `(1/3) `. A code fence that is open at a cut is closed and reopened. If `maxParts` is not enough, the last
 * part ends with `... (truncated)`.
 */
export function splitMessage(text: string, { max, cost, split, maxParts = MAX_PARTS }: SplitOptions): SplitResult {
  // Each UTF-16 unit costs at least 1, so a text longer than the limit can't fit and need not be measured.
  if (text.length <= max && cost(text) <= max) return { parts: [text], truncated: false };
  if (!split || maxParts <= 1) {
    return { parts: [cutPart(text, 0, undefined, max, cost, CUT_MARK).body], truncated: true };
  }
  // Two-digit numbers cost more and are rarely needed, so try up to nine parts first unless the text is too long.
  if (maxParts <= 9 || (text.length <= 9 * max && cost(text) <= 9 * max)) {
    const few = cutAll(text, max, cost, Math.min(9, maxParts));
    if (few.rest === '' || maxParts <= 9) return numbered(few, max, cost);
  }
  return numbered(cutAll(text, max, cost, maxParts), max, cost);
}

/** An open code fence: the marker that closes it, and the line that reopens it. */
interface Fence {
  marker: string;
  opening: string;
}
interface Part {
  body: string;
  /** True if the part begins with a fence line, so its number needs a separate line. */
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

/** Cuts a text into at most `parts` parts, leaving space for their numbers. */
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
    // White space alone doesn't make a part.
    if (!piece.blank) made.push({ body: piece.body, startsFence });
    at = piece.next;
    fence = piece.fence;
  }
  return { parts: made, rest: text.slice(at) };
}

function numbered({ parts, rest }: Cut, max: number, cost: Cost): SplitResult {
  const texts = parts.map(({ body, startsFence }, index) => prefix(index + 1, parts.length, startsFence) + body);
  // If the limit is too small for numbers, leave them out. No real target has such a limit.
  const fitting = texts.every((text) => cost(text) <= max) ? texts : parts.map(({ body }) => body);
  return { parts: fitting, truncated: rest !== '' };
}

/** Returns the rest of the text from `at` as one part. Returns undefined if it doesn't fit. */
function wholeRest(text: string, at: number, fence: Fence | undefined, room: number, cost: Cost): string | undefined {
  if (text.length - at > room) return undefined;
  const body = reopened(fence) + text.slice(at);
  const closing = closingOf(fenceAfter(text.slice(at), fence), body);
  return cost(body + closing) <= room ? body + closing : undefined;
}

const reopened = (fence: Fence | undefined) => (fence ? `${fence.opening}\n` : '');
const closingOf = (fence: Fence | undefined, body: string) =>
  fence ? `${body.endsWith('\n') ? '' : '\n'}${fence.marker}` : '';

/** Cuts one part from `at` at the best place, reopens and closes its fence, and adds the mark at its end. */
function cutPart(text: string, at: number, fence: Fence | undefined, room: number, cost: Cost, mark: string) {
  const opening = reopened(fence);
  let available = room - cost(opening + mark);
  for (;;) {
    const end = lastFitting(text, at, available, cost);
    const cut = bestCut(text, at, end);
    const piece = text.slice(at, cut).trimEnd();
    const after = fenceAfter(text.slice(at, at + piece.length), fence);
    const closing = closingOf(after, opening + piece);
    // After a closing fence, the mark needs a separate line, or it would keep the fence open.
    const body = opening + piece + closing + (mark && closing ? '\n' : '') + mark;
    const over = cost(body) - room;
    // If this part opened a fence, closing it can exceed the limit. Then cut again, earlier by the excess.
    if (over <= 0 || available <= 1) return { body, blank: piece === '', next: nextStart(text, cut), fence: after };
    // Round down, because a tiny rounding difference between sums of fractions could make this loop endless.
    available = Math.max(1, Math.floor(available - over));
  }
}

/** Returns the last offset up to which the text from `at` costs at most `room`; at least `at + 1`. */
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

/**
 * Finds the best cut in the second half of the window: a blank line, a line break, the end of a sentence or a space.
 * Otherwise it cuts at the last boundary between graphemes.
 */
export function bestCut(text: string, at: number, end: number): number {
  if (end >= text.length) return text.length;
  const from = at + ((end - at) >> 1);
  const newline = lastNewline(text, from, end);
  if (newline !== -1) return newline;
  let blank = -1;
  // Start at `end`, because a space right after the window is as good as one inside.
  for (let cut = end; cut >= from; cut--) {
    const unit = text.charCodeAt(cut);
    if (unit !== SPACE && unit !== TAB && unit !== EM_SPACE && unit !== IDEOGRAPHIC_SPACE) continue;
    if (endsSentence(text, cut)) return cut;
    if (blank === -1) blank = cut;
  }
  if (blank !== -1) return blank;
  const boundary = graphemeBoundary(text, end, at);
  if (boundary > at) return boundary;
  // A single grapheme fills the window, so cut inside it, but not inside a code point.
  return end > at + 1 && (text.charCodeAt(end) & 0xfc00) === 0xdc00 ? end - 1 : end;
}

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const EM_SPACE = 0x2003;
const IDEOGRAPHIC_SPACE = 0x3000;

/** Finds the last blank line in the window, or the last line break if there is none; -1 if there is neither. */
function lastNewline(text: string, from: number, end: number): number {
  const window = text.slice(from, end + 1);
  const last = window.lastIndexOf('\n');
  for (let newline = last; newline > 0; newline = window.lastIndexOf('\n', newline - 1)) {
    const blankLine = previousNewline(text, from + newline, from);
    if (blankLine !== -1) return blankLine;
  }
  return last === -1 ? -1 : from + last;
}

/** Finds the previous line break if there are only spaces in between; otherwise -1. */
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

/** Returns the start of the next part: after the white space at the cut, but with the indentation of its first line. */
export function nextStart(text: string, cut: number): number {
  let next = cut;
  while (next < text.length && /\s/.test(text.charAt(next))) next++;
  if (next === text.length) return next;
  const newline = text.slice(cut, next).lastIndexOf('\n');
  return newline === -1 ? next : cut + newline + 1;
}

/** Returns the fence that is open after a piece of text, given the one that was open before it. */
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
