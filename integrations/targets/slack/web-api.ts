import * as z from 'zod';
import {
  type HttpAnswer,
  type HttpFailure,
  jsonPost,
  type OutboundHttp,
} from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { failed, faultOf, retryAfterSeconds, retryLater, slowDown } from '../../../lambdas/targets/provider-answer.ts';
import { closed, REVOKED } from './classify.ts';

/** Calls a method of Slack's Web API as the app's bot (docs.slack.dev/reference/methods). */
export const callMethod = (
  method: 'chat.postMessage' | 'chat.update',
  body: object,
  token: string,
  http: OutboundHttp,
): Promise<HttpAnswer | HttpFailure> =>
  http.send(jsonPost(`https://slack.com/api/${method}`, body, ['slack.com'], { authorization: `Bearer ${token}` }));

/** The response of a method. Its status is nearly always 200, and `ok` has the result. */
const methodResult = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), channel: z.string().max(30), ts: z.string().max(30) }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

/** A message's id at Slack: its channel and its time. */
export const refOf = ({ channel, ts }: { channel: string; ts: string }): string => `${channel}/${ts}`;
export const placeOfRef = (ref: string): { channel: string; ts: string } => {
  const [channel = '', ts = ''] = ref.split('/');
  return { channel, ts };
};

/** Errors that end the app's access or the channel, so the incoming webhook would fail, too. */
const ENDED: Record<string, keyof typeof closed> = {
  account_inactive: REVOKED,
  invalid_auth: REVOKED,
  is_archived: 'channel_is_archived',
  not_authed: REVOKED,
  token_expired: REVOKED,
  token_revoked: REVOKED,
};
const BUSY = ['fatal_error', 'internal_error', 'request_timeout', 'service_unavailable'];
const TOO_MANY = ['rate_limited', 'ratelimited', 'message_limit_exceeded'];

/** True for a response of the Web API, and false for one of a proxy or a gateway. */
export const isOfMethod = (answer: HttpAnswer): boolean =>
  answer.status === 429 || methodResult.safeParse(parseJson(answer.body)).success;

/** The error in a method's response; undefined if it succeeded, or if it is not a response of the Web API. */
export const errorOf = (answer: HttpAnswer): string | undefined => {
  const { data } = methodResult.safeParse(parseJson(answer.body));
  return data?.ok === false ? data.error : undefined;
};

/**
 * Converts a method's response to an outcome.
 * @returns undefined if the app may not post in this channel, or for another reason that need not concern its incoming
 *   webhook
 */
export const classifyMethod = (answer: HttpAnswer, now: Date): (Outcome & { ref?: string }) | undefined => {
  const { data } = methodResult.safeParse(parseJson(answer.body));
  if (data?.ok) return { kind: 'ok', ref: refOf(data) };
  const error = data?.error ?? '';
  if (answer.status === 429 || TOO_MANY.includes(error))
    return retryLater(slowDown('Slack', 'in this channel'), answer, retryAfterSeconds(answer, now));
  if (BUSY.includes(error)) return retryLater(faultOf('Slack'), answer);
  const end = Object.hasOwn(ENDED, error) ? closed[ENDED[error] ?? ''] : undefined;
  return end && failed(answer, 'fail_target', ...end);
};
