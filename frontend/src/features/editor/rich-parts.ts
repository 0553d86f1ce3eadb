import { plainOf } from '../../../../lambdas/templates/rich/plain.ts';
import { splitRich } from '../../../../lambdas/templates/rich/split-rich.ts';
import type { RichMessage } from '../../../../lambdas/templates/rich/tree.ts';
import { units } from '../../../../lambdas/templates/units.ts';
import type { Limit } from './limits.ts';

interface RichPart {
  rich: RichMessage;
  text: string;
  /** Length of the text in the kind's unit, or in characters if the kind has no limit. */
  length: number;
}

/** Splits a rich message for a target kind by the length of its text. `truncated` is true if text was cut off. */
export function richPartsFor(message: RichMessage, limit: Limit | undefined, split: boolean) {
  const cost = limit ? units[limit.counted] : (text: string) => text.length;
  const { parts, truncated } = splitRich(message, {
    fits: (part) => !limit || cost(plainOf(part)) <= limit.max,
    split,
  });
  const shown = parts.map((rich): RichPart => {
    const text = plainOf(rich);
    return { rich, text, length: Math.ceil(cost(text)) };
  });
  return { parts: shown, truncated };
}
