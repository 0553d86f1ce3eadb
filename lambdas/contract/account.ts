import * as z from 'zod';
import { MAX_CONTACT_MESSAGE, MAX_NOTICE_TARGETS, MAX_SENDER_NAME } from './bounds.ts';
import { count, numericId, timestamp, words } from './common.ts';
import { passkeyProof } from './passkey.ts';
import { accountStatus, email, holdOrder, noticeEvent } from './states.ts';

/** A new password. Only its length is checked here. `lambdas/accounts` also rejects common passwords. */
export const newPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters');

/** A solved bot challenge, see `challenge.ts`. */
export const challengeToken = z.string().min(1, 'The bot challenge is missing').max(4096);

/** Fields in the specification's payload that are accepted and ignored. */
const ignoredOnWrite = { status: z.unknown().optional(), 'premium-until': z.unknown().optional() };

export const registration = z.object({ email, password: newPassword, challenge: challengeToken, ...ignoredOnWrite });
export type Registration = z.infer<typeof registration>;

export const credentials = z.object({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(1024),
  passkey: passkeyProof.optional(),
  recovery_code: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('A recovery code in place of a passkey, if signing in needs a second factor.'),
});
export type Credentials = z.infer<typeof credentials>;

/** Access tokens are JWTs with less than a quarter of this length. */
const accessToken = z
  .string()
  .max(4096)
  .describe('The access token, valid for 15 minutes. Send it as `Authorization: Bearer …`.');

export const signedIn = z.object({ access_token: accessToken, user_id: numericId });
export type SignedIn = z.infer<typeof signedIn>;

/** The body of POST /trials. */
export const trialRequest = z.object({ challenge: challengeToken });

/** A new trial: its credentials, its webhook, and the time at which the webhook stops accepting calls. */
export const trialStarted = signedIn.extend({
  webhook_id: numericId,
  route: z.string().max(100).describe('The last part of the invoke URL.'),
  ends_at: timestamp.describe('Until one hour later, POST /user turns the trial into a free account.'),
});
export type TrialStarted = z.infer<typeof trialStarted>;

export const refreshRequest = z.object({ user_id: numericId });
export const refreshed = z.object({ access_token: accessToken });

/** The body of PUT /user/{id}, which changes the password. The email address and the plan cannot be changed here. */
export const accountChange = z.object({
  email: z.unknown().optional(),
  current_password: z.string().min(1, 'Enter your current password').max(1024),
  password: newPassword,
  ...ignoredOnWrite,
});
export type AccountChange = z.infer<typeof accountChange>;

export const profile = z.object({
  email: z.string().max(254),
  email_verified: z.boolean().describe('True if the owner has confirmed the address.'),
  review_since: timestamp.describe(
    'The time of the password reset that confirmed the email address. Targets created earlier are disabled until the owner submits the review with POST /user/{id}/review. The zero date if there is no review.',
  ),
  status: accountStatus,
  'premium-until': timestamp,
  /** True if the last renewal payment failed. */
  payment_failed: z.boolean(),
  billing_portal: z
    .boolean()
    .describe(
      'True if the user can open the billing portal, which has the invoices. False until a payment page is opened for the first time.',
    ),
  /** The date when premium ends unless it is renewed, or when a trial ends; `NEVER` if there is no end. */
  benefits_until: timestamp,
  joined_workspace: z
    .boolean()
    .describe('True if the user has joined another user’s workspace before. GET /workspaces lists the current ones.'),
  notices: z.boolean().describe('True if notices are always sent by email.'),
  notice_email: z
    .enum(['always', 'fallback', 'never'])
    .describe(
      '`fallback`: notices are sent by email only if a target cannot receive them. `never`: not even then, because emails were turned off without a target or with the link in an email.',
    ),
  notice_muted_events: z.array(noticeEvent).max(100).describe('Events without notices.'),
  notice_target_ids: z.array(numericId).max(1000).describe('The targets that get notices as messages.'),
  hold_order: holdOrder.describe(
    'The order in which calls beyond the daily quota are sent. `newest-day-first`: new calls use the quota of their day, then held calls of earlier days follow, newest day first. `arrival`: all calls are sent in the order of arrival, so new calls wait behind held ones.',
  ),
});
export type Profile = z.infer<typeof profile>;

