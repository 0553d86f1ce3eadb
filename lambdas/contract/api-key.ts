import * as z from 'zod';
import { MAX_KEY_DAYS, MAX_KEY_WEBHOOKS, MAX_NAME } from './bounds.ts';
import { count, numericId, shortName, timestamp } from './common.ts';
import { scopes } from './scopes.ts';

const scopeList = z
  .array(z.enum(scopes))
  .max(scopes.length)
  .describe(
    'The requests that a key can make. `read`: read webhooks, targets, calls, messages and the audit log. `write`: change webhooks and targets. `send`: send calls and resend messages.',
  );

const webhookIds = z.array(numericId).max(MAX_KEY_WEBHOOKS, `must contain at most ${MAX_KEY_WEBHOOKS} webhooks`);

/** The body of POST /keys. */
export const newKey = z.object({
  name: z.string().trim().min(1, 'A name is required').max(MAX_NAME, `must have at most ${MAX_NAME} characters`),
  scopes: scopeList
    .min(1, 'At least one scope is required')
    .refine((names) => new Set(names).size === names.length, 'contains a scope twice'),
  expires_in_days: z
    .int()
    .min(1)
    .max(MAX_KEY_DAYS, `must be at most ${MAX_KEY_DAYS} days`)
    .optional()
    .describe('Number of days until the key expires. If omitted, the key does not expire.'),
  webhook_ids: webhookIds
    .min(1, 'must contain a webhook or be omitted')
    .refine((ids) => new Set(ids).size === ids.length, 'contains a webhook twice')
    .optional()
    .describe(
      'The webhooks that the key can use; it can’t see any others. If omitted, the key works for all webhooks, including future ones.',
    ),
});
export type NewKey = z.infer<typeof newKey>;

const keyId = shortName.regex(/^[0-9a-f]{20}$/);

/** A key in lists, without the key itself. */
export const apiKey = z.object({
  id: keyId,
  name: shortName,
  hint: shortName.describe('The last characters of the key.'),
  scopes: scopeList,
  created_at: timestamp,
  last_used_at: timestamp.describe('The hour of the last use. The zero date before the first use.'),
  expires_at: timestamp.describe('The expiry date. The zero date if the key does not expire.'),
  webhook_ids: webhookIds
    .optional()
    .describe('The webhooks to which the key is restricted. Omitted if the key is unrestricted.'),
});
export type ApiKeyWire = z.infer<typeof apiKey>;

export const keyList = z.object({
  keys: z.array(apiKey).max(100).describe('The keys, oldest first.'),
  max_keys: count.describe('The plan’s limit of keys.'),
});

export const createdKey = apiKey.extend({
  key: z.string().max(100).describe('The key, returned only once. Send it as `Authorization: Bearer …`.'),
});
