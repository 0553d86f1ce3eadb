import type { HttpAnswer } from '../../../lambdas/platform/outbound/outbound.ts';
import type { Outcome } from '../../../lambdas/platform/outbound/outcome.ts';
import { failed, messageFaults, retryAfterSeconds, retryLater } from '../../../lambdas/targets/provider-answer.ts';
import type { PlainOptions } from './options.ts';

/**
 * Converts a receiver's response to an outcome, as in Standard Webhooks. Any 2xx is success, 410 disables the endpoint,
 * and 508 (RFC 5842, 7.2) ends a loop. Everything else is retried with growing delays, because a receiver that is being
 * fixed can return anything. A redirect is a failure, because a signed message is only sent to its owner's URL.
 * @param options `success` replaces any 2xx. An accepted response contains `success_text`. `rejected` lists the status
 * codes of messages that the receiver will never accept.
 */
export const classify = (
  answer: HttpAnswer,
  now: Date,
  { success, success_text: text, rejected }: Pick<PlainOptions, 'success' | 'success_text' | 'rejected'> = {},
): Outcome => {
  const { status } = answer;
  if (success ? success.includes(status) : status >= 200 && status < 300)
    return text === undefined || answer.body.includes(text)
      ? { kind: 'ok' }
      : retryLater(
          { code: 'receiver-error', reason: `The receiver returned ${status} without the text “${text}”.` },
          answer,
          retryAfterSeconds(answer, now),
        );
  if (status === 410)
    return failed(
      answer,
      'fail_target',
      'receiver-gone',
      'The receiver returned 410 Gone, so it no longer accepts messages at this URL. When it is back, reactivate this target.',
    );
  if (status === 508)
    return failed(
      answer,
      'fail_message',
      'receiver-loop',
      'The receiver reported a delivery loop (508), so the message is not retried. Change this target’s URL.',
    );
  if (rejected?.includes(status))
    return failed(answer, 'fail_message', 'message-refused', messageFaults.refused('The receiver'));
  if (status === 413) return failed(answer, 'fail_message', 'message-too-long', messageFaults.tooLong('the receiver'));
  const afterSeconds = retryAfterSeconds(answer, now);
  if (status >= 300 && status < 400)
    return retryLater(
      {
        code: 'receiver-redirects',
        reason: `The receiver redirects (${status}), and Tellhook does not follow redirects. Enter the final URL in this target.`,
      },
      answer,
      afterSeconds,
    );
  return retryLater({ code: 'receiver-error', reason: `The receiver returned ${status}.` }, answer, afterSeconds);
};
