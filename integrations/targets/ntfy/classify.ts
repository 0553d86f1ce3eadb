import * as z from 'zod';
import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { busyOutcome, failed, messageFaults, retryLater, slowDown } from '../../../lambdas/targets/provider-answer.ts';

const errorBody = z.object({ code: z.number() });

/** Returns the code in an error's body, or 0 if there is none. */
export const errorCode = ({ body }: HttpAnswer): number => errorBody.safeParse(parseJson(body)).data?.code ?? 0;

const DAY_QUOTA = 42908;
const QUOTA_WAIT_SECONDS = 3600;
/** Wait after a throttled request. ntfy allows one more request every five seconds (server/config.go). */
const REFILL_SECONDS = 5;

const NO_TOPIC: [DeliveryCode, string] = [
  'address-not-allowed',
  'The ntfy server does not allow this topic name. Enter another topic URL in this target.',
];
const NO_TOKEN: [DeliveryCode, string] = [
  'posting-restricted',
  'The ntfy server rejected the access token. Enter a valid access token, then reactivate this target.',
];
const NOT_ALLOWED: [DeliveryCode, string] = [
  'posting-restricted',
  'The topic is protected. Enter an access token that can publish to it, then reactivate this target.',
];
const NO_SERVER: [DeliveryCode, string] = [
  'receiver-gone',
  'There is no ntfy server at this address. Check the topic URL, then reactivate this target.',
];
const TOO_LONG: [DeliveryCode, string] = ['message-too-long', messageFaults.tooLong('the ntfy server')];

/**
 * Meanings by error code (server/errors.go of ntfy). ntfy turns long messages into attachments. 40014 and 413 mean that
 * ntfy rejected the attachment.
 */
const byCode: Readonly<Record<number, [kind: 'fail_target' | 'fail_message', ...typeof NO_TOPIC]>> = {
  40009: ['fail_target', ...NO_TOPIC],
  40010: ['fail_target', ...NO_TOPIC],
  40014: ['fail_message', ...TOO_LONG],
};
const byStatus: typeof byCode = {
  400: ['fail_message', 'message-refused', messageFaults.refused('The ntfy server')],
  401: ['fail_target', ...NO_TOKEN],
  403: ['fail_target', ...NOT_ALLOWED],
  413: ['fail_message', ...TOO_LONG],
};

/** Converts a server's response to an outcome. */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok' };
  const code = errorCode(answer);
  if (code === DAY_QUOTA) return retryLater(slowDown('The ntfy server'), answer, QUOTA_WAIT_SECONDS);
  const busy = busyOutcome(answer, 'The ntfy server', now, REFILL_SECONDS);
  if (busy) return busy;
  return failed(answer, ...(byCode[code] ?? byStatus[answer.status] ?? (['fail_target', ...NO_SERVER] as const)));
};
