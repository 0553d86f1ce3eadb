import { bestCut, CUT_MARK, MAX_PARTS, nextStart } from '../split-message.ts';
import { trimmed } from './runs.ts';
import { type Block, type Fact, type RichMessage, type Run, textOf } from './tree.ts';

interface SplitOptions {
  /** True if a part, once encoded, is within the limits of its target. */
  fits(part: RichMessage): boolean;
  /** True to send several parts; false for one part, cut at the limit. */
  split: boolean;
  maxParts?: number;
}

/** A part of a message that can be moved or cut: a block or a fact. */
type Piece = { block: Block } | { fact: Fact };

/**
 * Splits a message into parts that each fit. It cuts between blocks if possible, else between items, lines, sentences,
 * words or graphemes. The first part has the title, the last one the buttons, and parts are numbered `(1/3) `.
 * Formatting continues after a cut. If `maxParts` is not enough, the last part ends with `... (truncated)`.
 */
export function splitRich(
  message: RichMessage,
  { fits, split, maxParts = MAX_PARTS }: SplitOptions,
): { parts: RichMessage[]; truncated: boolean } {
  if (fits(message)) return { parts: [message], truncated: false };
  const most = split ? maxParts : 1;
  const packer = new Packer(message, most, fits);
  const { parts, rest } = packer.pack();
  if (rest) parts[parts.length - 1] = packer.truncated(parts.at(-1) as RichMessage);
  const numberedParts =
    parts.length > 1 ? parts.map((part, at) => numbered(part, `(${at + 1}/${parts.length})`)) : parts;
  return { parts: numberedParts, truncated: rest };
}

class Packer {
  private readonly message: RichMessage;
  private readonly most: number;
  private readonly fits: (part: RichMessage) => boolean;
  private readonly parts: RichMessage[] = [];

  constructor(message: RichMessage, most: number, fits: (part: RichMessage) => boolean) {
    this.message = message;
    this.most = most;
    this.fits = fits;
  }

  pack(): { parts: RichMessage[]; rest: boolean } {
    const { blocks, facts = [], buttons } = this.message;
    const queue: Piece[] = [...blocks.map((block) => ({ block })), ...facts.map((fact) => ({ fact }))].toReversed();
    let part = this.begin();
    for (let piece = queue.pop(); piece; piece = queue.pop()) {
      const more = withPiece(part, piece);
      if (this.hasRoom(more)) {
        part = more;
        continue;
      }
      const isFresh = isBare(part);
      // Don't cut a piece that fits into a separate part.
      if (!isFresh && this.hasRoom(withPiece(this.next(), piece))) {
        queue.push(piece);
      } else {
        const { head, tail } = this.cut(part, piece, isFresh);
        if (head) part = withPiece(part, head);
        if (tail) queue.push(tail);
      }
      if (this.parts.length + 1 === this.most) return { parts: [...this.parts, part], rest: queue.length > 0 };
      this.parts.push(part);
      part = this.next();
    }
    if (buttons) {
      const last = { ...part, buttons };
      if (this.hasRoom(last)) part = last;
      else if (this.parts.length + 1 < this.most) {
        this.parts.push(part);
        part = { ...this.next(), buttons };
      }
    }
    return {
      parts: isBare(part) && !part.buttons && this.parts.length > 0 ? this.parts : [...this.parts, part],
      rest: false,
    };
  }

  /** Adds the mark that shows that the message was cut. */
  truncated(part: RichMessage): RichMessage {
    return { ...part, blocks: [...part.blocks, { kind: 'paragraph', runs: [{ text: CUT_MARK }] }] };
  }

  private begin(): RichMessage {
    const { facts: _facts, buttons: _buttons, ...head } = this.message;
    return { ...head, blocks: [] };
  }

  private next(): RichMessage {
    const { severity } = this.message;
    return { ...(severity && { severity }), blocks: [] };
  }

