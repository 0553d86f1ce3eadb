import * as z from 'zod';
import { count, numericId, shortName, timestamp } from './common.ts';
import { invocationId } from './invocation.ts';
import { severity } from './rich.ts';

/** A matter that several calls of a webhook are about. */
const matter = z.object({
  title: z.string().max(200).describe('The title of the latest call; empty if no call had one.'),
  state: z.enum(['open', 'resolved']),
  severity: severity.describe('The severity while it was last open.'),
  opened_at: timestamp.describe('The arrival time of its first call.'),
  latest_at: timestamp.describe(
    'The arrival time of its latest call, or of the latest change in severity if its messages are not followed up.',
  ),
  count: count.optional().describe('Number of calls about it. Omitted if its messages are not followed up.'),
  invocation_id: invocationId.describe(
    'The ID of the latest call, or of the first one if its messages are not followed up.',
  ),
  link: z.string().max(2048).optional().describe('The matter’s page at the service. Omitted if no call had a link.'),
  acknowledged_at: timestamp.optional().describe('The time of its acknowledgement. Omitted if there is none.'),
  acknowledged_by: shortName.optional().describe('The first to acknowledge it.'),
  waiting_invocation_id: invocationId
    .optional()
    .describe('A call about it that waits for an acknowledgement. Omitted if none does.'),
  target_ids: z
    .array(numericId)
    .max(1000)
    .describe('The targets that have a message about it. Empty if its messages are not followed up.'),
});

/** The filter of a list of matters. */
export const matterQuery = z.object({
  ack: z.literal('open').optional().describe('`open` returns only matters that wait for an acknowledgement.'),
});
export type MatterQuery = z.infer<typeof matterQuery>;

/** A webhook's matters, open ones first. */
export const matters = z.array(matter).max(1000);
