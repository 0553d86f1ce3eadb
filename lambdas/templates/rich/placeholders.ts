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

/** Joins lines by a space, without the white space around their breaks. It takes linear time. */
const oneLine = (text: string): string => {
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, at) => (at > 0 ? (at < last ? line.trim() : line.trimStart()) : last > 0 ? line.trimEnd() : line))
    .filter((line, at) => line !== '' || at === 0 || at === last)
    .join(' ');
};

/** Replaces the placeholders of a parsed template with values. */
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

  /** Fills runs and joins them into one line. */
  line(runs: readonly Run[]): Run[] {
    return trimmed(this.runs(runs).map((run) => ({ ...run, text: oneLine(run.text) })));
  }

  /** Fills a text without formatting, for code and labels. */
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
        // If a tag is alone on its line and not linked by the template, an address in its value becomes a link.
        const startsLine = endsLine(pieces[part - 1] || (part === 1 ? runs[index - 1]?.text : ' '));
        const isLast = part === pieces.length - 2;
        const alone = startsLine && startsNewLine(pieces[part + 1] || (isLast ? runs[index + 1]?.text : ' '));
        this.put(own, this.value(piece), linked, alone && link === undefined);
      });
      // A link without text shows its address. A link whose address isn't public becomes text.
      if (address && !own.some((each) => each.text.trim() !== '')) push(own, { ...linked, text: address.url });
      else if (address?.isShown && !address.isSafe) push(own, { ...look, text: ` (${address.url})` });
      for (const each of own) push(filled, each);
    });
    return filled;
  }

  /** Fills a link's address. Values inside an address are percent-encoded. */
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
    // Most values are plain ASCII and need no cleaning.
    return /^[\x20-\x7e]*$/.test(value) ? value : visible(value);
  }

  /** Adds a value as runs with the formatting of its placeholder. */
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
