import * as z from 'zod';
import { MAX_ROUTING_FIELD, MAX_ROUTING_VALUE } from './bounds.ts';
import { callFields } from './routing-fields.ts';

const field = z
  .string()
  .max(MAX_ROUTING_FIELD)
  .regex(
    new RegExp(`^(?:body|(?:body|headers|query)\\..+|${callFields.join('|')})$`, 's'),
    `must be ${callFields.join(', ')}, body, or begin with body., headers. or query.`,
  )
  .describe(
    'The field: `body.alerts.0.labels.env`, `headers.x-github-event`, `query.source`, or one of `method`, `sender`, `key`, `state`, `severity`, `verified` (`yes`, `no`, `not-checked`) and `repeat`. Without an index, any item of an array can match; `body` alone is the whole text.',
  );

const scalar = z.union([z.string().max(MAX_ROUTING_VALUE), z.number(), z.boolean()]);
const aNumber = z.union([z.number(), z.string().regex(/^\s*[-+]?\d{1,20}(?:\.\d{1,20})?\s*$/, 'must be a number')]);

export const condition = z.discriminatedUnion('op', [
  z.object({
    field,
    op: z.enum(['is', 'is_not', 'contains', 'not_contains', 'starts_with', 'ends_with']),
    value: scalar.describe('The value for the comparison, which is made as text and ignores case.'),
  }),
  z.object({ field, op: z.literal('one_of'), value: z.array(scalar).min(1).max(50) }),
  z.object({
    field,
    op: z.enum(['above', 'below']),
    value: aNumber.describe('The number for the comparison. A value that is not a number never matches.'),
  }),
  z.object({ field, op: z.enum(['exists', 'missing']) }),
]);
export type Condition = z.infer<typeof condition>;
