import { MAX_HELD_BYTES } from '../model/hold.ts';
import type { IncomingCall } from '../model/invocation.ts';
import { AppError } from '../platform/errors.ts';
import { remember } from '../platform/remember.ts';
import { type Rate, tokenBuckets } from '../platform/token-buckets.ts';

/**
 * Calls to addresses that no webhook has, by one caller. Senders go on calling webhooks that were deleted, many of them
 * from one address, so that there is room for a third of what a process can take; whoever tries out addresses as fast as
 * he can is stopped before the table is asked.
 */
const MISSES_PER_ADDRESS: Rate = { perSecond: 10, burst: 300 };

/** After so long a route whose quota was used up is looked at again, in milliseconds: its owner may have upgraded. */
const LOOK_AGAIN_MS = 2000;

/** Routes that a process remembers, of either kind. */
const REMEMBERED = 5000;

type GateCall = Pick<IncomingCall, 'route' | 'ip'> & Partial<Pick<IncomingCall, 'body'>>;

export interface FloodGate {
  /** @throws AppError('throttled' | 'quota-exceeded') for a call that need not be looked at. */
  enter(call: GateCall): void;
  /** Learns from what became of a call. */
  leave(call: GateCall, error?: unknown): void;
}

/** Beyond its quota a route may still hold small calls, and refuse large ones. */
const quotaOf = (route: string, body: Uint8Array | undefined): string =>
  body && body.byteLength > MAX_HELD_BYTES ? `${route} large` : route;

/**
 * Keeps floods from the table, in the memory of each process: an address that keeps missing waits, except for routes
 * that took a call lately (senders share addresses, and one must not silence the other); a route over its quota is
 * refused from memory.
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
        throw new AppError('throttled', 'Too many calls to addresses that no webhook has. Please wait a moment.', {
          retryAfterSeconds: wait,
        });
    },
    leave: ({ route, ip, body }, error) => {
      if (error === undefined) {
        overQuota.delete(quotaOf(route, body));
        remember(taken, route, true, REMEMBERED);
      } else if (error instanceof AppError && error.problem === 'quota-exceeded') {
        const quota = quotaOf(route, body);
        if (now() >= (overQuota.get(quota)?.until ?? 0))
          remember(overQuota, quota, { until: now() + LOOK_AGAIN_MS, error }, REMEMBERED);
      } else if (error instanceof AppError && error.problem === 'not-found') {
        taken.delete(route);
        misses.take(ip);
      }
    },
  };
};
