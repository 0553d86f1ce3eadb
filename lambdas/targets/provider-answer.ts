import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer, HttpFailure } from '../platform/outbound/outbound.ts';
import type { Outcome } from '../platform/outbound/outcome.ts';

/**
 * Returns the response's status and body as text. `send` shortens it after masking secrets, because a truncated secret
 * would not be found.
 */
export const providerWords = (answer: HttpAnswer): string => `${answer.status} ${answer.body.trim()}`.trim();

/**
 * Reads `Retry-After` in seconds, from a number or an HTTP date (RFC 9110, 10.2.3). Returns undefined if it is missing
 * or invalid.
 */
export const retryAfterSeconds = (answer: HttpAnswer, now: Date): number | undefined => {
  const value = answer.headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
};

/** Longest accepted wait, in seconds. A longer one is probably a mistake. */
const LONGEST_WAIT_SECONDS = 7 * 86_400;

/** The reason for a retry, with its code. */
interface Later {
  code: DeliveryCode;
  reason: string;
}

/** Builds the outcome that retries for this reason, after `afterSeconds` if the provider requires a wait. */
export const retryLater = (later: Later, answer: HttpAnswer, afterSeconds?: number): Outcome => ({
  kind: 'retry',
  ...later,
  promise: 'again',
  providerWords: providerWords(answer),
  ...(afterSeconds !== undefined && { afterSeconds: Math.min(afterSeconds, LONGEST_WAIT_SECONDS) }),
});

/** Builds the outcome of a permanent failure. */
export const failed = (
  answer: HttpAnswer,
  kind: 'fail_message' | 'fail_target' | 'fail_config',
  code: DeliveryCode,
  reason: string,
): Outcome => ({ kind, code, reason, providerWords: providerWords(answer) });

/** Returns the reason for a retry after an error on the provider's side. */
export const faultOf = (provider: string): Later => ({
  code: 'provider-unavailable',
  reason: `${provider} is having problems.`,
});

/** Returns the reason for a retry when the provider limits our rate. `where` names the affected chat or channel. */
export const slowDown = (provider: string, where = ''): Later => ({
  code: 'provider-rate-limited',
  reason: `${provider} is limiting our message rate${where && ` ${where}`}.`,
});

/** Reasons why a provider rejected one message, with the owner's next step. */
export const messageFaults = {
  refused: (provider: string) => `${provider} rejected this message. Open the call in the editor and check its text.`,
  unreadable: (provider: string) =>
    `${provider} could not read this message. Open the call in the editor and check its text.`,
  empty: (provider: string) => `The message is empty, and ${provider} rejects empty messages. Check the template.`,
  tooLong: (provider: string) => `The message is too long for ${provider}. Shorten it in the template.`,
};

/**
 * Returns the retry for 408, 429 and 5xx, which mean the same at every provider. `floorSeconds` is the minimum wait if
 * the provider sets none.
 */
export const busyOutcome = (
  answer: HttpAnswer,
  provider: string,
  now: Date,
  floorSeconds?: number,
): Outcome | undefined => {
  const waitSeconds = retryAfterSeconds(answer, now);
  if (answer.status === 429) return retryLater(slowDown(provider), answer, waitSeconds ?? floorSeconds);
  if (answer.status === 408)
    return retryLater(
      { code: 'provider-unavailable', reason: `${provider} took too long to respond.` },
      answer,
      waitSeconds,
    );
  return answer.status >= 500 ? retryLater(faultOf(provider), answer, waitSeconds) : undefined;
};

/**
 * Returns the outcome of a request without a response. `provider` is the public name. `address` states who configured
 * the URL, and so who has to change it if it is rejected: the target's owner or the operator.
 */
export const networkOutcome = (
  result: HttpFailure,
  provider: string,
  address: 'ours' | "the owner's" = 'ours',
): Outcome => {
  const words = result.detail;
  if (result.failure === 'blocked')
    return address === 'ours'
      ? {
          kind: 'fail_config',
          code: 'installation-misconfigured',
          reason: `This service can’t reach ${provider} at the moment.`,
          providerWords: words,
        }
      : {
          kind: 'fail_target',
          code: 'address-not-allowed',
          reason: 'The address is not allowed. Enter a different URL in this target, then reactivate it.',
          providerWords: words,
        };
  const unreachable = {
    kind: 'retry',
    code: 'provider-unreachable',
    reason: `${provider} could not be reached.`,
    promise: 'again',
    providerWords: words,
  } as const;
  // A failed DNS lookup does not mean that the provider does not respond.
  if (result.failure === 'dns') return { ...unreachable, wasSent: false };
  const silence = result.failure !== 'tls' && { unanswered: true as const };
  if (result.sent)
    return {
      kind: 'ambiguous',
      code: 'answer-lost',
      reason: `${provider} did not respond after it received the message.`,
      promise: 'perhaps twice',
      providerWords: words,
      ...silence,
    };
  return { ...unreachable, ...silence };
};
