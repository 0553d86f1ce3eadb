import * as z from 'zod';
import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { parseJson } from '../../../lambdas/platform/parse-json.ts';
import {
  busyOutcome,
  failed,
  faultOf,
  messageFaults,
  providerWords,
  retryAfterSeconds,
  retryLater,
  slowDown,
} from '../../../lambdas/targets/provider-answer.ts';

const errorBody = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) });

export type WhatsappVerdict = Outcome | { kind: 'window closed'; providerWords: string };

const PAIR_RATE_SECONDS = 6;
const DAY = 24 * 3600;

/** Errors of a destination that accepts no messages, with the owner's next step. */
const closed: Record<number, string> = {
  131026:
    'WhatsApp can’t deliver to this number: it has no WhatsApp, an old version, or hasn’t accepted the latest terms. Update WhatsApp on that phone, then reactivate this target.',
  131030:
    'This service’s WhatsApp test account can’t send to this number. Ask the operator to add the number, then reactivate this target.',
};
const throughput = [4, 80007, 130429];
const serverSide = [1, 2, 131000, 131016];
const ofTheMessage = [100, 131008, 131009];
/** Errors of the operator's token, permissions, policy or templates. Codes 200 to 299 concern permissions too. */
const ofTheOperator = [0, 3, 10, 190, 368, 130497, 131031, 131048, 132000, 132001, 132015, 133010];
/** Error 100 with this subcode means that our own phone number id is unknown. */
const UNKNOWN_SENDER = 33;

/** The JSON in `X-Business-Use-Case-Usage`, with the minutes until access is restored. */
const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })));
const regainSeconds = (answer: HttpAnswer): number | undefined => {
  const parsed = usage.safeParse(parseJson(answer.headers['x-business-use-case-usage'] ?? '')).data;
  const minutes = Object.values(parsed ?? {}).flatMap((list) =>
    list.flatMap(({ estimated_time_to_regain_access: time }) => (time ? [time] : [])),
  );
  return minutes.length > 0 ? Math.max(...minutes) * 60 : undefined;
};

const accountRefused = (answer: HttpAnswer): Outcome =>
  failed(answer, 'fail_config', 'credentials-refused', 'WhatsApp rejected this service’s account.');

const messageRefused = (answer: HttpAnswer): Outcome =>
  failed(answer, 'fail_message', 'message-refused', messageFaults.refused('WhatsApp'));

/**
 * Converts the Cloud API's response to a verdict, by its error code. The status is unreliable: throttled requests
 * return 400.
 */
export const classify = (answer: HttpAnswer, now: Date): WhatsappVerdict => {
  const parsed = errorBody.safeParse(parseJson(answer.body)).data;
  if (!parsed) {
    if (answer.status >= 200 && answer.status < 300) return { kind: 'ok', note: 'Accepted by WhatsApp' };
    return (
      busyOutcome(answer, 'WhatsApp', now) ??
      (answer.status === 401 || answer.status === 403 || answer.status === 404
        ? accountRefused(answer)
        : messageRefused(answer))
    );
  }
  const { code, error_subcode } = parsed.error;
  if (code === 131047) return { kind: 'window closed', providerWords: providerWords(answer) };
  if (closed[code]) return failed(answer, 'fail_target', 'number-unreachable', closed[code]);
  if (code === 131049)
    return {
      kind: 'retry',
      code: 'recipient-limit-reached',
      reason: 'WhatsApp limits how many business messages this person receives.',
      promise: 'tomorrow',
      providerWords: providerWords(answer),
      afterSeconds: DAY,
    };
  if (code === 131056)
    return retryLater(
      { code: 'provider-rate-limited', reason: 'WhatsApp accepts one message per person every six seconds.' },
      answer,
      Math.max(PAIR_RATE_SECONDS, retryAfterSeconds(answer, now) ?? 0),
    );
  if (throughput.includes(code))
    return retryLater(slowDown('WhatsApp'), answer, retryAfterSeconds(answer, now) ?? regainSeconds(answer));
  if (serverSide.includes(code)) return retryLater(faultOf('WhatsApp'), answer, retryAfterSeconds(answer, now));
  if (
    ofTheOperator.includes(code) ||
    (code >= 200 && code <= 299) ||
    (code === 100 && error_subcode === UNKNOWN_SENDER)
  )
    return accountRefused(answer);
  if (ofTheMessage.includes(code)) return messageRefused(answer);
  return busyOutcome(answer, 'WhatsApp', now) ?? messageRefused(answer);
};
