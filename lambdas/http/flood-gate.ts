import { MAX_HELD_BYTES } from '../model/hold.ts';
import type { IncomingCall } from '../model/invocation.ts';
import { setBounded } from '../platform/bounded-map.ts';
import { AppError } from '../platform/errors.ts';
import { type Rate, tokenBuckets } from '../platform/token-buckets.ts';

/**
 * Limit of one caller's calls to unknown invoke URLs. Services keep calling deleted webhooks, often with many calls
 * from one IP address, so the limit is generous. A caller who guesses URLs at full speed is stopped before the table is
 * read.
 */
const MISSES_PER_ADDRESS: Rate = { perSecond: 10, burst: 300 };

/** Milliseconds until a route without quota is checked again, in case its owner upgraded. */
const LOOK_AGAIN_MS = 2000;

/** Maximum number of routes in each of a process's two maps. */
const REMEMBERED = 5000;

type GateCall = Pick<IncomingCall, 'route' | 'ip'> & Partial<Pick<IncomingCall, 'body'>>;

export interface FloodGate {
  /** Checks a call before the table is read. @throws AppError('throttled' | 'quota-exceeded') */
  enter(call: GateCall): void;
  leave(call: GateCall, error?: unknown): void;
}

/**
 * Returns the key of a route in the map of used quotas. Large calls have a separate key, because a route over its quota
 * rejects them while it still holds small ones.
 */
const quotaOf = (route: string, body: Uint8Array | undefined): string =>
  body && body.byteLength > MAX_HELD_BYTES ? `${route} large` : route;

/**
 * Stops floods before the table is read, in each process's memory. A client that keeps calling unknown URLs is
 * throttled. Routes that recently accepted a call are exempt, because services share IP addresses. Calls over the quota
 * are rejected without a read.
 */
export const floodGate = (now: () => number = Date.now): FloodGate => {
  const misses = tokenBuckets(MISSES_PER_ADDRESS, now);
  const taken = new Map<string, true>();
  const overQuota = new Map<string, { until: number; error: AppError }>();

  return {
    enter: ({ route, ip, body }) => {
      const refusal = overQuota.get(quotaOf(route, body));
      if (refusal && now() < refusal.until) throw refusal.error;
      const wait = taken.has(route) ? 0 : misses.wait(ip);
      if (wait > 0)
        throw new AppError(
          'throttled',
          'Too many calls to URLs that don’t belong to a webhook. Wait a moment and try again.',
          {
            retryAfterSeconds: wait,
          },
        );
    },
    leave: ({ route, ip, body }, error) => {
      if (error === undefined) {
        overQuota.delete(quotaOf(route, body));
        setBounded(taken, route, true, REMEMBERED);
      } else if (error instanceof AppError && error.problem === 'quota-exceeded') {
        const quota = quotaOf(route, body);
        if (now() >= (overQuota.get(quota)?.until ?? 0))
          setBounded(overQuota, quota, { until: now() + LOOK_AGAIN_MS, error }, REMEMBERED);
      } else if (error instanceof AppError && error.problem === 'not-found') {
        taken.delete(route);
        misses.take(ip);
      }
    },
  };
};
