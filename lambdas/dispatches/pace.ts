import { type Clock, secondsAfter } from '../platform/clock.ts';
import type { Target } from '../targets/target.ts';
import type { LaneState, LaneStore } from './lane.ts';

/** Waits up to this long are slept through; longer ones give the message back to its lane. */
const NAP_MS = 250;

/** A request at most this old, remembered with its lane, is the last one there was. */
const KNOWN_MS = 60_000;

/**
 * While a lane has a memory this young, quiet messages keep it up too; longer than {@link KNOWN_MS}, so that nobody who
 * still trusts the memory misses a request.
 */
const KEPT_UP_MS = 120_000;

/** The longest that calls to a target have to lie apart for the later one to count as quiet, in seconds. */
export const QUIET_GAP_SECONDS = 20;

/** A message that was under way for longer than this is not quiet any more: the next one may be right behind it. */
const LATE_MS = 10_000;

/** How many targets a process remembers. */
const REMEMBERED = 5000;

export interface PacePorts {
  /** Messages a second that the kind's provider takes for one target. */
  paceOf(kind: string): number;
  lanes: Pick<LaneStore, 'markSent'>;
  clock: Clock;
  nap(milliseconds: number): Promise<void>;
}

export interface Pace {
  /**
   * Asks for leave to send one message to a target. Resolves to 0 when it may be sent now, else to the whole seconds
   * after which to ask again.
   */
  claim(target: Target, lane: LaneState | undefined, message: { quiet: boolean; queuedAt: Date }): Promise<number>;
}

/**
 * Keeps each target at its provider's pace over all processes, although only one message in a burst costs a write: the
 * queue gives a lane to one process at a time, so that the time of the last request can be handed on with the lane. A
 * call that comes alone (`quiet`, nothing else within seconds) is not written down; a message that comes close behind
 * one, and finds nothing written, waits one interval instead of asking who was there.
 */
export const createPace = ({ paceOf, lanes, clock, nap }: PacePorts): Pace => {
  // Only a lower bound: other processes may have sent quiet messages meanwhile, so what is written decides.
  const sent = new Map<number, number>();

  const remember = (targetId: number, at: number) => {
    sent.delete(targetId);
    sent.set(targetId, at);
    if (sent.size > REMEMBERED) for (const [oldest] of sent) return sent.delete(oldest);
    return true;
  };

  return {
    claim: async (target, lane, { quiet, queuedAt }) => {
      const intervalMs = 1000 / paceOf(target.kind);
      const written = lane?.sentAt ? new Date(lane.sentAt).getTime() : Number.NEGATIVE_INFINITY;
      const last = Math.max(written, sent.get(target.id) ?? Number.NEGATIVE_INFINITY);
      const now = clock().getTime();
      const waitMs = last + intervalMs - now;
      if (waitMs > NAP_MS) return Math.ceil(waitMs / 1000);
      if (waitMs > 0) await nap(Math.ceil(waitMs));
      if (intervalMs > NAP_MS) {
        const alone = quiet && now - queuedAt.getTime() < LATE_MS;
        if (!alone || now - written < KEPT_UP_MS) await lanes.markSent(target.userId, target.id, clock());
        if (!alone && now - written > KNOWN_MS) {
          remember(target.id, clock().getTime());
          return Math.ceil(intervalMs / 1000);
        }
      }
      remember(target.id, clock().getTime());
      return 0;
    },
  };
};

/** Whether a call to a target whose previous call was at `previous` (RFC 3339) counts as quiet. */
export const isQuiet = (previous: string | undefined, now: Date): boolean =>
  previous === undefined || new Date(previous) < secondsAfter(now, -QUIET_GAP_SECONDS);
