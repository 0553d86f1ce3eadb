import * as z from 'zod';
import { acknowledgeChoice } from './acknowledge.ts';
import {
  answerProblem,
  answerTypes,
  callMethods,
  isFieldPath,
  MAX_ANSWER_BODY,
  MAX_DUPLICATE_FIELDS,
  MAX_FIELD_PATH,
} from './answer.ts';
import {
  DIGEST,
  MAX_DUPLICATE_WINDOW_MINUTES,
  MAX_NAME,
  MAX_RETENTION_DAYS,
  MAX_SUBJECT_RULE,
  MAX_TARGETS,
  MAX_TEMPLATE,
  MAX_VERIFY_TOKEN,
  SILENCE_MINUTES,
} from './bounds.ts';
import { numericId } from './common.ts';
import { routing } from './routing.ts';
import { followChoice } from './states.ts';
import { timeZone } from './time-zone.ts';

/** A custom response, the same for every call. */
const answer = z
  .object({
    status: z.int().min(200).max(299),
    content_type: z.enum(answerTypes).describe('The media type of the response, in UTF-8.'),
    body: z
      .string()
      .max(MAX_ANSWER_BODY)
      .describe('The body. JSON if the content type requires it; empty for 204 and 205.'),
  })
  .superRefine(({ status, content_type, body }, { addIssue }) => {
    const problem = answerProblem({ status, contentType: content_type, body });
    if (problem) addIssue({ code: 'custom', path: [problem.field], message: problem.message });
  });

/** Checks and changes before a call becomes a message. */
export const intake = z.object({
  duplicates: z
    .enum(['off', 'mark', 'drop'])
    .describe(
      'Handling of duplicates. Calls are duplicates if they have the same delivery ID from the service or, without one, the same method, query and body. Verified calls with the same signed text are duplicates too. `mark` delivers and labels duplicates. `drop` only returns 202 with the ID of the first call. `drop` is safe only with verification in the mode `enforce`: otherwise, anyone with the URL can use an ID before the real call.',
    ),
  duplicate_window_minutes: z
    .int()
    .min(1)
    .max(MAX_DUPLICATE_WINDOW_MINUTES)
    .describe('The deduplication window in minutes; 60 by default.'),
  duplicate_fields: z
    .array(z.string().max(MAX_FIELD_PATH).refine(isFieldPath, 'must be names joined by dots, such as data.id'))
    .max(MAX_DUPLICATE_FIELDS, `must have at most ${MAX_DUPLICATE_FIELDS} paths`)
    .describe(
      'The paths of a JSON body, or fields of a form, whose values identify a duplicate: `data.id`, `items.0.sku`. Each value must be a string, a boolean or an exact integer. Otherwise, the paths are ignored for this call.',
    ),
  answer_handshakes: z
    .boolean()
    .describe(
      'True if Tellhook answers URL verification requests from Slack, Meta, Amazon SNS, Microsoft Graph, Dropbox and CloudEvents, which are then not delivered as messages.',
    ),
  verify_token: z.string().max(MAX_VERIFY_TOKEN).describe('The token that Meta sends in its URL verification request.'),
  methods: z
    .array(z.enum(callMethods))
    .max(callMethods.length)
    .refine((methods) => new Set(methods).size === methods.length, 'contains a method twice')
    .describe(
      'The accepted methods; others return 405 with `Allow`. If empty, all are accepted. URL verification requests are answered with any method.',
    ),
  answer: answer
    .nullable()
    .describe('The response to callers after their call is stored. `null`: 202 with the call’s ID.'),
});

/** Message format: plain text, or the target's own formatting. */
export const format = z.enum(['plain', 'rich']);
export type Format = z.infer<typeof format>;

export const rule = z.string().max(MAX_SUBJECT_RULE, `must have at most ${MAX_SUBJECT_RULE} characters`);

