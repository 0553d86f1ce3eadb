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
      '`attention`: a message of the call failed permanently; `waiting`: none did, and one is still being delivered; `arrived`: all but skipped ones were delivered. Each call is one of the three, unless every message was skipped. Other values are the call’s result; `held`: it waits for quota, for its webhook to be resumed, or for the end of quiet hours. With `target_id`: the result of its message to that target (`partial` stays the call’s).',
    ),
  target_id: numericIdInPath.optional().describe('Calls that were dispatched to this target.'),
  verified: z
    .enum(['yes', 'no', 'not-checked'])
    .optional()
    .describe('Verification result of the call. Applies only to webhooks with verification turned on.'),
  by_old_url: z
    .enum(['yes', 'no'])
    .optional()
    .describe('`true`: calls to an earlier URL of the webhook. They show which services still use it.'),
  from: timestamp.optional().describe('Calls accepted at or after this time …'),
  to: timestamp.optional().describe('… and before this one.'),
  text: z
    .string()
    .min(1)
    .max(MAX_SEARCH_TEXT)
    .optional()
    .describe('Text to find in the full body, headers, query, call ID or caller’s IP address. Case is ignored.'),
  limit: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_FOUND))
    .default(25),
  cursor: invocationId.optional().describe('`next` of the previous response.'),
});
export type SearchQuery = z.output<typeof searchQuery>;

export const foundInvocation = invocation.extend({
  excerpt: words.optional().describe('The text around the match.'),
});

export const searchResult = z.object({
  invocations: z.array(foundInvocation).max(MAX_FOUND).describe('Newest first, as in the summary view.'),
  at: timestamp.describe('The time of the search. To find later calls, send it as `from`.'),
  searched: count.describe('Calls searched for this response; their number is limited.'),
  searched_until: timestamp
    .optional()
    .describe('All calls accepted after this time were searched; missing if there are none older.'),
  next: invocationId
    .optional()
    .describe('Send it back as `cursor` to continue with older calls; missing if there are none.'),
});
