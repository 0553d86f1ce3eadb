import { targetKind } from '../../integrations/targets/kinds.gen.ts';
import { splitMessage } from '../../lambdas/templates/split-message.ts';
import { units } from '../../lambdas/templates/units.ts';

/** Returns the largest number of parts into which targets of these kinds split a text. */
export const partsAt = (text: string, types: readonly string[], split: boolean): number =>
  Math.max(
    ...types.map((type) => {
      const limit = targetKind(type)?.limit;
      return limit ? splitMessage(text, { max: limit.max, cost: units[limit.counted], split }).parts.length : 1;
    }),
  );
