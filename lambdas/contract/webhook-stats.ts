import * as z from 'zod';
import { count, numericId, timestamp, words } from './common.ts';

const outcomes = {
  delivered: count.describe('Number of calls whose messages were all delivered.'),
  partial: count.describe('Number of calls of which some messages failed permanently.'),
  failed: count.describe('Number of calls without a delivered message and without a planned retry.'),
  waiting: count.describe('Number of calls being delivered or waiting for another attempt.'),
  standing: z
    .object({ attention: count, waiting: count, arrived: count })
    .describe('The number of these calls for each `status` of the search.'),
  skipped: count
    .optional()
    .describe('Number of calls excluded by the rules of all targets. Omitted if no call was excluded.'),
};

/** Results of a webhook's last 24 hours. */
export const webhookStats = z.object({
  from: timestamp,
  to: timestamp,
  calls: count,
  ...outcomes,
  median_delivery_ms: count
    .optional()
    .describe(
      'The median time from a call’s arrival to its last delivered message, in milliseconds. Omitted if no message was delivered.',
    ),
  p95_delivery_ms: count
    .optional()
    .describe('The time within which 95 % of these calls were delivered, in milliseconds.'),
  targets: z
    .array(z.object({ target_id: numericId, median_delivery_ms: count, p95_delivery_ms: count }))
    .max(1000)
    .describe('The same times for each of the webhook’s targets with a delivered message.'),
  hours: z.array(z.object(outcomes)).length(24).describe('The counts by hour, oldest first.'),
  undelivered: z
    .array(
      z.object({
        target_id: numericId,
        failed: count.describe('Number of messages that failed permanently.'),
        waiting: count.describe(
          'Number of messages being delivered: already attempted, or waiting behind one that was.',
        ),
        retrying: count.describe('Number of these messages that will be retried.'),
        since: timestamp.describe('The arrival time of the first of these calls, or `paused_since` if there are none.'),
        paused_since: timestamp
          .optional()
          .describe('The time since which the target accepts no messages. Earlier calls can be waiting, too.'),
        paused_reason: words.optional().describe('The reason, or the last error before a pause, as a sentence.'),
      }),
    )
    .max(1000)
    .describe(
      'The targets whose latest message is not delivered, with the messages since their last delivery, and those that accept no messages.',
    ),
  complete: z
    .boolean()
    .describe('`false` if there were too many calls. The numbers are then those of the newest `calls`.'),
});
