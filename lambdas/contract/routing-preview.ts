import * as z from 'zod';
import { numericId, timestamp, words } from './common.ts';
import { invocationId } from './invocation.ts';
import { newRouting } from './routing.ts';

/** The body of POST /webhook/{id}/routing/preview. */
export const routingQuestion = z.object({
  routing: newRouting.optional().describe('The rules to preview. By default, the saved rules.'),
  last: z.int().min(1).max(100).default(50).describe('Number of recent calls to check; 50 by default.'),
});
export type RoutingQuestion = z.output<typeof routingQuestion>;

const outcome = z
  .enum(['sent', 'skipped', 'held'])
  .describe('The result of the rule. `held`: the message waits for the end of the target’s quiet hours, at `until`.');

const decided = z.object({
  target_id: numericId,
  outcome,
  by: words.describe('The reason in words. Empty if there was no rule.'),
  until: timestamp.optional(),
  message: words.optional().describe('The first line of the message. Omitted if there is no message.'),
  problem: words.optional().describe('The reason why there is no message, or why the rule could not be checked.'),
  saved: outcome.optional().describe('The result with the saved rules. Omitted if a rule took too long.'),
});

export const routingPreview = z.object({
  calls: z
    .array(
      z.object({
        invocation_id: invocationId,
        invoked_at: timestamp,
        targets: z
          .array(decided)
          .max(10)
          .describe('The results for the targets. Targets that were not checked are omitted.'),
      }),
    )
    .max(100)
    .describe('The calls, newest first, each checked as of its arrival. Nothing is sent.'),
  complete: z.boolean().describe('`false` if some targets of some calls were not checked.'),
  stopped_by: numericId
    .optional()
    .describe(
      'The target whose rule or template took too long and ended the preview. Omitted if the preview as a whole took too long.',
    ),
});
export type RoutingPreview = z.infer<typeof routingPreview>;