/** The limit of messages beyond which a digest tells of the others. */
export const digest = z.object({
  after: z
    .int()
    .min(DIGEST.after.min)
    .max(DIGEST.after.max)
    .describe('The number of messages that a target gets one by one within the time.'),
  within_seconds: z.int().min(DIGEST.seconds.min).max(DIGEST.seconds.max).describe('The time in seconds.'),
});

/** Rules for severity, title and link. */
export const subjectChoice = z.object({
  from: z
    .enum(['auto', 'own', 'off'])
    .describe(
      'The source of the subject. `auto`: the rules for known services, or else the call’s fields. `own`: the expressions below; an empty one works as in `auto`. `off`: messages have no severity.',
    ),
  key: rule.describe('The key shared by all calls about the same subject. All five fields are JSONata over the body.'),
  state: rule.describe('The state: a word such as `firing` or `closed`, or the service’s own word.'),
  severity: rule.describe('The severity: a word such as `critical` or `P2`, or the service’s own word.'),
  title: rule,
  link: rule,
});

/**
 * Settings of a webhook. A template with errors can be saved; its messages then fail with the error (docs/templates.md,
 * section 6).
 */
export const webhookSettings = z.object({
  name: z.string().trim().min(1, 'A name is required').max(MAX_NAME, `must have at most ${MAX_NAME} characters`),
  split_message: z.boolean(),
  use_template: z.boolean(),
  template: z.string().max(MAX_TEMPLATE, `must have at most ${MAX_TEMPLATE} characters`),
  enabled: z.boolean(),
  paused: z
    .boolean()
    .describe(
      'True if calls are accepted, stored and held until the webhook is resumed, and then sent in order. No effect on a disabled webhook.',
    ),
  target_ids: z
    .array(numericId)
    .max(MAX_TARGETS, `A webhook can have up to ${MAX_TARGETS} targets`)
    .refine((ids) => new Set(ids).size === ids.length, 'contains a target twice'),
  retention_days: z
    .int('must be a whole number of days')
    .min(1, 'must be at least 1 day')
    .max(MAX_RETENTION_DAYS, `must be at most ${MAX_RETENTION_DAYS} days`)
    .nullable()
    .describe('The retention of the webhook’s calls in days, up to the plan’s. `null`: the plan’s retention.'),
  silence_alarm_minutes: z
    .int('must be a whole number of minutes')
    .min(SILENCE_MINUTES.min, `must be at least ${SILENCE_MINUTES.min} minutes`)
    .max(SILENCE_MINUTES.max, `must be at most ${SILENCE_MINUTES.max} minutes`)
    .nullable()
    .describe(
      'Number of minutes without a call after which the owner gets an email. Another email follows when calls resume. `null`: off.',
    ),
  intake,
  format: format.describe(
    'The message format. `rich`: colours, titles, facts and buttons where the target can show them.',
  ),
  time_zone: timeZone.describe('The IANA name of the time zone for times in messages, such as `Europe/Berlin`.'),
  subject: subjectChoice.describe(
    'The rules for severity, title and link. If a rule fails, the message is still sent.',
  ),
  routing: routing.describe(
    'The routing rules, at most one for each target. A target without a rule gets every call. Rules for targets that the webhook does not have are rejected, and rules of removed targets are deleted.',
  ),
  follow: followChoice.describe(
    'One message per matter: calls with the same subject key change the first message or reply to it, as far as the target can. `update` only changes it, `reply` only replies, `auto` does both. `off`: each call is a new message. Test calls, resends and messages in several parts are always new.',
  ),
  digest: digest
    .nullable()
    .describe(
      'One message for many: beyond `after` messages to a target within `within_seconds`, a digest has the number and up to ten titles of the others. Critical messages, resends, test calls and targets of the type HTTP are exempt. `null`: off.',
    ),
  acknowledge: acknowledgeChoice
    .nullable()
    .describe(
      'Calls that a person has to acknowledge. Their messages have an *Acknowledge* link. While no one uses it, each step sends the call to further targets. The steps end when someone acknowledges the call, or when a later call resolves its matter. `null`: off.',
    ),
});
export type WebhookSettings = z.infer<typeof webhookSettings>;
