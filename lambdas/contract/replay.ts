import * as z from 'zod';
import { MAX_TARGETS } from './bounds.ts';
import { count, numericId, timestamp } from './common.ts';

/** POST /invocation/{id}/replay: resends the call to all of its targets, or only to the given ones. */
export const invocationReplay = z.object({
  target_ids: z
    .array(numericId)
    .min(1)
    .max(MAX_TARGETS, `Choose at most ${MAX_TARGETS} targets`)
    .refine((ids) => new Set(ids).size === ids.length, 'contains a target twice')
    .optional()
    .describe('Your targets that get the messages. If omitted, all the call’s targets get them.'),
});

export const queuedAgain = z.object({
  queued: count.describe('Number of messages being resent, without those that were still being delivered.'),
});

/** The messages to resend, by webhook. */
export const replayFilter = z
  .object({
    from: timestamp.describe('Includes only calls accepted at or after this time.'),
    to: timestamp.describe('Includes only calls accepted before this time.'),
    status: z
      .enum(['error', 'success', 'any'])
      .default('error')
      .describe(
        'Includes only messages with this final status; `error` by default. Messages waiting for another attempt are never included.',
      ),
    target_id: numericId
      .optional()
      .describe('Includes only messages to this target. If omitted, includes messages to all targets.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after `from`' });
export type ReplayFilterWire = z.output<typeof replayFilter>;

export const replayCount = z.object({
  messages: count.describe('Number of messages that would be sent, counted up to 10,000.'),
  left_today: count.describe(
    'Number of messages that can still be resent today. Calls do not count towards this limit.',
  ),
});

export const replay = z.object({
  id: z.string().max(40),
  webhook_id: numericId,
  from: timestamp,
  to: timestamp,
  status: z.enum(['error', 'success', 'any']),
  target_id: numericId.optional(),
  state: z.enum(['running', 'done']),
  matched: count.describe('Number of matching messages.'),
  queued: count.describe('Number of messages queued so far.'),
  created_at: timestamp,
});
export type ReplayWire = z.infer<typeof replay>;
