import * as z from 'zod';
import { ESCALATION } from './bounds.ts';
import { count, dispatchCode, MAX_RENDERED, numericId, paging, shortName, timestamp, words } from './common.ts';
import { richMessage, severity } from './rich.ts';
import { attemptCause, followHow, targetStatus } from './states.ts';
import { unverifiedReasons } from './unverified.ts';

export const invocationStatus = z.enum(['pending', 'success', 'partial', 'error', 'skipped']);
export type InvocationStatus = z.infer<typeof invocationStatus>;

export const invocationQuery = paging.extend({
  view: z
    .enum(['full', 'summary'])
    .default('full')
    .describe('The amount of data for each call. `summary` omits the headers and all but the beginning of the body.'),
});

/** Maximum length of a body. A 1 MiB body that is not text has this length in base64. */
const MAX_RAW_BODY = 1_398_104;

/** The id of an invocation. Ids sort by time. */
export const invocationId = z
  .string()
  .max(28)
  .regex(/^[0-9a-z]{28}$/);

const subjectState = z
  .enum(['open', 'update', 'resolved'])
  .describe('The call’s effect on its subject: opened, updated or resolved.');

/** Severity, title and link of a call, from the rules of its sender or from its fields. */
export const subject = z.object({
  key: z.string().max(200).optional().describe('The key shared by all calls about the same matter.'),
  state: subjectState,
  severity,
  title: z.string().max(200),
  link: z.string().max(500).optional().describe('The link to the subject in its service.'),
});

/** Summary of a call's message. More fields can be added. */
export const headline = z.object({
  title: z.string().max(240).describe('The first line of the message, and the first item of a list below it.'),
  severity: severity.optional().describe('The severity; `info` if omitted.'),
  state: subjectState.optional().describe('The state; `open` if omitted.'),
  sender: shortName
    .optional()
    .describe('The sending service’s name, for example `GitHub`. Omitted if Tellhook does not recognise it.'),
  event: shortName.optional().describe('The event’s name, for example `pull request`.'),
});

export const unverifiedReason = z
  .enum(unverifiedReasons)
  .describe('The reason why the call is not verified. New reasons may be added.');

/** The state of one message of a call. */
const dispatchState = z.object({
  target_id: numericId,
  status: z
    .enum(['pending', 'retrying', 'held', 'success', 'error', 'skipped'])
    .describe(
      'The message’s state. `pending`: before the first attempt. `retrying`: another attempt is planned. `held`: until the end of quiet hours. `error`: failed permanently. `skipped`: excluded by the target’s rule.',
    ),
  next_attempt_at: timestamp.optional().describe('The time of the next attempt, if known.'),
});

/** The reason why a call is held, and the earliest time of its automatic release. */
export const held = z.object({
  by: z
    .enum(['quota', 'paused'])
    .describe(
      'The reason why the call is held. `quota`: the daily quota is used up. `paused`: the webhook is paused until its owner resumes it.',
    ),
  until: timestamp
    .optional()
    .describe(
      'The expected delivery time of a call held because of the quota, estimated from its position among the account’s held calls.',
    ),
});

export const invocation = z.object({
  id: invocationId,
  invoked_at: timestamp,
  ip: z.string().max(45),
  method: z.string().max(20),
  query: z.string().max(10_240).describe('The query string as received, without the question mark.'),
  content_type: z.string().max(10_240),
  raw_headers: z
    .string()
    .max(65_536)
    .describe('The headers as a JSON string, with secrets masked. Empty in the summary view.'),
  raw_body: z
    .string()
    .max(MAX_RAW_BODY)
    .describe('The exact body, as text if it is valid UTF-8, otherwise as base64 (see `raw_body_encoding`).'),
  raw_body_encoding: z.enum(['utf8', 'base64']),
  raw_body_truncated: z
    .boolean()
    .describe(
      '`true` if `raw_body` is only the beginning of the body: in the summary view, or on a page larger than 3 MB.',
    ),
  size: z.int().min(0).max(1_048_576).describe('The size of the body in bytes.'),
  status: invocationStatus,
  num_dispatches: count,
  dispatches: z.array(dispatchState).max(100).describe('The state of each message.'),
  message: headline.optional().describe('The message as sent, or as it will be sent. Omitted until it is rendered.'),
  delivered_after_ms: count.optional().describe('Milliseconds from the call to its last automatic delivery.'),
  held: held
    .optional()
    .describe('The reason and the expected end of the wait before delivery begins. Omitted if the call is not held.'),
  duplicate_of: shortName
    .optional()
    .describe('The earlier call that this one repeats, if the webhook marks duplicates.'),
  verified: z.boolean().optional().describe('The call’s verification; omitted if the webhook did not check it.'),
  unverified_reason: unverifiedReason.optional(),
  by_old_url: z
    .boolean()
    .optional()
    .describe('`true` if the call came to an earlier URL of the webhook; otherwise omitted.'),
  refused_at: timestamp
    .optional()
    .describe('The time when the call was rejected, if its owner accepted it later; otherwise omitted.'),
  newer_id: invocationId
    .optional()
    .describe('The ID of the next call of the webhook. Only in the response for a single call.'),
  older_id: invocationId
    .optional()
    .describe('The ID of the previous call of the webhook. Only in the response for a single call.'),
});
export type InvocationWire = z.infer<typeof invocation>;
export const invocationList = z.array(invocation).max(100);

