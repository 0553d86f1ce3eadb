import * as z from 'zod';
import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { busyOutcome, failed, messageFaults } from '../../../lambdas/targets/provider-answer.ts';

const errorBody = z.object({ id: z.string() });

/** Returns the id in an error's body (Mattermost's model.AppError); empty if there is none. */
const errorId = ({ body }: HttpAnswer): string => errorBody.safeParse(parseJson(body)).data?.id ?? '';

/**
 * Wait after a throttled request, because responses contain no delay. By default, a server allows ten requests a
 * second.
 */
const BUSY_SECONDS = 5;
const SERVER = 'The Mattermost server';
const NEW_HOOK = 'Create a new incoming webhook, then enter its URL in this target.';

type Meaning = readonly [kind: 'fail_target' | 'fail_message', code: DeliveryCode, reason: string];
const HOOK_GONE: Meaning = [
  'fail_target',
  'incoming-webhook-gone',
  `The Mattermost server does not know this webhook. ${NEW_HOOK}`,
];
const NO_WEBHOOKS: Meaning = [
  'fail_target',
  'posting-restricted',
  'The Mattermost server does not allow incoming webhooks. Ask its system admin to allow them, then reactivate this target.',
];
const NOT_ALLOWED: Meaning = [
  'fail_target',
  'channel-not-writable',
  `The webhook’s creator can no longer post in the channel. ${NEW_HOOK}`,
];
const CHANNEL_GONE: Meaning = [
  'fail_target',
  'incoming-webhook-gone',
  `The webhook’s channel does not exist. ${NEW_HOOK}`,
];
const NO_SERVER: Meaning = [
  'fail_target',
  'receiver-gone',
  'There is no Mattermost server at this address. Check the webhook’s URL, then reactivate this target.',
];
const REFUSED: Meaning = ['fail_message', 'message-refused', messageFaults.refused('The Mattermost server')];
const TOO_LONG: Meaning = ['fail_message', 'message-too-long', messageFaults.tooLong('the Mattermost server')];

/** Error ids of `HandleIncomingWebhook` and `SplitWebhookPost` (server/channels/app/webhook.go). */
const byId: Readonly<Record<string, Meaning>> = {
  'web.incoming_webhook.disabled.app_error': NO_WEBHOOKS,
  'web.incoming_webhook.invalid.app_error': HOOK_GONE,
  'web.incoming_webhook.channel.app_error': CHANNEL_GONE,
  'app.channel.get.existing.app_error': CHANNEL_GONE,
  'web.incoming_webhook.channel_locked.app_error': NOT_ALLOWED,
  'web.incoming_webhook.permissions.app_error': NOT_ALLOWED,
  'web.incoming_webhook.user.app_error': NOT_ALLOWED,
  'web.incoming_webhook.text.app_error': REFUSED,
  'web.incoming_webhook.split_props_length.app_error': TOO_LONG,
};
const byStatus: Readonly<Record<number, Meaning>> = { 400: REFUSED, 401: NOT_ALLOWED, 403: NOT_ALLOWED, 413: TOO_LONG };

/** Converts the server's response to an outcome. */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok' };
  // "Webhooks disabled" has status 501, but is not an outage.
  const known = byId[errorId(answer)];
  const busy = known ? undefined : busyOutcome(answer, SERVER, now, BUSY_SECONDS);
  if (busy) return busy;
  return failed(answer, ...(known ?? byStatus[answer.status] ?? NO_SERVER));
};
