import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Handshake } from './handshakes.ts';
import type { IncomingCall, InvocationSummary } from './invocation.ts';

/**
 * Handshakes that one address answers in an hour. Senders need one now and then; without a bound, whoever knows the
 * address would have a responder that costs no quota, or requests to SNS in our name.
 */
const PER_HOUR = 30;
const HOUR_MS = 3_600_000;

interface HandshakeLimitPorts {
  limits: {
    /** Takes one of `limit` in the window. @returns false when none is left. */
    take(scope: string, windowStart: Date, limit: number, expiresAt: Date): Promise<boolean>;
  };
  clock: Clock;
}

/**
 * Counts a handshake of an address before it is answered. An ordinary call is left alone.
 * @throws AppError('throttled') when the hour's handshakes are used up, with the seconds until the next.
 */
export const countHandshake = async (
  call: Pick<IncomingCall, 'route'>,
  result: InvocationSummary | { handshake: Handshake },
  { limits, clock }: HandshakeLimitPorts,
): Promise<void> => {
  if (!('handshake' in result)) return;
  const now = clock().getTime();
  const start = now - (now % HOUR_MS);
  const next = start + HOUR_MS;
  // The counter outlives its window, whatever the clocks of two machines say.
  const taken = await limits.take(`HANDSHAKE#${call.route}`, new Date(start), PER_HOUR, new Date(next + HOUR_MS));
  if (!taken)
    throw new AppError('throttled', `At most ${PER_HOUR} handshakes are answered in an hour.`, {
      retryAfterSeconds: Math.ceil((next - now) / 1000),
    });
};
