import * as z from 'zod';
import { numericId, timestamp, words } from './common.ts';
import { invocationId } from './invocation.ts';
import { newRouting } from './routing.ts';

/** POST /webhook/{id}/routing/preview */
export const routingQuestion = z.object({
  routing: newRouting.optional().describe('Rules that are not saved yet; left out: those that are.'),
  last: z.int().min(1).max(100).default(50).describe('Calls that are looked at, the newest first.'),
});
export type RoutingQuestion = z.output<typeof routingQuestion>;

const outcome = z
  .enum(['sent', 'skipped', 'held'])
  .describe('`held`: until `until`, when the quiet hours of the target end.');

const decided = z.object({
  target_id: numericId,
  outcome,
  by: words.describe('The reason, in words; empty when there was nothing to decide.'),
  until: timestamp.optional(),
  message: words.optional().describe('The first line of the message; missing when there is none.'),
  problem: words
    .optional()
    .describe('The reason that there would be no message, or that the rule could not be judged.'),
  saved: outcome
    .optional()
    .describe('The same by the saved rules; missing when they were not judged because one of them takes too long.'),
});

export const routingPreview = z.object({
  calls: z
    .array(
      z.object({
        invocation_id: invocationId,
        invoked_at: timestamp,
        targets: z.array(decided).max(10).describe('Targets that were not judged are missing.'),
      }),
    )
    .max(100)
    .describe('Newest first; each is judged at the time when it came. Nothing is sent.'),
  complete: z.boolean().describe('false when some targets of some calls were not judged.'),
  stopped_by: numericId
    .optional()
    .describe(
      'The target whose rule or template took too long, which ended the preview; missing when its time was up.',
    ),
});
export type RoutingPreview = z.infer<typeof routingPreview>;
