import * as z from 'zod';
import { MAX_AUDITED } from './bounds.ts';
import { paging, shortName, timestamp } from './common.ts';

const changeId = z
  .string()
  .max(40)
  .regex(/^[0-9a-z]{20,40}$/, 'is not the id of a change');

/** The query of GET /audit. */
export const changeQuery = z.object({
  limit: paging.shape.limit,
  cursor: changeId.optional().describe('`next` of the previous response.'),
});

/** One entry of the audit log. */
export const change = z.object({
  id: changeId,
  at: timestamp,
  action: shortName.describe('The operation’s id in this document, for programs to compare. New ones may be added.'),
  what: shortName.describe('The same in words.'),
  object: z
    .enum(['account', 'webhook', 'target', 'key', 'sample', 'call'])
    .describe('The kind of thing that changed. `call`: a call or one of its messages.'),
  object_id: shortName.optional().describe('Missing for changes of the whole account.'),
  object_name: shortName
    .optional()
    .describe('Its name after the change; for a call, the name of its webhook. Missing if it has none.'),
  by: z
    .enum(['session', 'key', 'public'])
    .describe(
      '`session`: a signed-in browser. `key`: an API key. `public`: a request without signing in, such as a password reset.',
    ),
  key_id: shortName.optional().describe('With `key`.'),
  key_name: shortName.optional().describe('With `key`.'),
  ip: shortName.describe('The IP address of the request.'),
  fields: z
    .array(shortName)
    .max(100)
    .describe('The names of the changed fields; their values are not stored. Empty unless existing fields changed.'),
});
export type ChangeWire = z.infer<typeof change>;

export const changeList = z.object({
  changes: z.array(change).max(MAX_AUDITED).describe('Newest first.'),
  next: changeId.optional().describe('Cursor for the next page. Send it as `cursor`. Omitted on the last page.'),
});
