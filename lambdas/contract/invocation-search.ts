import * as z from 'zod';
import { MAX_SEARCH_TEXT } from './bounds.ts';
import { count, numericIdInPath, timestamp, words } from './common.ts';
import { invocation, invocationId, invocationStatus } from './invocation.ts';
import { standings } from './standing.ts';

/** The largest page of results. */
const MAX_FOUND = 50;

/** Values of the filter `status`: a call's standing, its result, or `held`. */
export const searchedStatus = z.enum([
  ...standings,
  'pending',
  'held',
  ...invocationStatus.exclude(['pending']).options,
]);
export type SearchedStatus = z.infer<typeof searchedStatus>;

/** GET /webhook/{id}/invocations/search: filters. An omitted filter matches all calls. */
export const searchQuery = z.object({
  status: searchedStatus
    .optional()
    .describe(
      'Includes only calls with this status. `attention`: a message failed permanently. `waiting`: no message failed, but one is still being delivered. `arrived`: all messages that were not skipped were delivered. Every call has one of these three, unless all its messages were skipped. The other values are results of a call. `held`: the call waits for quota, for its webhook to be resumed, or for the end of quiet hours. With `target_id`, `status` refers to the message to that target; `partial` still refers to the whole call.',
    ),
  target_id: numericIdInPath.optional().describe('Includes only calls dispatched to this target.'),
  verified: z
    .enum(['yes', 'no', 'not-checked'])
    .optional()
    .describe(
      'Includes only calls with this verification result. Applies only to webhooks with verification turned on.',
    ),
  by_old_url: z
    .enum(['yes', 'no'])
    .optional()
    .describe(
      '`yes` includes only calls to an earlier URL of the webhook, which show the services that still use that URL.',
    ),
  from: timestamp.optional().describe('Includes only calls accepted at or after this time.'),
  to: timestamp.optional().describe('Includes only calls accepted before this time.'),
  text: z
    .string()
    .min(1)
    .max(MAX_SEARCH_TEXT)
    .optional()
    .describe(
      'Text to find in the message’s headline, body, headers, query, call ID or caller’s IP address, ignoring case.',
    ),
  limit: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_FOUND))
    .default(25),
  cursor: invocationId.optional().describe('The `next` value of the previous response.'),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const foundInvocation = invocation.extend({
  excerpt: words.optional().describe('The text around the match.'),
});

export const searchResult = z.object({
  invocations: z
    .array(foundInvocation)
    .max(MAX_FOUND)
    .describe('The matching calls, newest first, as in the summary view.'),
  at: timestamp.describe('The time of the search. To find later calls, send this time as `from`.'),
  searched: count.describe('Number of calls searched for this response.'),
  searched_until: timestamp
    .optional()
    .describe('The time after which all calls were searched. Omitted if there are no older calls.'),
  next: invocationId
    .optional()
    .describe('The cursor to continue with older calls, to send as `cursor`. Omitted if there are no older calls.'),
});
