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
    .describe('Any of your targets. If omitted, all targets of the call.'),
});

export const queuedAgain = z.object({
  queued: count.describe('Messages that are being delivered again. Those already being delivered are left alone.'),
});

/** The messages to resend, by webhook. */
export const replayFilter = z
  .object({
    from: timestamp.describe('Calls accepted at or after this time …'),
    to: timestamp.describe('… and before this one.'),
    status: z
      .enum(['error', 'success', 'any'])
      .default('error')
      .describe('The final status of the messages. Messages waiting for another attempt are never included.'),
    target_id: numericId.optional().describe('Only messages to this target.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after `from`' });
export type ReplayFilterWire = z.output<typeof replayFilter>;

export const replayCount = z.object({
  messages: count.describe('Messages that would be sent, counted up to 10000.'),
  left_today: count.describe('Messages that can be resent today; calls do not count against this.'),
});

export const replay = z.object({
  id: z.string().max(40),
  webhook_id: numericId,
  from: timestamp,
  to: timestamp,
  status: z.enum(['error', 'success', 'any']),
  target_id: numericId.optional(),
  state: z.enum(['running', 'done']),
  matched: count.describe('Messages that match.'),
  queued: count.describe('Messages that are queued so far.'),
  created_at: timestamp,
});
export type ReplayWire = z.infer<typeof replay>;
