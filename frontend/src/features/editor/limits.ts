import { splitMessage } from '../../../../lambdas/templates/split-message.ts';
import { units } from '../../../../lambdas/templates/units.ts';
import type { TargetKind } from '../../lib/wire.ts';

/** A kind's message limit, from the API. */
export type Limit = NonNullable<TargetKind['limit']>;

interface Part {
  text: string;
  /** In the kind's unit; characters for kinds without a limit. */
  length: number;
}

/** A message split for a target kind: its parts with their lengths, and whether it was truncated. */
export function partsFor(message: string, limit: Limit | undefined, split: boolean) {
  if (!limit) return { parts: [{ text: message, length: message.length }], truncated: false };
  const cost = units[limit.counted];
  const { parts, truncated } = splitMessage(message, { max: limit.max, cost, split });
  return { parts: parts.map((text): Part => ({ text, length: Math.ceil(cost(text)) })), truncated };
}
