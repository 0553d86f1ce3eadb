import * as z from 'zod';
import { count, numericId, timestamp } from './common.ts';

const outcomes = {
  delivered: count.describe('Every message was delivered.'),
  partial: count.describe('Some messages failed permanently.'),
  failed: count.describe('Calls with no delivered message and no retry pending.'),
  waiting: count.describe('Being delivered, or waiting for another attempt.'),
  standing: z
    .object({ attention: count, waiting: count, arrived: count })
    .describe('The same calls, counted by `status` of the search.'),
  skipped: count.optional().describe('Excluded by the rules of all targets; missing if there is none.'),
};

/** Results of a webhook's last 24 hours. */
export const webhookStats = z.object({
  from: timestamp,
  to: timestamp,
  calls: count,
  ...outcomes,
  median_delivery_ms: count
    .optional()
    .describe('Median time from a call’s arrival to its last delivered message; missing if there is none.'),
  hours: z.array(z.object(outcomes)).length(24).describe('The same by hour, oldest first.'),
  undelivered: z
    .array(
      z.object({
        target_id: numericId,
        failed: count.describe('Messages that failed permanently.'),
        waiting: count.describe('Messages being delivered: tried already, or waiting behind one that was.'),
        retrying: count.describe('Those of them that will be retried.'),
        since: timestamp.describe('Arrival time of the first of their calls.'),
      }),
    )
    .max(1000)
    .describe('Targets whose latest message is not delivered, with all messages since their last delivery.'),
  complete: z.boolean().describe('`false` if there were too many calls: the numbers are then from the newest `calls`.'),
});
