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
  cursor: changeId.optional().describe('The `next` value of the previous response.'),
});

/** One entry of the audit log. */
export const change = z.object({
  id: changeId,
  at: timestamp,
  action: shortName.describe(
    'The operation’s ID in this document, or `planChanged` for a plan that a payment started or ended. New operations may be added.',
  ),
  what: shortName.describe('The operation in words.'),
  object: z
    .enum(['account', 'webhook', 'target', 'key', 'sample', 'call', 'member', 'passkey'])
    .describe(
      'The type of the changed resource. `call`: a call or one of its messages. `member`: a member or an invitation.',
    ),
  object_id: shortName.optional().describe('The ID of the changed resource. Omitted for changes of the whole account.'),
  object_name: shortName
    .optional()
    .describe(
      'The name of the resource after the change; for a call, the name of its webhook. Omitted if there is no name.',
    ),
  detail: shortName
    .optional()
    .describe('More about the operation, such as `recovery code` for a sign-in. Omitted if there is nothing to add.'),
  by: z
    .enum(['session', 'key', 'member', 'public'])
    .describe(
      'The author of the change. `session`: the account’s owner in a browser. `key`: an API key. `member`: a member of the team. `public`: a request without sign-in, such as a password reset or an event of the payment provider.',
    ),
  key_id: shortName.optional().describe('The ID of the API key; only with `key`.'),
  key_name: shortName.optional().describe('The name of the API key; only with `key`.'),
  member_email: shortName.optional().describe('The member’s address; only with `member`.'),
  ip: shortName.describe('The IP address of the request. Empty for an event of the payment provider.'),
  fields: z
    .array(shortName)
    .max(100)
    .describe('The names of the changed fields, without their values. Empty if no existing field changed.'),
});
export type ChangeWire = z.infer<typeof change>;

export const changeList = z.object({
  changes: z.array(change).max(MAX_AUDITED).describe('The changes, newest first.'),
  next: changeId.optional().describe('The cursor of the next page, to send as `cursor`. Omitted on the last page.'),
});
