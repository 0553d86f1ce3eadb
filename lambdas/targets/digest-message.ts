import type { Message, MessageLimit } from '../model/message.ts';
import { severityRanks } from '../templates/outline/outline.ts';
import { splitMessage } from '../templates/split-message.ts';
import { units } from '../templates/units.ts';
import type { DigestEntry } from './digest.ts';

/** Maximum number of titles in a digest. */
const TITLES = 10;

/**
 * The message that tells of many: their number, then up to ten titles, the highest severity first. A title that occurs
 * several times has its number. Cut to the target's limit.
 */
export const digestMessage = (
  messages: DigestEntry[],
  { id, link, limit }: { id: string; link: string; limit: MessageLimit | undefined },
): Message => {
  const [{ webhookName = '' } = {}] = messages;
  const titles = [...Map.groupBy(messages, ({ text }) => text)]
    .map(([title, all]) => ({ title, count: all.length, rank: Math.max(...all.map(rankOf)) }))
    .toSorted((one, other) => other.rank - one.rank || other.count - one.count);
  const others = titles.slice(TITLES).reduce((sum, { count }) => sum + count, 0);
  const text = [
    `${messages.length} more ${messages.length === 1 ? 'message' : 'messages'} from ${webhookName}`,
    ...titles.slice(0, TITLES).map(({ title, count }) => (count > 1 ? `• ${title} (${count} times)` : `• ${title}`)),
    ...(others > 0 ? [`• ${others} more`] : []),
  ].join('\n');
  return { text: cutText(text, limit), id, part: 1, parts: 1, webhookName, link };
};

/** Cuts a text to a target's limit. */
export const cutText = (text: string, limit: MessageLimit | undefined): string => {
  const max = limit && { max: limit.max, cost: units[limit.counted], split: false };
  return (max && splitMessage(text, max).parts[0]) ?? text;
};

const rankOf = ({ severity = 'info' }: DigestEntry): number => severityRanks[severity];
