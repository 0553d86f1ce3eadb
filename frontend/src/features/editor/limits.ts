import { splitMessage } from '../../../../lambdas/templates/split-message.ts';
import { units } from '../../../../lambdas/templates/units.ts';
import type { TargetKind } from '../../lib/wire.ts';

/** The longest message of a kind, from the API. */
export type Limit = NonNullable<TargetKind['limit']>;

interface Part {
  text: string;
  /** In the kind's unit; characters for kinds without a limit. */
  length: number;
}

/** A message as a kind of target takes it: its parts with their lengths, and whether something is missing. */
export function partsFor(message: string, limit: Limit | undefined, split: boolean) {
  if (!limit) return { parts: [{ text: message, length: message.length }], truncated: false };
  const cost = units[limit.counted];
  const { parts, truncated } = splitMessage(message, { max: limit.max, cost, split });
  return { parts: parts.map((text): Part => ({ text, length: Math.ceil(cost(text)) })), truncated };
}
