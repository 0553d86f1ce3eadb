import { addressAt } from './link-target.ts';
import { push } from './runs.ts';
import type { Run } from './tree.ts';

/**
 * Parses CommonMark's inline marks in linear time: `**bold**`, `_italic_`, `~~struck~~`, `` `code` ``,
 * `[label](address)`, `<https://address>` and backslash escapes. HTML, images and references are not supported.
 * Addresses are checked elsewhere.
 */
export function parseInline(text: string): Run[] {
  return new Inline(text).runs();
}

type Mark = 'bold' | 'italic' | 'strike';

/** A piece of text between two marks. */
interface Piece {
  text: string;
  code?: true;
  link?: string;
}
/** A sequence of `*`, `_` or `~` that can open or close marks. `at` is the index of its piece. */
interface Delimiter {
  at: number;
  char: string;
  count: number;
  length: number;
  canOpen: boolean;
  canClose: boolean;
}
interface Bracket {
  at: number;
  /** The number of delimiters before the bracket. */
  delimiters: number;
  active: boolean;
}
/** Formatting or a link that applies to the pieces between `from` and `to`, both excluded. */
interface Range {
  from: number;
  to: number;
  mark?: Mark;
  link?: string;
}

const ESCAPABLE = /[!-/:-@[-`{-~]/;
const BLANK = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^\s<>]*)>/iy;
const SPECIAL = /[\\`*_~[\]<]/g;

class Inline {
  private readonly text: string;
  private readonly pieces: Piece[] = [];
  private readonly ranges: Range[] = [];
  private readonly brackets: Bracket[] = [];
  private delimiters: Delimiter[] = [];
  /**
   * Positions of sequences of backticks by length, the last ones first. They are collected when the first one is found.
   */
  private ticks: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.text = text;
  }

  runs(): Run[] {
    this.scan();
    this.match(0);
    return this.assemble();
  }

  private scan(): void {
    const { text } = this;
    let at = 0;
    while (at < text.length) {
      SPECIAL.lastIndex = at;
      const next = SPECIAL.exec(text)?.index ?? text.length;
      this.add(text.slice(at, next));
      if (next === text.length) return;
      at = this.special(next);
    }
  }

  /** Reads a character that can begin a mark. @returns the position at which to continue */
  private special(at: number): number {
    const { text } = this;
    const sign = text.charAt(at);
    switch (sign) {
      case '\\':
        if (ESCAPABLE.test(text.charAt(at + 1))) {
          this.add(text.charAt(at + 1));
          return at + 2;
        }
        break;
      case '`':
        return this.code(at);
      case '<': {
        AUTOLINK.lastIndex = at;
        const found = AUTOLINK.exec(text);
        if (found) {
          const address = found[1] as string;
          this.pieces.push({ text: address.replace(/^mailto:/i, ''), link: address });
          return at + found[0].length;
        }
        break;
      }
      case '[':
        this.brackets.push({ at: this.pieces.length, delimiters: this.delimiters.length, active: true });
        break;
      case ']':
        return this.closeBracket(at);
      default:
        return this.delimiter(at, sign);
    }
    this.add(sign);
    return at + 1;
  }

  private add(text: string): void {
    if (text !== '') this.pieces.push({ text });
  }

  private code(at: number): number {
    const { text } = this;
    const end = endOfRun(text, at);
    const length = end - at;
    this.ticks ??= ticksIn(text);
    const starts = this.ticks.get(length) ?? [];
    while (starts.length > 0 && (starts.at(-1) as number) < end) starts.pop();
    const close = starts.at(-1);
    if (close === undefined) {
      this.add(text.slice(at, end));
      return end;
    }
    const inner = text.slice(end, close).replace(/\n/g, ' ');
    const padded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
    this.pieces.push({ text: padded ? inner.slice(1, -1) : inner, code: true });
    return close + length;
  }

  private delimiter(at: number, char: string): number {
    const { text } = this;
    const end = endOfRun(text, at);
    const length = end - at;
    const before = text.charAt(at - 1) || ' ';
    const after = text.charAt(end) || ' ';
    const left = !BLANK.test(after) && (!PUNCTUATION.test(after) || BLANK.test(before) || PUNCTUATION.test(before));
    const right = !BLANK.test(before) && (!PUNCTUATION.test(before) || BLANK.test(after) || PUNCTUATION.test(after));
    if (char !== '~' || length === 2)
      this.delimiters.push({
        at: this.pieces.length,
        char,
        count: length,
        length,
        canOpen: left && (char !== '_' || !right || PUNCTUATION.test(before)),
        canClose: right && (char !== '_' || !left || PUNCTUATION.test(after)),
      });
    this.pieces.push({ text: text.slice(at, end) });
    return end;
  }

  private closeBracket(at: number): number {
    const opener = this.brackets.pop();
    const target = opener?.active && this.text[at + 1] === '(' ? addressAt(this.text, at + 2) : undefined;
    if (!opener || !target) {
      this.add(']');
      return at + 1;
    }
    // Remove the opening bracket. Marks that begin before it can't end inside the link.
    (this.pieces[opener.at] as Piece).text = '';
    this.match(opener.delimiters);
    this.pieces.push({ text: '' });
    const [from, to] = [opener.at, this.pieces.length - 1];
    if (this.pieces.slice(from, to).every(({ text }) => text === '')) this.pieces[from] = { text: target.address };
    this.ranges.push({ from: from - 1, to, link: target.address });
    // Links can't contain links.
    for (const bracket of this.brackets) bracket.active = false;
    return target.end;
  }

  /**
   * Matches opening and closing delimiters as described in CommonMark 0.31, section 6.2 and appendix.
   * @param from the index of the first delimiter
   */
  private match(from: number): void {
    const open: Delimiter[] = [];
    /** For each kind of closing delimiter, the number of opening delimiters that are known not to match. */
    const bottoms = new Map<string, number>();
    for (const closer of this.delimiters.slice(from)) {
      const kind = `${closer.char}${closer.canOpen}${closer.length % 3}`;
      while (closer.canClose && closer.count > 0) {
        const bottom = bottoms.get(kind) ?? 0;
        let index = open.length - 1;
        while (index >= bottom && !fits(open[index] as Delimiter, closer)) index--;
        if (index < bottom) {
          bottoms.set(kind, open.length);
          break;
        }
        const opener = open[index] as Delimiter;
        open.length = index + 1;
        for (const [name, value] of bottoms) if (value > open.length) bottoms.set(name, open.length);
        this.mark(opener, closer);
        if (opener.count === 0) open.pop();
        for (const [name, value] of bottoms) if (value > open.length) bottoms.set(name, open.length);
      }
      if (closer.canOpen && closer.count > 0) open.push(closer);
    }
    this.delimiters.length = from;
  }

  private mark(opener: Delimiter, closer: Delimiter): void {
    const used = opener.count >= 2 && closer.count >= 2 ? 2 : 1;
    const mark: Mark = opener.char === '~' ? 'strike' : used === 2 ? 'bold' : 'italic';
    this.ranges.push({ from: opener.at, to: closer.at, mark });
    for (const delimiter of [opener, closer]) {
      delimiter.count -= used;
      (this.pieces[delimiter.at] as Piece).text = delimiter.char.repeat(delimiter.count);
    }
  }

  private assemble(): Run[] {
    const starts = new Map<number, Range[]>();
    const ends = new Map<number, Range[]>();
    const at = (map: Map<number, Range[]>, key: number, range: Range) => map.set(key, [...(map.get(key) ?? []), range]);
    for (const range of this.ranges) {
      at(starts, range.from + 1, range);
      at(ends, range.to, range);
    }
    const depth = { bold: 0, italic: 0, strike: 0 };
    let link: string | undefined;
    const runs: Run[] = [];
    this.pieces.forEach((piece, index) => {
      for (const { mark } of ends.get(index) ?? []) {
        if (mark) depth[mark]--;
        else link = undefined;
      }
      for (const range of starts.get(index) ?? []) {
        if (range.mark) depth[range.mark]++;
        else link = range.link;
      }
      if (piece.text === '') return;
      const address = link ?? piece.link;
      push(runs, {
        text: piece.text,
        ...(depth.bold > 0 && { bold: true as const }),
        ...(depth.italic > 0 && { italic: true as const }),
        ...(depth.strike > 0 && { strike: true as const }),
        ...(piece.code && { code: true as const }),
        ...(address !== undefined && { link: address }),
      });
    });
    return runs;
  }
}

/** True if two delimiters match. CommonMark's "rule of three" makes `*a**b*` unambiguous. */
function fits(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.char !== closer.char) return false;
  const both = opener.canClose || closer.canOpen;
  return !(both && (opener.length + closer.length) % 3 === 0 && (opener.length % 3 !== 0 || closer.length % 3 !== 0));
}

function endOfRun(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end;
}

function ticksIn(text: string): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { 0: run, index } of [...text.matchAll(/`+/g)].toReversed()) {
    const starts = found.get(run.length);
    if (starts) starts.push(index);
    else found.set(run.length, [index]);
  }
  return found;
}
