import { visible } from '../outline/characters.ts';
import { type Address, safeAddress } from './addresses.ts';
import { CLOSE, CLOSE_TIME, type Moment, OPEN, OPEN_TIME, withoutPlaceholders } from './reserved.ts';
import { push, trimmed } from './runs.ts';
import type { Block, Run } from './tree.ts';

const PIECES = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');
const TIMES = new RegExp(`${OPEN_TIME}(\\d+)${CLOSE_TIME}`, 'g');

const endsLine = (text: string | undefined) => text === undefined || text.endsWith('\n');
const startsNewLine = (text: string | undefined) => text === undefined || text.startsWith('\n');

const NOT_IN_ADDRESS = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu;

/** Puts values into a parsed template. */
export class Filler {
  private readonly values: readonly string[];
  private readonly moments: readonly Moment[];

  constructor(values: readonly string[], moments: readonly Moment[]) {
    this.values = values;
    this.moments = moments;
  }

  blocks(blocks: readonly Block[]): Block[] {
    return blocks.flatMap((block): Block[] => {
      switch (block.kind) {
        case 'rule':
          return [block];
        case 'code':
          return block.text === '' ? [] : [{ ...block, text: this.text(block.text) }];
        case 'list': {
          const items = block.items
            .map((item) => ({ ...item, runs: trimmed(this.runs(item.runs)) }))
            .filter(({ runs }) => runs.length > 0);
          return items.length > 0 ? [{ ...block, items }] : [];
        }
        default: {
          const runs = trimmed(block.kind === 'heading' ? this.line(block.runs) : this.runs(block.runs));
          return runs.length > 0 ? [{ ...block, runs }] : [];
        }
      }
    });
  }

  /** Runs on one line. */
  line(runs: readonly Run[]): Run[] {
    return trimmed(this.runs(runs).map((run) => ({ ...run, text: run.text.replace(/\s*\n\s*/g, ' ') })));
  }

  /** Text without formatting, for code and labels. */
  text(text: string): string {
    return text.replace(PIECES, (_, number: string) =>
      this.value(number).replace(TIMES, (__, moment: string) => this.moments[Number(moment)]?.words ?? ''),
    );
  }

  runs(runs: readonly Run[]): Run[] {
    const filled: Run[] = [];
    runs.forEach((run, index) => {
      if (run.link === undefined && !run.text.includes(OPEN)) {
        push(filled, run);
        return;
      }
      const { text, link, ...look } = run;
      const address = link === undefined ? undefined : this.address(link);
      const linked: Omit<Run, 'text'> = address?.isSafe ? { ...look, link: address.url } : look;
      const own: Run[] = [];
      const pieces = text.split(PIECES);
      pieces.forEach((piece, part) => {
        if (part % 2 === 0) {
          push(own, { ...linked, text: piece });
          return;
        }
        // A tag that has a line for itself: the template means an address there to be opened.
        const startsLine = endsLine(pieces[part - 1] || (part === 1 ? runs[index - 1]?.text : ' '));
        const isLast = part === pieces.length - 2;
        const alone = startsLine && startsNewLine(pieces[part + 1] || (isLast ? runs[index + 1]?.text : ' '));
        this.put(own, this.value(piece), linked, alone);
      });
      // A link without words shows its address instead; a link with a forbidden address is text.
      if (address && !own.some((each) => each.text.trim() !== '')) push(own, { ...linked, text: address.url });
      else if (address?.isShown && !address.isSafe) push(own, { ...look, text: ` (${address.url})` });
      for (const each of own) push(filled, each);
    });
    return filled;
  }

  /** A link's destination: its address with the values, those inside of it in the form that addresses have. */
  address(text: string): Address {
    const isWhole = text.startsWith(OPEN);
    const address = text.replace(PIECES, (_, number: string) => {
      const value = this.value(number);
      return isWhole ? value : value.toWellFormed().replace(NOT_IN_ADDRESS, encodeURIComponent);
    });
    return safeAddress(address);
  }

  private value(number: string): string {
    const value = this.values[Number(number)] ?? '';
    // Most values are plain ASCII, without anything to remove.
    return /^[\x20-\x7e]*$/.test(value) ? value : visible(value);
  }

  /** A value as runs with the formatting of its place. */
  private put(into: Run[], value: string, look: Omit<Run, 'text'>, alone: boolean): void {
    const address = alone && look.link === undefined && !look.code ? safeAddress(value.trim()) : undefined;
    if (address?.isSafe && /^https?:/i.test(address.url)) {
      push(into, { ...look, text: value.trim(), link: address.url });
      return;
    }
    if (this.moments.length === 0 && !value.includes('\n')) {
      push(into, { ...look, text: withoutPlaceholders(value) });
      return;
    }
    const shown = look.code ? value.replace(/\s*\n\s*/g, ' ') : value;
    shown.split(TIMES).forEach((piece, part) => {
      const moment = part % 2 === 1 ? this.moments[Number(piece)] : undefined;
      if (part % 2 === 0) push(into, { ...look, text: withoutPlaceholders(piece) });
      else if (moment && look.code) push(into, { ...look, text: moment.words });
      else if (moment) into.push({ ...look, text: moment.words, time: moment.seconds });
    });
  }
}
