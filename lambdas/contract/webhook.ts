import * as z from 'zod';
import { numericId, timestamp } from './common.ts';

/** Templates may be wrong when saved: they fail visibly at delivery, and saving never refuses one (templates, section 6). */
export const webhookFields = z.object({
  name: z.string().trim().min(1, 'A name is required').max(100, 'must have at most 100 characters'),
  split_message: z.boolean().default(true),
  use_template: z.boolean().default(false),
  template: z.string().max(16_384, 'must have at most 16384 characters').default(''),
  enabled: z.boolean().default(true),
  target_ids: z
    .array(numericId)
    .max(10, 'At most 10 targets per webhook')
    .refine((ids) => new Set(ids).size === ids.length, 'names a target twice')
    .default([]),
});

/** Fields that the specification's own payload carries and that never take effect. */
const ignoredOnWrite = {
  id: z.unknown().optional(),
  route: z.unknown().optional(),
  created_at: z.unknown().optional(),
};

/** POST /webhooks: the webhook and, beside it, the chosen targets; only the ids of the latter count. */
export const newWebhook = z.object({
  webhook: webhookFields.extend(ignoredOnWrite),
  targets: z
    .array(z.object({ id: numericId }))
    .max(10, 'At most 10 targets per webhook')
    .default([]),
});
export type NewWebhook = z.infer<typeof newWebhook>;

export const createdWebhook = z.object({ webhook_id: numericId, route: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** PUT /webhook/{id}: the whole webhook. */
export const webhookChange = webhookFields.extend({
  ...ignoredOnWrite,
  target_ids: webhookFields.shape.target_ids.unwrap().min(1, 'At least one target needs to be selected'),
});
export type WebhookChange = z.infer<typeof webhookChange>;

export const webhook = z.object({
  id: numericId,
  name: z.string(),
  route: z.string(),
  split_message: z.boolean(),
  use_template: z.boolean(),
  template: z.string(),
  enabled: z.boolean(),
  created_at: timestamp,
  target_ids: z.array(numericId),
  amount_invocations: z.int(),
  last_invocation: timestamp,
  invocations_this_cycle: z.int(),
  max_invocations_per_cycle: z.int(),
  amount_errors: z.int(),
  errors_last_days: z.int(),
  limit_hit: z.boolean(),
  status: z.enum(['enabled', 'disabled']),
  /** Why it takes no calls although its owner did not switch it off, in plain words. */
  disabled_reason: z.string().optional(),
});
export type WebhookWire = z.infer<typeof webhook>;
export const webhookList = z.array(webhook);
