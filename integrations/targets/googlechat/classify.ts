import * as z from 'zod';
import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import { busyOutcome, failed } from '../../../lambdas/targets/provider-answer.ts';

/**
 * A `google.rpc.Status`. All Google APIs send it in `error`, but the documentation of webhooks shows it without that
 * field.
 */
const status = z.object({ status: z.string().default(''), message: z.string().default('') });
const errorBody = z.union([z.object({ error: status }).transform(({ error }) => error), status]);

export const errorOf = ({ body }: HttpAnswer): z.infer<typeof status> =>
  errorBody.safeParse(parseJson(body)).data ?? { status: '', message: '' };

/**
 * Wait after a throttled request, because responses contain no delay. All webhooks of a space together can send one
 * message a second.
 */
const BUSY_SECONDS = 5;

const NEW_HOOK = 'Create a new webhook in the space, then enter its URL in this target.';

const gone: readonly [DeliveryCode, string] = [
  'incoming-webhook-gone',
  `Google Chat does not know this webhook or its space. ${NEW_HOOK}`,
];
const denied: readonly [DeliveryCode, string] = [
  'posting-restricted',
  `Google Chat does not let this webhook post in the space. ${NEW_HOOK}`,
];

/** Converts a webhook's response to an outcome. The status names are those of `google.rpc.Code`. */
export const classify = (answer: HttpAnswer, now: Date): Outcome => {
  if (answer.status >= 200 && answer.status < 300) return { kind: 'ok' };
  const { message } = errorOf(answer);
  const busy = busyOutcome(answer, 'Google Chat', now, BUSY_SECONDS);
  if (busy) return busy;
  const isKey = /API key/i.test(message);
  if ((answer.status === 400 || answer.status === 413) && !isKey)
    return failed(answer, 'fail_message', 'message-refused', 'Google Chat rejected this message.');
  return failed(answer, 'fail_target', ...(answer.status === 403 ? denied : gone));
};
