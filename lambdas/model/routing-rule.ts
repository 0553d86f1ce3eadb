import * as z from 'zod';
import { condition } from '#contract/routing-condition';

/** A stored rule. Its schema is less strict than the API's, so a saved rule never stops a delivery. */
export const ruleSchema = z.object({
  targetId: z.number(),
  when: z
    .union([
      z.object({ match: z.enum(['all', 'any']), conditions: z.array(condition) }),
      z.object({ expression: z.string() }),
    ])
    .nullable(),
  template: z.string().nullable(),
  quiet: z
    .object({
      days: z.array(z.number()),
      from: z.string(),
      to: z.string(),
      zone: z.string(),
      unless: z.enum(['critical', 'warning']).nullable(),
      action: z.enum(['hold', 'drop']),
    })
    .nullable(),
  otherwise: z.boolean(),
});
