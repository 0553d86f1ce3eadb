import { type Cost, splitMessage, units } from '../../../../lambdas/templates/split-message.ts';

/** How long a message of a kind may be, and how its length is counted. The kinds' own numbers; a test compares them. */
export interface Limit {
  max: number;
  /** What is counted, for people. */
  unit: string;
  cost: Cost;
}

const CARD_BYTES = 18_000;
/** A card shows 10,000 units at most, so that each takes its share of the bytes at least. */
const CARD_BYTES_PER_UNIT = CARD_BYTES / 10_000;
/** Each line of a card is a block of its own. */
const CARD_LINE = 86;

const cardBytes: Cost = (text) => {
  let cost = 0;
  for (const sign of text) cost += Math.max(cardBytesOf(sign), sign.length * CARD_BYTES_PER_UNIT);
  return cost;
};

function cardBytesOf(sign: string): number {
  if (sign === '\n' || sign === '\r') return CARD_LINE;
  if (sign === '{') return 4;
  return sign === ' ' || sign === '\t' ? 2 : units.jsonUtf8Bytes(sign);
}

const markdownEscaped: Cost = (text) => text.length + (text.match(/[\\*_~`|[\]()<>#+-]/g)?.length ?? 0);

/** By the slug of the kind; a kind that is not here takes any length. */
export const limits: Readonly<Record<string, Limit>> = {
  telegram: { max: 4096, unit: 'characters', cost: units.utf16 },
  whatsapp: { max: 4096, unit: 'characters', cost: units.utf16 },
  slack: { max: 3900, unit: 'characters', cost: units.slackEscaped },
  msteams: { max: CARD_BYTES, unit: 'bytes', cost: cardBytes },
  discord: { max: 2000, unit: 'characters', cost: markdownEscaped },
};

export interface Part {
  text: string;
  /** In the kind's unit; characters for kinds without a limit. */
  length: number;
}

/** A message as a kind of target takes it: its parts with their lengths, and whether something is missing. */
export function partsFor(message: string, slug: string, split: boolean) {
  const limit = limits[slug];
  if (!limit) return { parts: [{ text: message, length: message.length }], truncated: false, limit };
  const { parts, truncated } = splitMessage(message, { max: limit.max, cost: limit.cost, split });
  return { parts: parts.map((text): Part => ({ text, length: Math.ceil(limit.cost(text)) })), truncated, limit };
}
