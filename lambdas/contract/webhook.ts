import * as z from 'zod';
import {
  MAX_DUPLICATE_WINDOW_MINUTES,
  MAX_NAME,
  MAX_RETENTION_DAYS,
  MAX_TARGETS,
  MAX_TEMPLATE,
  MAX_VERIFY_TOKEN,
} from './bounds.ts';
import { count, numericId, refusalCode, shortName, timestamp, words } from './common.ts';

/** What is done with calls before they count as messages. */
export const intake = z.object({
  duplicates: z
    .enum(['off', 'mark', 'drop'])
    .default('off')
    .describe(
      'Calls that repeat an earlier one, by the sender’s delivery id or else by method, query and body: `mark` stores and delivers them marked, `drop` answers 202 with the id of the first and does nothing more.',
    ),
  duplicate_window_minutes: z
    .int()
    .min(1)
    .max(MAX_DUPLICATE_WINDOW_MINUTES)
    .default(60)
    .describe('For how long a call is remembered.'),
  answer_handshakes: z
    .boolean()
    .default(false)
    .describe(
      'Answers the handshakes of Slack, Meta, Amazon SNS, Microsoft Graph, Dropbox and CloudEvents; they are not messages then.',
    ),
  verify_token: z.string().max(MAX_VERIFY_TOKEN).default('').describe('What Meta has to name in its handshake.'),
});

/** How messages are written: as text alone, or with the looks that each target has. */
export const format = z.enum(['plain', 'rich']);
export type Format = z.infer<typeof format>;

export const timeZone = z.string().max(60).refine(isTimeZone, 'is not a known time zone');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Templates may be wrong when saved: they fail visibly at delivery, and saving never refuses one (templates, section 6). */
export const webhookFields = z.object({
  name: z.string().trim().min(1, 'A name is required').max(MAX_NAME, `must have at most ${MAX_NAME} characters`),
  split_message: z.boolean().default(true),
  use_template: z.boolean().default(false),
  template: z.string().max(MAX_TEMPLATE, `must have at most ${MAX_TEMPLATE} characters`).default(''),
  enabled: z.boolean().default(true),
  target_ids: z
    .array(numericId)
    .max(MAX_TARGETS, `At most ${MAX_TARGETS} targets per webhook`)
    .refine((ids) => new Set(ids).size === ids.length, 'names a target twice')
    .default([]),
  retention_days: z
    .int('must be a whole number of days')
    .min(1, 'must be at least 1 day')
    .max(MAX_RETENTION_DAYS, `must be at most ${MAX_RETENTION_DAYS} days`)
    .nullable()
    .optional()
    .describe(
      'Days that its calls are kept, if that is less than the plan has; `null`: as long as the plan keeps them. Stays as it is when left out.',
    ),
  intake: intake.optional().describe('Stays as it is when left out.'),
  format: format
    .optional()
    .describe(
      '`rich`: colours, titles, facts and buttons where a target can show them. Plain at first; stays as it is when left out.',
    ),
  time_zone: timeZone
    .optional()
    .describe(
      'For times in messages, an IANA name such as `Europe/Berlin`. UTC at first; stays as it is when left out.',
    ),
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
    .max(MAX_TARGETS, `At most ${MAX_TARGETS} targets per webhook`)
    .default([]),
});
export type NewWebhook = z.infer<typeof newWebhook>;

export const createdWebhook = z.object({
  webhook_id: numericId,
  route: shortName.describe('The last part of the invoke URL.'),
});
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** PUT /webhook/{id}: the whole webhook. */
export const webhookChange = webhookFields.extend({
  ...ignoredOnWrite,
  target_ids: webhookFields.shape.target_ids.unwrap().min(1, 'At least one target needs to be selected'),
});
export type WebhookChange = z.infer<typeof webhookChange>;

export const webhook = z.object({
  id: numericId,
  name: shortName,
  route: shortName.describe('The last part of the invoke URL.'),
  split_message: z.boolean(),
  use_template: z.boolean(),
  template: z.string().max(MAX_TEMPLATE),
  enabled: z.boolean(),
  created_at: timestamp,
  target_ids: z.array(numericId).max(MAX_TARGETS),
  retention_days: count.nullable().describe('As chosen; `null`: calls are kept for as long as the plan has it.'),
  intake: intake.optional(),
  format: format.optional().describe('Left out: plain.'),
  time_zone: shortName.optional().describe('Left out: UTC.'),
  amount_invocations: count,
  last_invocation: timestamp.describe('The zero date before the first.'),
  invocations_this_cycle: count,
  max_invocations_per_cycle: count,
  amount_errors: count,
  errors_last_days: count,
  open_errors: count.describe('Those of `errors_last_days` that were not sent again since.'),
  limit_hit: z.boolean(),
  status: z.enum(['enabled', 'disabled']),
  disabled_reason: words
    .optional()
    .describe('Why it takes no calls although its owner did not switch it off, in plain words.'),
  disabled_code: refusalCode.optional(),
});
export type WebhookWire = z.infer<typeof webhook>;
export const webhookList = z.array(webhook).max(1000);
