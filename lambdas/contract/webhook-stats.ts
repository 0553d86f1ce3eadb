import * as z from 'zod';
import { count, numericId, timestamp } from './common.ts';

const outcomes = {
  delivered: count.describe('Every message arrived.'),
  partial: count.describe('Some messages failed permanently.'),
  failed: count.describe('No message arrived, and none is tried again.'),
  waiting: count.describe('Under way, or waiting for another attempt.'),
  standing: z
    .object({ attention: count, waiting: count, arrived: count })
    .describe('The same calls as `status` of the search finds them: what failed, what is under way, what arrived.'),
  skipped: count.optional().describe('No target wants it by its routing rule; left out while there is none.'),
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
      'From a call’s arrival to its last delivered message, for half of the calls at most; missing without any.',
    ),
  hours: z.array(z.object(outcomes)).length(24).describe('The same by hour, oldest first.'),
  undelivered: z
    .array(
      z.object({
        target_id: numericId,
        failed: count.describe('Messages that failed permanently.'),
        waiting: count.describe('Messages under way: tried already, or behind one that is.'),
        retrying: count.describe('Those of them that were tried already, and are tried again.'),
        since: timestamp.describe('When the first of their calls came.'),
      }),
    )
    .max(1000)
    .describe('Targets whose latest message is not delivered, with all messages since they last took one.'),
  complete: z
    .boolean()
    .describe('false when there were more calls than are looked at: the numbers are those of the newest `calls` then.'),
});
