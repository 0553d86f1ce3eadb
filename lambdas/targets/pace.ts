import type { Pacing } from '../model/dispatch-ports.ts';
import type { Target } from '../model/target.ts';
import type { RequestTimes } from '../model/target-ports.ts';
import { setBounded } from '../platform/bounded-map.ts';
import type { Clock } from '../platform/clock.ts';

/** Longest wait inside the function, in milliseconds. For a longer one, the message returns to its lane. */
const NAP_MS = 250;

/** A stored request time younger than this is the time of the latest request. */
const KNOWN_MS = 60_000;

/**
 * While the stored time is this young, isolated messages update it too. This is longer than {@link KNOWN_MS}, so no
 * process that still trusts the stored time misses a request.
 */
const KEPT_UP_MS = 120_000;

/** A message that took longer than this to arrive no longer counts as isolated: the next may be right behind it. */
const LATE_MS = 10_000;

/** A target is busy for this long after a request; longer than the interval of any provider's rate limit. */
const BUSY_MS = 10_000;

/** Interval above which calls that looked isolated when accepted may be too close together. */
const LONG_MS = 10_000;

/** Largest number of request times in memory. */
const CAPACITY = 5000;

interface PacePorts {
  /** The rate limit of a target, its provider's or its owner's, in messages per second. */
  paceOf(target: Target): number;
  laneStore: RequestTimes;
  clock: Clock;
  sleep(milliseconds: number): Promise<void>;
}

export interface Pace {
  /** True if the target had a request recently, so its messages wait for its rate limit. */
  isBusy(target: Target, sentAt: string | undefined): boolean;
  /**
   * Checks the rate limit before a message is rendered. Resolves to 0 if it can be sent, otherwise to the whole seconds
   * after which to check again.
   */
  ask(target: Target, message: Pacing): Promise<number>;
  /** Reserves the next send slot, immediately before a request. Resolves like {@link Pace.ask}. */
  claim(target: Target, message: Pacing): Promise<number>;
}

/** Margin between storing the time of a request and making it, so the interval holds at the provider too. */
const MARGIN_MS = 25;

/** Attempts to store the time within the margin. */
const WRITES = 3;

/**
 * The rate limit per target over all processes. Only messages that come close together cost a write. The queue gives a
 * lane to one process at a time, so the target carries the latest request's time. An isolated call (no other call to
 * its target within seconds) is not stored. A message close behind one finds no stored time, and waits one interval.
 */
export const createPace = ({ paceOf, laneStore, clock, sleep }: PacePorts): Pace => {
  // Only a lower bound: other processes may have sent single messages meanwhile, so the stored time decides.
  const sent = new Map<number, number>();

  const stateOf = (target: Target, { sentAt, isolated, queuedAt }: Pacing) => {
    const plainMs = 1000 / paceOf(target);
    const handedOn = plainMs > NAP_MS;
    const intervalMs = handedOn ? plainMs + MARGIN_MS : plainMs;
    const now = clock().getTime();
    const written = sentAt ? Date.parse(sentAt) : Number.NEGATIVE_INFINITY;
    const last = Math.max(written, sent.get(target.id) ?? Number.NEGATIVE_INFINITY);
    // With long intervals, every request is stored, so the stored time is always exact.
    const isLong = plainMs > LONG_MS;
    const isIsolated = isolated && !isLong && now - queuedAt.getTime() < LATE_MS;
    return {
      intervalMs,
      waitMs: last + intervalMs - now,
      writes: handedOn && (!isIsolated || now - written < KEPT_UP_MS),
      unknownBefore: handedOn && !isIsolated && !isLong && now - written > KNOWN_MS,
    };
  };

  const recordSent = async ({ userId, id }: Target) => {
    for (let count = 0; count < WRITES; count++) {
      const at = clock();
      await laneStore.saveSentAt(userId, id, at);
      if (clock().getTime() - at.getTime() <= MARGIN_MS) return;
    }
  };

  return {
    isBusy: (target, sentAt) => {
      const written = sentAt ? Date.parse(sentAt) : Number.NEGATIVE_INFINITY;
      const last = Math.max(written, sent.get(target.id) ?? Number.NEGATIVE_INFINITY);
      return clock().getTime() - last < Math.max(BUSY_MS, 1000 / paceOf(target));
    },
    ask: async (target, message) => {
      const { waitMs, intervalMs, unknownBefore } = stateOf(target, message);
      if (waitMs > NAP_MS) return Math.ceil(waitMs / 1000);
      if (!unknownBefore) return 0;
      await recordSent(target);
      setBounded(sent, target.id, clock().getTime(), CAPACITY);
      return Math.ceil(intervalMs / 1000);
    },
    claim: async (target, message) => {
      const { waitMs, writes } = stateOf(target, message);
      if (waitMs > NAP_MS) return Math.ceil(waitMs / 1000);
      if (waitMs > 0) await sleep(Math.ceil(waitMs));
      if (writes) await recordSent(target);
      setBounded(sent, target.id, clock().getTime(), CAPACITY);
      return 0;
    },
  };
};
