import * as z from 'zod';
import { MAX_TARGETS } from './bounds.ts';
import { count, numericId, refusalCode, shortName, timestamp, words } from './common.ts';
import { oldRoutes } from './rotation.ts';
import { newRouting } from './routing.ts';
import { WEBHOOK_DEFAULTS } from './webhook-defaults.ts';
import { intake, rule, subjectChoice, webhookSettings } from './webhook-settings.ts';

const { shape } = webhookSettings;

/** Intake settings in a request. Omitted fields get the defaults. */
const newIntake = z.object({
  duplicates: intake.shape.duplicates.default(WEBHOOK_DEFAULTS.intake.duplicates),
  duplicate_window_minutes: intake.shape.duplicate_window_minutes.default(
    WEBHOOK_DEFAULTS.intake.duplicate_window_minutes,
  ),
  duplicate_fields: intake.shape.duplicate_fields.default(WEBHOOK_DEFAULTS.intake.duplicate_fields),
  answer_handshakes: intake.shape.answer_handshakes.default(WEBHOOK_DEFAULTS.intake.answer_handshakes),
  verify_token: intake.shape.verify_token.default(WEBHOOK_DEFAULTS.intake.verify_token),
  methods: intake.shape.methods.default(WEBHOOK_DEFAULTS.intake.methods),
  answer: intake.shape.answer.default(WEBHOOK_DEFAULTS.intake.answer),
});

/** Rules for severity, title and link in a request. Omitted rules are empty. */
export const newSubjectChoice = z.object({
  from: subjectChoice.shape.from,
  key: rule.default(WEBHOOK_DEFAULTS.subject.key),
  state: rule.default(WEBHOOK_DEFAULTS.subject.state),
  severity: rule.default(WEBHOOK_DEFAULTS.subject.severity),
  title: rule.default(WEBHOOK_DEFAULTS.subject.title),
  link: rule.default(WEBHOOK_DEFAULTS.subject.link),
});

/**
 * Settings in a request. Omitted fields of the specification get their defaults; other omitted fields keep their value.
 */
export const webhookFields = webhookSettings.partial().extend({
  name: shape.name,
  split_message: shape.split_message.default(WEBHOOK_DEFAULTS.split_message),
  use_template: shape.use_template.default(WEBHOOK_DEFAULTS.use_template),
  template: shape.template.default(WEBHOOK_DEFAULTS.template),
  enabled: shape.enabled.default(WEBHOOK_DEFAULTS.enabled),
  target_ids: shape.target_ids.default([]),
  intake: newIntake.optional(),
  subject: newSubjectChoice.optional(),
  routing: newRouting.optional(),
});

/** Fields in the specification's payload that are ignored. */
const ignoredOnWrite = {
  id: z.unknown().optional(),
  route: z.unknown().optional(),
  created_at: z.unknown().optional(),
};

/** POST /webhooks: the webhook and the chosen targets, of which only the ids are used. */
export const newWebhook = z.object({
  webhook: webhookFields.extend(ignoredOnWrite),
  targets: z
    .array(z.object({ id: numericId }))
    .max(MAX_TARGETS, `A webhook can have up to ${MAX_TARGETS} targets`)
    .default([]),
});
export type NewWebhook = z.infer<typeof newWebhook>;

/** The body of POST /webhook/{id}/clone. */
export const clonedName = z.object({ name: shape.name.describe('The name of the new webhook.') });

export const createdWebhook = z.object({
  webhook_id: numericId,
  route: shortName.describe('The last part of the invoke URL.'),
});
export type CreatedWebhook = z.infer<typeof createdWebhook>;

/** PUT /webhook/{id}: the whole webhook. */
export const webhookChange = webhookFields.extend({
  ...ignoredOnWrite,
  target_ids: shape.target_ids.min(1, 'At least one target needs to be selected'),
});
export type WebhookChange = z.infer<typeof webhookChange>;

const ONLY_READS =
  'Omitted for an API key with only the scope `read`, because anyone who knows it can call the webhook.';

/** A webhook in the API. */
export const webhook = webhookSettings.extend({
  intake: intake.extend({
    verify_token: intake.shape.verify_token
      .optional()
      .describe(`${intake.shape.verify_token.description} ${ONLY_READS}`),
  }),
  id: numericId,
  route: shortName.optional().describe(`The last part of the invoke URL. ${ONLY_READS}`),
  old_routes: oldRoutes
    .optional()
    .describe(`Earlier URLs that still accept calls, oldest first. Omitted if there are no such URLs. ${ONLY_READS}`),
  created_at: timestamp,
  amount_invocations: count,
  last_invocation: timestamp.describe('The time of the latest call. The zero date before the first one.'),
  invocations_this_cycle: count,
  max_invocations_per_cycle: count,
  amount_errors: count,
  errors_last_days: count,
  open_errors: count.describe('Number of errors in `errors_last_days` whose messages have not been resent.'),
  limit_hit: z.boolean(),
  status: z.enum(['enabled', 'paused', 'disabled']),
  held_calls: count
    .optional()
    .describe(
      'Number of calls that are held by a pause or still being sent after one. Omitted if there are no such calls.',
    ),
  silent_since: timestamp
    .optional()
    .describe(
      'The time of the last call, or of the webhook’s creation. Only while the webhook is silent for longer than its alarm allows.',
    ),
  disabled_reason: words
    .optional()
    .describe('The reason why the webhook accepts no calls, unless its owner disabled it.'),
  disabled_code: refusalCode.optional(),
});
export type WebhookWire = z.infer<typeof webhook>;
export const webhookList = z.array(webhook).max(1000);
