import type { Clock } from '../../platform/clock.ts';
import { remember } from '../../platform/remember.ts';
import type { Target } from '../../targets/target.ts';
import type { LaneState, LaneStore } from '../lane/lane.ts';

/** Waits up to this long are slept through; longer ones give the message back to its lane. */
const NAP_MS = 250;

/** A request at most this old, remembered with its lane, is the last one there was. */
const KNOWN_MS = 60_000;

/**
 * While a lane has a memory this young, isolated messages keep it up too; longer than {@link KNOWN_MS}, so that nobody who
 * still trusts the memory misses a request.
 */
const KEPT_UP_MS = 120_000;

/** A message that was under way for longer than this is not isolated any more: the next one may be right behind it. */
const LATE_MS = 10_000;

/** A target that was asked this long ago, or less, is busy; longer than the slowest pace. */
const BUSY_MS = 10_000;

/** How many targets a process remembers. */
const REMEMBERED = 5000;

interface PacePorts {
  /** Messages a second that the kind's provider takes for one target. */
  paceOf(kind: string): number;
  lanes: Pick<LaneStore, 'saveSentAt'>;
  clock: Clock;
  nap(milliseconds: number): Promise<void>;
}

/** What a message's place in its lane says about those before it. */
export interface Pacing {
  /** true when the target had no other call shortly before. */
  isolated: boolean;
  queuedAt: Date;
}

export interface Pace {
  /** Whether the target was asked a moment ago, so that what still waits for it waits for its pace. */
  isBusy(target: Target, lane: LaneState | undefined): boolean;
  /**
   * Asks, before a message is composed, whether it could be sent. Resolves to 0 when it could, else to the whole seconds
   * after which to ask again.
   */
  ask(target: Target, lane: LaneState | undefined, message: Pacing): Promise<number>;
  /** Takes the leave to send one request, immediately before it. Resolves like {@link Pace.ask}. */
  claim(target: Target, lane: LaneState | undefined, message: Pacing): Promise<number>;
}

/** Between writing down that a request is made and making it, so that the gap holds at the provider too. */
const MARGIN_MS = 25;

/** How often the time is written down anew because writing it took longer than the margin. */
const WRITES = 3;

/**
 * Keeps each target at its provider's pace over all processes, although only messages that come close together cost a
 * write: the queue gives a lane to one process at a time, so that the time of the last request can be handed on with the
 * lane. An isolated call (no other call to its target within seconds) is not written down; a message that comes close
 * behind one, and finds nothing written, waits one interval instead of asking who was there.
 */
export const createPace = ({ paceOf, lanes, clock, nap }: PacePorts): Pace => {
  // Only a lower bound: other processes may have sent isolated messages meanwhile, so what is written decides.
  const sent = new Map<number, number>();

  const stateOf = (target: Target, lane: LaneState | undefined, { isolated, queuedAt }: Pacing) => {
    const plainMs = 1000 / paceOf(target.kind);
    const handedOn = plainMs > NAP_MS;
    const intervalMs = handedOn ? plainMs + MARGIN_MS : plainMs;
    const now = clock().getTime();
    const written = lane?.sentAt ? new Date(lane.sentAt).getTime() : Number.NEGATIVE_INFINITY;
    const last = Math.max(written, sent.get(target.id) ?? Number.NEGATIVE_INFINITY);
    const isIsolated = isolated && now - queuedAt.getTime() < LATE_MS;
    return {
      intervalMs,
      waitMs: last + intervalMs - now,
      writes: handedOn && (!isIsolated || now - written < KEPT_UP_MS),
      unknownBefore: handedOn && !isIsolated && now - written > KNOWN_MS,
    };
  };

  const recordSent = async ({ userId, id }: Target) => {
    for (let count = 0; count < WRITES; count++) {
      const at = clock();
      await lanes.saveSentAt(userId, id, at);
      if (clock().getTime() - at.getTime() <= MARGIN_MS) return;
    }
  };

  return {
    isBusy: ({ id }, lane) => {
      const written = lane?.sentAt ? Date.parse(lane.sentAt) : Number.NEGATIVE_INFINITY;
      return clock().getTime() - Math.max(written, sent.get(id) ?? Number.NEGATIVE_INFINITY) < BUSY_MS;
    },
    ask: async (target, lane, message) => {
      const { waitMs, intervalMs, unknownBefore } = stateOf(target, lane, message);
      if (waitMs > NAP_MS) return Math.ceil(waitMs / 1000);
      if (!unknownBefore) return 0;
      await recordSent(target);
      remember(sent, target.id, clock().getTime(), REMEMBERED);
      return Math.ceil(intervalMs / 1000);
    },
    claim: async (target, lane, message) => {
      const { waitMs, writes } = stateOf(target, lane, message);
      if (waitMs > NAP_MS) return Math.ceil(waitMs / 1000);
      if (waitMs > 0) await nap(Math.ceil(waitMs));
      if (writes) await recordSent(target);
      remember(sent, target.id, clock().getTime(), REMEMBERED);
      return 0;
    },
  };
};
