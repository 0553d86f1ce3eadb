import type { HoldOrder } from '#contract/states';
import { DAY_MS, utcDay } from '../platform/clock.ts';
import { calledAt } from '../platform/ids.ts';
import type { HeldBy, InvocationSummary } from './invocation.ts';
import type { DispatchMessage } from './lane-message.ts';
import { laneMessageOf } from './placement.ts';

/** The name of a hold: `quota` for an account's calls beyond its quota, or the id of a paused webhook. */
export type HoldName = 'quota' | number;

/** Maximum number of held calls, as a multiple of the daily quota. */
const MOST_HELD_QUOTAS = 3;

/** Maximum body size of a call held for the quota, in bytes. */
export const MAX_HELD_BYTES = 65_536;

/** Maximum number of an account's calls that wait for quota. */
export const maxHeldCalls = (quota: number): number => MOST_HELD_QUOTAS * quota;

/** A list of held calls. The sweeper checks it regularly until it is empty. */
export interface Hold {
  userId: number;
  name: HoldName;
  /** Time of the next check (RFC 3339). */
  dueAt: string;
  /** Start time (RFC 3339), which differs each time the hold starts again. */
  begunAt: string;
  /** By webhook, the highest id of its discarded calls. */
  discards: ReadonlyMap<number, string>;
}

export interface HeldCall {
  id: string;
  webhookId: number;
  /** Epoch seconds at which it expires. */
  expiresAt: number;
}

/** An account's counters of one hold. */
export interface HoldCount {
  /** Number of waiting calls; undefined if none is held, so calls are processed normally. */
  count: number | undefined;
  /** Id of the last call that `count` no longer includes (see {@link isTaken}); empty if there is none. */
  takenUntil: string;
  /** When the latest call was held, in epoch milliseconds. */
  lastHeldAt: number;
  /** Units of the daily quota that are used today. */
  used: number;
  /** The release order of calls beyond the quota. */
  order: HoldOrder;
}

/**
 * True if a hold no longer counts a call, although it can still be in the list. In the quota's list, `takenUntil`
 * applies only to the calls of its day, because days are released in any order. These calls leave the list before
 * another day is released.
 */
export const isTaken = ({ id }: Pick<HeldCall, 'id'>, name: HoldName, takenUntil: string): boolean =>
  id <= takenUntil && (name !== 'quota' || dayOf(id) === dayOf(takenUntil));

/** The UTC day of a call. */
export const dayOf = (id: string): string => utcDay(calledAt(id));

/**
 * The number of a day's quota units that held calls of earlier days can use by `now`. It is half of the quota until
 * noon and then grows, so new calls still find units. Pure.
 */
export const shareOf = (limit: number, now: Date): number =>
  Math.max(Math.floor(limit / 2), Math.floor((limit * (now.getTime() % DAY_MS)) / DAY_MS) + 1);

/** Seconds after midnight from which held calls of earlier days can use this number of units. Pure. */
export const shareAfterSeconds = (units: number, limit: number): number =>
  units * 2 <= limit ? 0 : Math.ceil(((units - 1) * DAY_MS) / limit) / 1000;

/** The changes of the counters for calls that are released together. */
export interface Taking {
  /** Id of the last released call. */
  until: string;
  /** Number of calls that leave the hold. */
  count: number;
  /** Units of quota that the calls use, by webhook. */
  units: Map<number, number>;
  /** Number of calls that move to the hold of their paused webhook, by webhook. */
  moved: Map<number, number>;
  limit: number;
}

/** Starts a hold before its first call is counted. The first check is at `nextCheckAt`. */
export type BeginHold = (userId: number, name: HoldName, when: { now: Date; nextCheckAt: Date }) => Promise<void>;

/** Maximum number of seconds between checks of a hold, so calls that have waited too long are ended in time. */
export const CHECK_SECONDS = 3600;

