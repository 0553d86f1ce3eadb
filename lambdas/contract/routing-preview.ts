import * as z from 'zod';
import { numericId, timestamp, words } from './common.ts';
import { invocationId } from './invocation.ts';
import { newRouting } from './routing.ts';

/** The body of POST /webhook/{id}/routing/preview. */
export const routingQuestion = z.object({
  routing: newRouting.optional().describe('Rules to preview. Default: the saved rules.'),
  last: z.int().min(1).max(100).default(50).describe('Number of recent calls to check.'),
});
export type RoutingQuestion = z.output<typeof routingQuestion>;

const outcome = z
  .enum(['sent', 'skipped', 'held'])
  .describe('`held`: until `until`, when the quiet hours of the target end.');

const decided = z.object({
  target_id: numericId,
  outcome,
  by: words.describe('The reason, in words; empty if there was nothing to decide.'),
  until: timestamp.optional(),
  message: words.optional().describe('The first line of the message; missing when there is none.'),
  problem: words.optional().describe('The reason why there would be no message, or why the rule could not be checked.'),
  saved: outcome
    .optional()
    .describe('The result with the saved rules; missing if they were not checked because a rule took too long.'),
});

export const routingPreview = z.object({
  calls: z
    .array(
      z.object({
        invocation_id: invocationId,
        invoked_at: timestamp,
        targets: z.array(decided).max(10).describe('Targets that were not checked are missing.'),
      }),
    )
    .max(100)
    .describe('Newest first; each is checked as of its arrival. Nothing is sent.'),
  complete: z.boolean().describe('false if some targets of some calls were not checked.'),
  stopped_by: numericId
    .optional()
    .describe(
      'The target whose rule or template took too long, which ended the preview; missing if the preview as a whole took too long.',
    ),
});
export type RoutingPreview = z.infer<typeof routingPreview>;