/** An account's limits. `null` means unlimited. */
export const limits = z.object({
  invocations_left: count,
  invocation_limit_hit: z.boolean(),
  invocations_held: count
    .optional()
    .describe(
      'Number of calls beyond the quota, which wait for a later UTC day or a larger plan. Omitted if no calls wait.',
    ),
  invocations_held_until: timestamp
    .optional()
    .describe('The time when the last held call is expected to be sent. Omitted if no call is held.'),
  webhook_limit_hit: z.boolean(),
  target_limit_hit: z.boolean(),
  stored_bytes: count.describe('Size of all stored calls in bytes: body, headers and query as received.'),
  storage_limit_hit: z.boolean(),
  max_stored_bytes: count,
  max_invocations_per_day: count,
  max_webhooks: count,
  max_targets: count.nullable(),
  webhooks: count,
  targets: count,
});
export type Limits = z.infer<typeof limits>;

export const account = z.object({ profile, limits });
export type Account = z.infer<typeof account>;

/** The body of POST /user/{id}/review. */
export const reviewAnswer = z.object({ keep: z.boolean() });

/** The body of PUT /user/{id}/hold-order. */
export const holdOrderChange = z.object({ order: holdOrder });

/** The body of PUT /user/{id}/notices. Fields that are left out stay unchanged, but one is needed. */
export const noticesChange = z
  .object({
    email: z.boolean().optional().describe('True to get each notice by email.'),
    target_ids: z
      .array(numericId)
      .max(MAX_NOTICE_TARGETS, `Notices can have up to ${MAX_NOTICE_TARGETS} targets`)
      .refine((ids) => new Set(ids).size === ids.length, 'contains a target twice')
      .optional()
      .describe('The targets that get notices as messages. New ones must be active.'),
    muted_events: z
      .array(noticeEvent)
      .max(100)
      .optional()
      .describe('All events without notices. By default, each event causes notices.'),
    wanted: z.boolean().optional().describe('Earlier name of `email`.'),
  })
  .refine((change) => Object.values(change).some((field) => field !== undefined), {
    path: ['email'],
    message: 'Set `email`, `target_ids` or `muted_events`',
  });
export type NoticesChange = z.infer<typeof noticesChange>;

/** A notice about the account, with the result for each recipient. */
export const notice = z.object({
  created_at: timestamp,
  title: z.string().max(300),
  link: z.string().max(2048).describe('The page that shows its cause.'),
  pending: z.boolean().describe('True until each recipient has a result.'),
  recipients: z
    .array(
      z.object({
        target_id: numericId.nullable().describe('`null` for an email to the account’s address.'),
        status: z.enum(['success', 'error']),
        error_message: z.string().max(2048).optional(),
      }),
    )
    .max(1000)
    .describe('The recipients with a result.'),
});
export type NoticeWire = z.infer<typeof notice>;
export const noticeList = z.array(notice).max(1000);

export const passwordResetRequest = z.object({ email, challenge: challengeToken });
export const passwordReset = z.object({ token: z.string().min(1, 'Token cannot be empty.').max(256), newPassword });

export const contactMessage = z.object({
  name: z.string().trim().min(1, 'A name is required').max(MAX_SENDER_NAME),
  email,
  message: z.string().trim().min(1, 'A message is required').max(MAX_CONTACT_MESSAGE),
  challenge: challengeToken,
});
export type ContactMessage = z.infer<typeof contactMessage>;

const paymentPage = z.url().max(2048).describe('The URL of a payment provider’s page, to open in the browser.');
export const subscriptionLink = z.object({ link: paymentPage });
/** The result of resuming a subscription. If it had already ended, `link` is the payment page for a new one. */
export const resumedSubscription = z.object({ link: paymentPage.optional() });

/** The limits of one plan; `null` means unlimited. Prices in euro cents a month. */
export const plan = z.object({
  name: z.enum(['free', 'premium']),
  max_webhooks: count,
  max_targets: count.nullable(),
  max_invocations_per_day: count,
  max_stored_bytes: count,
  max_targets_per_webhook: count,
  max_seats: count.describe('The number of members and open invitations of the account’s team. 0 = no team.'),
  retention_days: count,
  price_cents: count,
  /** True if the plan can be chosen in this deployment; otherwise `unavailable_because` is the reason. */
  available: z.boolean(),
  unavailable_because: words.optional(),
});
export const planList = z.array(plan).max(10);
export type PlanWire = z.infer<typeof plan>;
