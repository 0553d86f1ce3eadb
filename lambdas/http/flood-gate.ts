import { MAX_HELD_BYTES } from '../model/hold.ts';
import type { IncomingCall } from '../model/invocation.ts';
import { AppError } from '../platform/errors.ts';
import { remember } from '../platform/remember.ts';
import { type Rate, tokenBuckets } from '../platform/token-buckets.ts';

/**
 * Calls of one caller to addresses without a webhook. Services continue to call deleted webhooks, many from one
 * address, so a third of a process's capacity is allowed. A caller who guesses addresses at full speed is stopped
 * before the table is read.
 */
const MISSES_PER_ADDRESS: Rate = { perSecond: 10, burst: 300 };

/** Milliseconds after which a route without quota is checked again: its owner may have upgraded. */
const LOOK_AGAIN_MS = 2000;

/** Routes that a process remembers, of either kind. */
const REMEMBERED = 5000;

type GateCall = Pick<IncomingCall, 'route' | 'ip'> & Partial<Pick<IncomingCall, 'body'>>;

export interface FloodGate {
  /** @throws AppError('throttled' | 'quota-exceeded') for a call that need not be looked at. */
  enter(call: GateCall): void;
  /** Learns from a call’s result. */
  leave(call: GateCall, error?: unknown): void;
}

/** Beyond its quota a route can still hold small calls, and reject large ones. */
const quotaOf = (route: string, body: Uint8Array | undefined): string =>
  body && body.byteLength > MAX_HELD_BYTES ? `${route} large` : route;

/**
 * Keeps floods from the table, in the memory of each process. An address that keeps missing has to wait. Routes that
 * accepted a call lately are exempt: services share addresses, and one must not silence the other. A route over its
 * quota is rejected from memory.
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
