import type { HttpAnswer, HttpFailure } from './outbound.ts';
import type { Outcome } from './outcome.ts';

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

/** A wait as an outcome's optional field: left out when the provider named none. */
export const wait = (afterSeconds: number | undefined): { afterSeconds?: number } =>
  afterSeconds === undefined ? {} : { afterSeconds };

/** 429 and 5xx mean the same everywhere: later. `floorSeconds` is the least wait when the provider names none. */
export const busyOutcome = (
  answer: HttpAnswer,
  provider: string,
  now: Date,
  floorSeconds?: number,
): Outcome | undefined => {
  if (answer.status !== 429 && answer.status < 500) return undefined;
  const said = retryAfterSeconds(answer, now);
  return {
    kind: 'retry',
    reason:
      answer.status === 429
        ? `${provider} asks to slow down. The message is sent again by itself.`
        : `${provider} has a fault right now. The message is sent again by itself.`,
    providerWords: providerWords(answer),
    ...wait(said ?? (answer.status === 429 ? floorSeconds : undefined)),
  };
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
  const told = { providerWords: words, ...(result.failure !== 'tls' && { unanswered: true as const }) };
  if (result.sent)
    return {
      kind: 'ambiguous',
      reason: `${provider} did not answer after it got the message. It is sent again, so it may arrive twice.`,
      ...told,
    };
  return {
    kind: 'retry',
    reason: `${provider} could not be reached. The message is sent again by itself.`,
    ...told,
  };
};

/** Parses JSON, or undefined; providers' answers are data of unknown shape. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