  /** True if a part fits even with the longest number and the mark for a cut. */
  private hasRoom(part: RichMessage): boolean {
    return this.fits(this.truncated(numbered(part, '(20/20)')));
  }

  /**
   * Cuts a piece into a head that fits into the part, and the rest.
   * @param must true if the part is empty, so the head must not be empty
   */
  private cut(part: RichMessage, piece: Piece, must: boolean): { head?: Piece; tail?: Piece } {
    // A fact that is too long for any part is shown as text.
    const block: Block = 'block' in piece ? piece.block : { kind: 'paragraph', runs: piece.fact.runs };
    if (block.kind === 'rule') return {};
    if (block.kind === 'list' && block.items.length > 1) {
      const count = largest(block.items.length - 1, (items) =>
        this.hasRoom(withPiece(part, { block: { ...block, items: block.items.slice(0, items) } })),
      );
      if (count > 0)
        return {
          head: { block: { ...block, items: block.items.slice(0, count) } },
          tail: { block: { ...block, items: block.items.slice(count) } },
        };
      const [first, ...others] = block.items;
      if (!first) return {};
      const { head, tail } = this.cut(part, { block: { ...block, items: [first] } }, must);
      const left = [...(tail && 'block' in tail && tail.block.kind === 'list' ? tail.block.items : []), ...others];
      return { ...(head && { head }), tail: { block: { ...block, items: left } } };
    }
    const text =
      block.kind === 'code' ? block.text : textOf(block.kind === 'list' ? (block.items[0]?.runs ?? []) : block.runs);
    const length = largest(text.length, (end) => this.hasRoom(withPiece(part, { block: sliceOf(block, 0, end) })));
    if (length === 0 && !must) return { tail: { block } };
    const end = length === 0 ? 1 : length;
    const at = Math.max(1, bestCut(text, 0, end));
    const next = Math.max(at, nextStart(text, at));
    return {
      head: { block: sliceOf(block, 0, at) },
      ...(next < text.length && { tail: { block: sliceOf(block, next, text.length) } }),
    };
  }
}

/** Returns the largest number from 0 to `most` for which `holds` is true. */
function largest(most: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

const withPiece = (part: RichMessage, piece: Piece): RichMessage =>
  'block' in piece
    ? { ...part, blocks: [...part.blocks, piece.block] }
    : { ...part, facts: [...(part.facts ?? []), piece.fact] };

const isBare = ({ blocks, facts }: RichMessage): boolean => blocks.length === 0 && !facts;

/** Returns a part of a block's text with its formatting. `start` and `end` are in UTF-16 units. */
function sliceOf(block: Exclude<Block, { kind: 'rule' }>, start: number, end: number): Block {
  switch (block.kind) {
    case 'code':
      return { ...block, text: block.text.slice(start, end).trimEnd() };
    case 'list':
      return {
        ...block,
        items: block.items.slice(0, 1).map((item) => ({ ...item, runs: stretch(item.runs, start, end) })),
      };
    default:
      return { ...block, runs: stretch(block.runs, start, end) };
  }
}

function stretch(runs: readonly Run[], start: number, end: number): Run[] {
  const kept: Run[] = [];
  let at = 0;
  for (const run of runs) {
    const text = run.text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += run.text.length;
    if (text !== '') kept.push({ ...run, text });
  }
  return trimmed(kept);
}

/** Puts a part's number before its first words. */
function numbered(part: RichMessage, number: string): RichMessage {
  if (part.title) return { ...part, title: [{ text: `${number} ` }, ...part.title] };
  const [first, ...others] = part.blocks;
  if (first && 'runs' in first && first.kind !== 'quote')
    return { ...part, blocks: [{ ...first, runs: [{ text: `${number} ` }, ...first.runs] }, ...others] };
  return { ...part, blocks: [{ kind: 'paragraph', runs: [{ text: number }] }, ...part.blocks] };
}