export const attempt = z.object({
  at: timestamp,
  outcome: z.enum(['ok', 'retry', 'fail_message', 'fail_target', 'fail_config', 'ambiguous']),
  detail: words.describe('The provider’s response, without secrets.'),
  code: dispatchCode.optional(),
  cause: attemptCause
    .optional()
    .describe(
      'The cause of the attempt. `call`: the call itself. `retry`: an automatic retry. `wake-up`: the target’s waiting list. `probe`: a test of a failing target. `manual`: a request by a user. `lost-message`: a lost message in our queue. `reconciler`: our search for calls without an attempt. `fallback`: another target did not accept the message in time. `escalation`: no one acknowledged the call in time. Missing in older attempts, and if the provider reported a failure later.',
    ),
  duration_ms: count,
  sent_again: z
    .boolean()
    .optional()
    .describe('`true` for the first attempt after a resend of a message that was attempted before.'),
});

export const dispatch = z.object({
  id: shortName,
  dispatched_at: timestamp.describe('The time of the latest attempt. The zero date before the first one.'),
  status: z
    .enum(['pending', 'success', 'error', 'skipped'])
    .describe(
      'The message’s state. `error` with a `next_attempt_at` is retried; without one, the error is final. `pending` with a `next_attempt_at` is held until the end of quiet hours. `skipped` is excluded by the target’s routing rule (see `note`).',
    ),
  rendered_message: z.string().max(MAX_RENDERED),
  rich: richMessage
    .optional()
    .describe(
      'The formatted message; `rendered_message` is its text. Omitted if there is no formatting, if the provider rejected it, or if it is too large.',
    ),
  subject: subject.optional().describe('The call’s subject. Only for webhooks with rich messages.'),
  error_message: words,
  error_code: dispatchCode.optional(),
  note: words.describe('A note for the owner, for example that the message was cut or sent in parts.'),
  note_code: dispatchCode.optional(),
  retry_count: count,
  next_attempt_at: timestamp.describe('The time of the next attempt. The zero date if none is planned.'),
  attempts: z.array(attempt).max(100),
  target: z.object({ id: numericId, name: shortName, target_type: shortName, status: targetStatus }),
  how: followHow
    .optional()
    .describe(
      'The message’s effect, if the webhook’s `follow` is on and the call has a key. `new`: a new message. `update`: a change of the earlier message about the same matter. `reply`: a reply to that message. `update-and-reply`: both. `counted`: nothing was sent, because a message about the same matter was sent less than five minutes earlier. `digest`: a digest tells of the message together with others, also if `follow` is off.',
    ),
  fallback_for: z
    .object({ id: numericId, name: shortName, target_type: shortName })
    .optional()
    .describe('The target that did not accept the message in time; omitted unless the message is a fallback.'),
  escalation: z
    .object({
      step: z.int().min(1).max(ESCALATION.steps),
      after_minutes: z.int().min(1).max(ESCALATION.minutes.max),
    })
    .optional()
    .describe(
      'The step of the webhook’s `acknowledge` that sent the message, and its minutes; omitted for other messages.',
    ),
});
export type DispatchWire = z.infer<typeof dispatch>;
export const dispatchList = z.array(dispatch).max(100);

/** The invoke host's response to an accepted call. */
export const accepted = z.object({ id: invocationId });
