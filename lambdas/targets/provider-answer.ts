import type { DeliveryCode } from '#contract/codes';
import type { HttpAnswer, HttpFailure } from '../outbound/outbound.ts';
import type { Outcome } from '../outbound/outcome.ts';

/**
 * The provider's status and body. The body is not shortened, because only whole secrets can be found in it; `send`
 * shortens it.
 */
export const providerWords = (answer: HttpAnswer): string => `${answer.status} ${answer.body.trim()}`.trim();

/** `Retry-After` in seconds, from a number or an HTTP date (RFC 9110, 10.2.3); undefined when absent or unreadable. */
export const retryAfterSeconds = (answer: HttpAnswer, now: Date): number | undefined => {
  const value = answer.headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
};

/** The longest accepted wait, in seconds: a longer one is a mistake, and an impossible date would never arrive. */
const LONGEST_WAIT_SECONDS = 7 * 86_400;

/** The text about a provider's response, with its code. */
interface Later {
  code: DeliveryCode;
  reason: string;
}

/** A retry for this reason, after `afterSeconds` if the provider sets a wait. */
export const retryLater = (later: Later, answer: HttpAnswer, afterSeconds?: number): Outcome => ({
  kind: 'retry',
  ...later,
  promise: 'again',
  providerWords: providerWords(answer),
  ...(afterSeconds !== undefined && { afterSeconds: Math.min(afterSeconds, LONGEST_WAIT_SECONDS) }),
});

/** The reason to retry after a fault of the provider. */
export const faultOf = (provider: string): Later => ({
  code: 'provider-unavailable',
  reason: `${provider} is having problems.`,
});

/** The reason to retry when the provider limits our rate. `where` names the affected place at the provider. */
export const slowDown = (provider: string, where = ''): Later => ({
  code: 'provider-rate-limited',
  reason: `${provider} is limiting our message rate${where && ` ${where}`}.`,
});

/** Reasons that concern only one message, with the owner's next step. */
export const messageFaults = {
  refused: (provider: string) => `${provider} rejected this message. Open the call in the editor and check its text.`,
  unreadable: (provider: string) =>
    `${provider} could not read this message. Open the call in the editor and check its text.`,
  empty: (provider: string) => `The message is empty, and ${provider} rejects empty messages. Check the template.`,
  tooLong: (provider: string) => `The message is too long for ${provider}. Shorten it in the template.`,
};

/**
 * A retry for 408, 429 and 5xx, which mean the same everywhere. `floorSeconds` is the minimum wait when the provider
 * sets none.
 */
export const busyOutcome = (
  answer: HttpAnswer,
  provider: string,
  now: Date,
  floorSeconds?: number,
): Outcome | undefined => {
  const said = retryAfterSeconds(answer, now);
  if (answer.status === 429) return retryLater(slowDown(provider), answer, said ?? floorSeconds);
  if (answer.status === 408)
    return retryLater({ code: 'provider-unavailable', reason: `${provider} took too long to respond.` }, answer, said);
  return answer.status >= 500 ? retryLater(faultOf(provider), answer, said) : undefined;
};

/**
 * The outcome of a request without a response. `provider` is the public name. `address` says whose URL it is: the owner
 * has to change their own rejected URL, the operator has to change ours.
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
          reason: 'The address is not allowed. Enter another URL in this target, then reactivate the target.',
          providerWords: words,
        };
  const unreachable = {
    kind: 'retry',
    code: 'provider-unreachable',
    reason: `${provider} could not be reached.`,
    promise: 'again',
    providerWords: words,
  } as const;
  // A slow or failed look-up does not mean that the provider is silent.
  if (result.failure === 'dns') return { ...unreachable, unasked: true };
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
