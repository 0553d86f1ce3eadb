import type { HttpAnswer, HttpFailure } from '../outbound/outbound.ts';
import type { Outcome } from '../outbound/outcome.ts';

/** What the provider said: status and body, whole, because only whole secrets can be found in it. `send` shortens it. */
export const providerWords = (answer: HttpAnswer): string => `${answer.status} ${answer.body.trim()}`.trim();

/** `Retry-After` in seconds, from a number or an HTTP date (RFC 9110, 10.2.3); undefined when absent or unreadable. */
export const retryAfterSeconds = (answer: HttpAnswer, now: Date): number | undefined => {
  const value = answer.headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now.getTime()) / 1000));
};

/** How a reason ends after which the message is tried again. */
export const AGAIN = 'The message is sent again by itself.';
export const AGAIN_TOMORROW = 'The message is sent again tomorrow.';
export const PERHAPS_TWICE = 'It is sent again, so it may arrive twice.';

/** A reason without its promise of another attempt, for what is sent only once. */
export const withoutPromise = (reason: string): string =>
  [AGAIN, AGAIN_TOMORROW, PERHAPS_TWICE].reduce((rest, promise) => rest.replace(promise, ''), reason).trim();

/** The longest wait that is believed, in seconds: what names a longer one is a mistake, and one past all dates ends no wait. */
const LONGEST_WAIT_SECONDS = 7 * 86_400;

/** Later, for the reason that `why` says in a sentence; `afterSeconds` when the provider named a wait. */
export const retryLater = (why: string, answer: HttpAnswer, afterSeconds?: number): Outcome => ({
  kind: 'retry',
  reason: `${why} ${AGAIN}`,
  providerWords: providerWords(answer),
  ...(afterSeconds !== undefined && { afterSeconds: Math.min(afterSeconds, LONGEST_WAIT_SECONDS) }),
});

/** 408, 429 and 5xx mean the same everywhere: later. `floorSeconds` is the least wait when the provider names none. */
export const busyOutcome = (
  answer: HttpAnswer,
  provider: string,
  now: Date,
  floorSeconds?: number,
): Outcome | undefined => {
  const said = retryAfterSeconds(answer, now);
  if (answer.status === 429) return retryLater(`${provider} asks to slow down.`, answer, said ?? floorSeconds);
  if (answer.status === 408) return retryLater(`${provider} took too long.`, answer, said);
  return answer.status >= 500 ? retryLater(`${provider} has a fault right now.`, answer, said) : undefined;
};

/**
 * What a request without an answer means. `provider` is the name people know it by; `address` says who chose where it
 * goes: a refused address that the owner gave is the owner's to change, a refused address of ours is the operator's.
 */
export const networkOutcome = (
  result: HttpFailure,
  provider: string,
  address: 'ours' | "the owner's" = 'ours',
): Outcome => {
  const words = result.detail;
  if (result.failure === 'blocked')
    return address === 'ours'
      ? { kind: 'fail_config', reason: `This service may not reach ${provider} at the moment.`, providerWords: words }
      : {
          kind: 'fail_target',
          reason: 'The address is not allowed. Give this target another address, then reactivate it.',
          providerWords: words,
        };
  // The time that a look-up takes, or the failure of one, is no silence of the provider.
  if (result.failure === 'dns')
    return { kind: 'retry', reason: `${provider} could not be reached. ${AGAIN}`, providerWords: words, unasked: true };
  const told = { providerWords: words, ...(result.failure !== 'tls' && { unanswered: true as const }) };
  if (result.sent)
    return {
      kind: 'ambiguous',
      reason: `${provider} did not answer after it got the message. ${PERHAPS_TWICE}`,
      ...told,
    };
  return { kind: 'retry', reason: `${provider} could not be reached. ${AGAIN}`, ...told };
};
