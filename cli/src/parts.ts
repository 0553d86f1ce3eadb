import { targetKind } from '../../integrations/targets/kinds.gen.ts';
import { splitMessage } from '../../lambdas/templates/split-message.ts';
import { units } from '../../lambdas/templates/units.ts';

/** The number of a text's parts for targets of these types, cut as the product cuts it: the most of any. */
export const partsAt = (text: string, types: readonly string[], split: boolean): number =>
  Math.max(
    ...types.map((type) => {
      const limit = targetKind(type)?.limit;
      return limit ? splitMessage(text, { max: limit.max, cost: units[limit.counted], split }).parts.length : 1;
    }),
  );
