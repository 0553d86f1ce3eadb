import { capital } from '../outline/grammar.ts';
import { isForPeople } from '../outline/links.ts';
import type { Outline } from '../outline/outline.ts';
import { safeAddress } from './addresses.ts';
import { shortened } from './build.ts';
import { trimmed } from './runs.ts';
import {
  type Block,
  type Item,
  MAX_BUTTONS,
  MAX_FACT,
  MAX_FACTS,
  MAX_LABEL,
  PAGE,
  type RichMessage,
  type Run,
} from './tree.ts';

/** Turns an outline into a rich message. */
export function richOfOutline({ title, text, facts, actions, link }: Outline): RichMessage {
  const address = link === undefined ? undefined : safeAddress(link);
  // Show an address that can't be a link as a fact, so the message is complete.
  const buttons = actions.slice(0, MAX_BUTTONS).map(({ label, url }) => ({ label, ...safeAddress(url) }));
  const told = [
    ...facts.map(({ label, value }) => ({ label, runs: linesOf(value) })),
    ...buttons.filter(({ isSafe }) => !isSafe).map(({ label, url }) => ({ label, runs: linesOf(url) })),
    ...(address && !address.isSafe ? [{ label: PAGE, runs: linesOf(address.url) }] : []),
  ].filter(({ runs }) => runs.length > 0);
  const safe = buttons.flatMap(({ label, url, isSafe }) => (isSafe && label !== '' ? [{ label, url }] : []));
  return {
    title: [{ text: title }],
    ...(address?.isSafe && { link: address.url }),
    blocks: text === undefined || text === '' ? [] : blocksOfLines(text.split('\n')),
    ...(told.length > 0 && {
      facts: told.slice(0, MAX_FACTS).map(({ label, runs }) => ({
        label: label.slice(0, MAX_LABEL),
        runs: shortened(runs, MAX_FACT),
      })),
    }),
    ...(safe.length > 0 && { buttons: safe }),
  };
}

/**
 * Makes the first line of a message the title if its template sets none, or only its link. A title that followed a place
 * begins with a capital letter, unless its first word has characters of an identifier.
 */
export function titled(message: RichMessage): RichMessage {
  const [first, ...rest] = message.blocks;
  const [news, ...words] = message.title ?? [];
  if (news && message.place)
    return { ...message, title: [{ ...news, text: news.text.replace(SMALL, capital) }, ...words] };
  if ((message.title && !isOnlyLink(message)) || first?.kind !== 'paragraph') return message;
  const at = first.runs.findIndex(({ text }) => text.includes('\n'));
  const broken = first.runs[at];
  const [line = '', ...more] = broken?.text.split('\n') ?? [];
  const head = at === -1 ? first.runs : [...first.runs.slice(0, at), { ...broken, text: line }];
  const left = broken ? trimmed([{ ...broken, text: more.join('\n') }, ...first.runs.slice(at + 1)]) : [];
  return { ...message, title: trimmed(head), blocks: left.length > 0 ? [{ ...first, runs: left }, ...rest] : rest };
}

const SMALL = /^\p{Ll}(?=[\p{Ll}-]*(?:[\s,:]|$))/u;

const isOnlyLink = ({ title, link }: RichMessage): boolean =>
  link !== undefined && title?.length === 1 && safeAddress(title[0]?.text ?? '').url === link;

const ITEM = /^( *)(?:[-•*]) (?=\S)/;

function blocksOfLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const marker = ITEM.exec(line);
    if (marker) {
      const item: Item = {
        runs: linesOf(line.slice(marker[0].length)),
        depth: Math.min(4, (marker[1] as string).length >> 1),
      };
      if (last?.kind === 'list') last.items.push(item);
      else blocks.push({ kind: 'list', items: [item] });
    } else if (line.trim() === '') {
      if (last?.kind === 'paragraph' && last.runs.length > 0) blocks.push({ kind: 'paragraph', runs: [] });
    } else if (last?.kind === 'paragraph') {
      if (last.runs.length > 0) last.runs.push({ text: '\n' });
      last.runs.push(...linesOf(line));
    } else blocks.push({ kind: 'paragraph', runs: linesOf(line) });
  }
  return blocks.filter((block) => block.kind !== 'paragraph' || block.runs.length > 0);
}

/** Converts a line to runs. A line that is only a public URL becomes a link. */
function linesOf(text: string): Run[] {
  if (text === '') return [];
  const address = isForPeople(text.trim()) ? safeAddress(text) : undefined;
  return address?.isSafe ? [{ text: text.trim(), link: address.url }] : [{ text }];
}