export interface HeldCalls {
  /** Due holds, at most `limit`. */
  due(now: Date, limit: number): Promise<Hold[]>;
  get(userId: number, name: HoldName): Promise<Hold | undefined>;
  /**
   * Moves the next check.
   * @returns false if another process has already moved it, or the hold does not exist
   */
  postpone(hold: Hold, to: Date): Promise<boolean>;
  /** Ensures that a hold of this name exists. */
  begin: BeginHold;
  /**
   * Requests an early check of a hold, if it exists. With `discard`, the check ends the webhook's calls up to that id.
   */
  hasten(userId: number, name: HoldName, now: Date, discard?: { webhookId: number; until: string }): Promise<void>;
  /**
   * The first calls of a hold, oldest first, read consistently. With `sameDayAs`, returns only calls of the same UTC
   * day as that call.
   */
  first(hold: Pick<Hold, 'userId' | 'name'>, limit: number, sameDayAs?: string): Promise<HeldCall[]>;
  /** The newest call of a hold, read consistently. */
  newest(hold: Pick<Hold, 'userId' | 'name'>): Promise<HeldCall | undefined>;
  /** Sets the release order of calls beyond the quota. */
  setOrder(userId: number, order: HoldOrder): Promise<void>;
  count(userId: number, name: HoldName, now: Date): Promise<HoldCount>;
  /**
   * Removes calls from the count and takes their units in one write, so a call uses one unit even after a crash.
   * @returns false, without writing, if the counters differ from `seen` or not enough units are left
   */
  take(hold: Hold, seen: HoldCount, taking: Taking, now: Date): Promise<boolean>;
  /** A call’s summary, read consistently. */
  summary(hold: Hold, call: HeldCall): Promise<InvocationSummary | undefined>;
  /**
   * Stores the decision about a held call.
   * @returns the updated summary; undefined if it has changed meanwhile
   */
  settle(summary: InvocationSummary, fate: SettledFate): Promise<InvocationSummary | undefined>;
  /** Adds a call to the hold of its webhook. */
  move(hold: Hold, call: HeldCall): Promise<void>;
  /** Removes calls from the list. This is the last step of a release. */
  remove(hold: Hold, calls: HeldCall[]): Promise<void>;
  /**
   * Removes a waiting call from the list and from the count in one write.
   * @returns false if nothing was written
   */
  leave(hold: Hold, call: HeldCall, seen: HoldCount): Promise<boolean>;
  /**
   * Ends an empty hold, so new calls are processed normally again.
   * @returns false if a call was held meanwhile
   */
  close(hold: Hold, seen: HoldCount): Promise<boolean>;
  /** Deletes a hold, unless it has started again. */
  forget(hold: Hold): Promise<void>;
}

export type SettledFate =
  | { kind: 'release'; at: Date }
  | { kind: 'end'; as: 'too-long' | 'discarded' }
  | { kind: 'hold'; by: HeldBy };

/** The lane messages of a released call: one for each target whose message is pending. */
export const laneMessagesOf = ({ userId, webhookId, id, dispatches }: InvocationSummary): DispatchMessage[] =>
  Object.entries(dispatches)
    .filter(([, state]) => state === 'pending')
    .map(([targetId]) =>
      laneMessageOf({ userId, webhookId, invocationId: id, targetId: Number(targetId), generation: 0 }),
    );

/** The data that decides whether a new call is held. */
interface IntakeState {
  /** Used units of the day, and the daily quota. */
  used: number;
  limit: number;
  /** True if calls wait for quota, and this call has to wait behind them. */
  isBehindQuota: boolean;
  /** True if calls wait for the owner to resume the webhook. */
  isBehindPaused: boolean;
  isPaused: boolean;
}

/**
 * Decides whether a new call is held. It waits for quota if no unit is left, or if an earlier call waits that it must
 * not overtake. It uses a unit and waits for its webhook if the webhook is paused or an earlier call waits there. Pure.
 */
export const heldBy = ({ used, limit, isBehindQuota, isBehindPaused, isPaused }: IntakeState): HeldBy | undefined => {
  if (isBehindQuota || used >= limit) return 'quota';
  return isPaused || isBehindPaused ? 'paused' : undefined;
};
