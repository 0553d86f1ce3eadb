import * as z from 'zod';
import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import {
  busyOutcome,
  failed,
  faultOf,
  messageFaults,
  retryLater,
  slowDown,
} from '../../../lambdas/targets/provider-answer.ts';

/** The API's response: `{"user":"invalid","errors":["user identifier is invalid"],"status":0,"request":"…"}`. */
const answerBody = z.object({
  status: z.number(),
  user: z.string().optional(),
  token: z.string().optional(),
  message: z.string().optional(),
  errors: z.array(z.string()).catch([]),
});

/**
 * Wait after an error: "no sooner than 5 seconds from your last request" (pushover.net/api, "Being friendly to our
 * API").
 */
const FAULT_SECONDS = 5;
const QUOTA_SECONDS = 3600;

type Meaning = readonly [kind: 'fail_target' | 'fail_message', code: DeliveryCode, reason: string];
const NO_TOKEN: Meaning = [
  'fail_target',
  'posting-restricted',
  'Pushover does not accept the API token. Enter another one, then reactivate this target.',
];
const NO_USER: Meaning = [
  'fail_target',
  'posting-restricted',
  'Pushover does not accept the user or group key, or no device is active. Enter another key, then reactivate this target.',
];
const TOO_LONG: Meaning = ['fail_message', 'message-too-long', messageFaults.tooLong('Pushover')];
const REFUSED: Meaning = ['fail_message', 'message-refused', messageFaults.refused('Pushover')];
const NO_API: Meaning = ['fail_target', 'receiver-gone', 'Pushover does not offer its API at this address.'];

/** Returns the seconds until the application's monthly quota is renewed, from a header with the Unix time. */
const untilReset = ({ headers }: HttpAnswer, now: Date): number => {
  const reset = Number(headers['x-limit-app-reset']);
  return reset > 0 ? Math.max(1, Math.ceil(reset - now.getTime() / 1000)) : QUOTA_SECONDS;
};

/** Converts the messages API's response to an outcome. Only status 1 in its body means that the message is queued. */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  const body = answerBody.safeParse(parseJson(answer.body)).data;
  if (answer.status === 200 && body?.status === 1) return { kind: 'ok' };
  if (answer.status === 429) {
    const wait = answer.headers['retry-after'] === undefined ? untilReset(answer, now) : undefined;
    return wait === undefined
      ? (busyOutcome(answer, 'Pushover', now) as Outcome)
      : retryLater(slowDown('Pushover', 'until the application’s next month'), answer, wait);
  }
  const busy = busyOutcome(answer, 'Pushover', now);
  if (busy) return busy.kind === 'retry' ? { afterSeconds: FAULT_SECONDS, ...busy } : busy;
  // A response without the API's JSON is temporary: Pushover asks for a retry after any status except 200 and 4xx.
  if (body === undefined && (answer.status < 400 || answer.status >= 500))
    return retryLater(faultOf('Pushover'), answer, FAULT_SECONDS);
  return failed(answer, ...meaningOf(answer, body));
};

function meaningOf({ status }: HttpAnswer, body: z.infer<typeof answerBody> | undefined): Meaning {
  if (body?.token === 'invalid' || status === 401 || status === 403) return NO_TOKEN;
  if (body?.user === 'invalid') return NO_USER;
  const said = body?.errors.join(' ') ?? '';
  if (/application token/.test(said)) return NO_TOKEN;
  if (/\buser\b|active devices/.test(said)) return NO_USER;
  if (status === 413 || /too long|too large|limit/.test(said)) return TOO_LONG;
  return body || status === 400 ? REFUSED : NO_API;
}
