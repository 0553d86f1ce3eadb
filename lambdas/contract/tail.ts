import * as z from 'zod';
import { timestamp } from './common.ts';
import { invocation, invocationId } from './invocation.ts';

/** Maximum number of calls in one response. */
export const MAX_TAILED = 20;

/** The query of GET /webhook/{id}/invocations/tail. */
export const tailQuery = z.object({
  after: invocationId.optional().describe('The `next` value of the previous response.'),
  from: timestamp.optional().describe('The start time if there is no `after`. By default, now.'),
});

export const tailed = z.object({
  invocations: z.array(invocation).max(MAX_TAILED).describe('The calls, oldest first, with headers and bodies.'),
  next: invocationId.describe('The cursor for the next request. Send it as `after` to miss no calls.'),
  more: z.boolean().describe('`true` if more calls are available now. If `false`, poll again in a second.'),
});
