import * as z from 'zod';
import { timestamp } from './common.ts';
import { invocation, invocationId } from './invocation.ts';

/** The most calls that one answer has. */
export const MAX_TAILED = 20;

/** GET /webhook/{id}/invocations/tail */
export const tailQuery = z.object({
  after: invocationId.optional().describe('`next` of the answer before.'),
  from: timestamp.optional().describe('The beginning without `after`; left out: now.'),
});

export const tailed = z.object({
  invocations: z.array(invocation).max(MAX_TAILED).describe('Oldest first, with headers and bodies.'),
  next: invocationId.describe('Send it back as `after`, to miss nothing.'),
  more: z.boolean().describe('There are more already; otherwise ask again in a second.'),
});
