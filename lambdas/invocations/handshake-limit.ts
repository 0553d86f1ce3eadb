import type { IncomingCall, InvocationSummary } from '../model/invocation.ts';
import type { Handshake } from '../model/verification-result.ts';
import { type Clock, HOUR_SECONDS, secondsUntil, windowAt } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { LimitStore } from '../platform/limit-store.ts';

/**
 * Maximum number of URL verification requests that an invoke URL answers in an hour. Services need one now and then.
 * Without a limit, anyone who knows the URL could use it as a free responder, or trigger requests to SNS in our name.
 */
const PER_HOUR = 30;

/**
 * Counts a URL verification request to an invoke URL before it is answered. Ordinary calls are not counted.
 * @throws AppError('throttled') when the hour's limit is reached, with the seconds until the next hour.
 */
export const countHandshake = async (
  call: Pick<IncomingCall, 'route'>,
  result: InvocationSummary | { handshake: Handshake },
  { limitStore, clock }: { limitStore: Pick<LimitStore, 'take'>; clock: Clock },
): Promise<void> => {
  if (!('handshake' in result)) return;
  const now = clock();
  const { start, end, forgetAt } = windowAt(now, HOUR_SECONDS);
  if (!(await limitStore.take(`HANDSHAKE#${call.route}`, start, PER_HOUR, forgetAt)))
    throw new AppError(
      'handshake-limit-reached',
      `This webhook responds to up to ${PER_HOUR} URL verification requests an hour. Try again later.`,
      {
        retryAfterSeconds: secondsUntil(end, now),
      },
    );
};
