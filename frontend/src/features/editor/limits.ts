import { splitMessage } from '../../../../lambdas/templates/split-message.ts';
import { units } from '../../../../lambdas/templates/units.ts';
import type { TargetKind } from '../../lib/wire.ts';

/** A kind's message limit, from the API. */
export type Limit = NonNullable<TargetKind['limit']>;

interface Part {
  text: string;
  /** Length in the kind's unit, or in characters if the kind has no limit. */
  length: number;
}

/** Splits a message for a target kind. `truncated` is true if text was cut off. */
export function partsFor(message: string, limit: Limit | undefined, split: boolean) {
  if (!limit) return { parts: [{ text: message, length: message.length }], truncated: false };
  const cost = units[limit.counted];
  const { parts, truncated } = splitMessage(message, { max: limit.max, cost, split });
  return { parts: parts.map((text): Part => ({ text, length: Math.ceil(cost(text)) })), truncated };
}
