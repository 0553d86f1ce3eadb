import type { LaneStore, Pacing } from '../model/dispatch-ports.ts';
import type { DispatchMessage } from '../model/lane-message.ts';
import type { Target } from '../model/target.ts';
import { setBounded } from '../platform/bounded-map.ts';
import type { Clock } from '../platform/clock.ts';
import { calledAt } from '../platform/ids.ts';

/** A call is isolated if its target got no other call in this many seconds before it. */
const ISOLATED_GAP_SECONDS = 20;

/** Longest wait within the function, in milliseconds. For a longer wait, the message returns to its lane. */
const NAP_MS = 250;

/** A stored request time is exact if it is younger than this. */
const KNOWN_MS = 60_000;

/**
 * Isolated messages also update the stored time if it is younger than this. It exceeds {@link KNOWN_MS}, so every
 * time that counts as exact is exact.
 */
const KEPT_UP_MS = 120_000;

/** A message that waited longer than this no longer counts as isolated, because the next one may be right behind it. */
const LATE_MS = 10_000;

/** Minimum time for which a target is busy after a request. Longer than the interval of any provider's rate limit. */
const BUSY_MS = 10_000;

/**
 * For intervals longer than this, no message counts as isolated, because two isolated calls can be closer together than
 * the interval.
 */
const LONG_MS = 10_000;

/** Maximum number of request times in memory. */
const CAPACITY = 5000;

/** Seconds between the target's previous call and a message's call; 0 if unknown. */
export const gapSeconds = ({ invocationId, previousAt }: DispatchMessage): number => {
  if (previousAt === undefined) return 0;
  return previousAt === null ? Infinity : (calledAt(invocationId).getTime() - Date.parse(previousAt)) / 1000;
};

/** True if a call came long after the one before it. */
export const cameAlone = (gapSeconds: number): boolean => gapSeconds > ISOLATED_GAP_SECONDS;

interface PacePorts {
  /** The rate limit of a target, its provider's or its owner's, in messages per second. */
  paceOf(target: Target): number;
  laneStore: Pick<LaneStore, 'saveSentAt'>;
  clock: Clock;
  sleep(milliseconds: number): Promise<void>;
}

export interface Pace {
  /** True if the target got a request recently, so a message to it may have to wait for the rate limit. */
  isBusy(target: Target, sentAt: string | undefined): boolean;
  /**
   * Checks the rate limit before a message is rendered. Resolves to 0 if it can be sent, otherwise to the whole seconds
   * after which to check again.
   */
  ask(target: Target, message: Pacing): Promise<number>;
  /** Reserves the next send slot, immediately before a request. Resolves like {@link Pace.ask}. */
  claim(target: Target, message: Pacing): Promise<number>;
}

/**
 * Allowed delay between storing a request's time and sending the request. It is added to the interval, so the rate
 * limit also holds at the provider.
 */
const MARGIN_MS = 25;

/** Maximum attempts to store a request's time within the margin. */
const WRITES = 3;

/**
 * Enforces the rate limit of each target across all processes. The time of a target's latest request is stored with the
 * target; the queue gives its lane to one process at a time. The time is not stored for an isolated call, so only
 * messages that come close together cost a write. A message right after an isolated one finds no exact time and waits
 * one interval.
 */
export const createPace = ({ paceOf, laneStore, clock, sleep }: PacePorts): Pace => {
  // Request times of this process. Other processes may have sent later messages, so the stored time counts too.
  const sent = new Map<number, number>();

  const stateOf = (target: Target, { sentAt, gapSeconds, queuedAt }: Pacing) => {
    const plainMs = 1000 / paceOf(target);
    const handedOn = plainMs > NAP_MS;
    const intervalMs = handedOn ? plainMs + MARGIN_MS : plainMs;
    const now = clock().getTime();
    const written = sentAt ? Date.parse(sentAt) : Number.NEGATIVE_INFINITY;
    const last = Math.max(written, sent.get(target.id) ?? Number.NEGATIVE_INFINITY);
    // With long intervals, every request is stored, so the stored time is always exact.
    const isLong = plainMs > LONG_MS;
    const isIsolated = cameAlone(gapSeconds) && !isLong && now - queuedAt.getTime() < LATE_MS;
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
