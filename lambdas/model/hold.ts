import type { HoldOrder } from '#contract/states';
import { utcDay } from '../platform/clock.ts';
import { calledAt } from '../platform/ids.ts';
import type { HeldBy, InvocationSummary } from './invocation.ts';
import type { LaneMessage } from './invocation-ports.ts';

/** A list of held calls, in order: an account's calls beyond its quota, or one webhook's calls, by its id. */
export type HoldName = 'quota' | number;

/** The limit of held calls, in daily quotas: with the day's own calls, four times the quota. */
const MOST_HELD_QUOTAS = 3;

/** The largest body that is held for the quota, in bytes. */
export const MAX_HELD_BYTES = 65_536;

/** The limit of calls of an account that wait for a unit of quota. */
export const maxHeldCalls = (quota: number): number => MOST_HELD_QUOTAS * quota;

/** A list of held calls that is checked from time to time, until it is empty. */
export interface Hold {
  userId: number;
  name: HoldName;
  /** When it is checked next (RFC 3339). */
  dueAt: string;
  /** RFC 3339; differs each time the list starts anew. */
  begunAt: string;
  /** Calls up to these ids are unwanted, by webhook. */
  discards: ReadonlyMap<number, string>;
}

/** A call in a held list. */
export interface HeldCall {
  id: string;
  webhookId: number;
  /** Epoch seconds at which it is removed. */
  expiresAt: number;
}

/** An account's counters of one hold. */
export interface HoldCount {
  /** Calls that wait; undefined when nothing is held, and calls go their ordinary way. */
  count: number | undefined;
  /** The last call that is no longer in `count`, see {@link isTaken}. Empty: none. */
  takenUntil: string;
  /** When the latest call was held, in epoch milliseconds. */
  lastHeldAt: number;
  /** Units of the day that are used. */
  used: number;
  /** The order of calls beyond the quota. */
  order: HoldOrder;
}

/**
 * True if a call is no longer counted in a hold, though perhaps still in its list. In the list of the quota the mark
 * applies to the calls of one day, because days are released in any order. Marked calls leave the list before another
 * day is released.
 */
export const isTaken = ({ id }: Pick<HeldCall, 'id'>, name: HoldName, takenUntil: string): boolean =>
  id <= takenUntil && (name !== 'quota' || dayOf(id) === dayOf(takenUntil));

/** The UTC day of a call. */
export const dayOf = (id: string): string => utcDay(calledAt(id));

const DAY_MS = 86_400_000;

/**
 * Units of a day that calls of earlier days can take up to a moment of it. It is half of them until noon, then one after
 * the other, so later calls still find units. Pure.
 */
export const shareOf = (limit: number, now: Date): number =>
  Math.max(Math.floor(limit / 2), Math.floor((limit * (now.getTime() % DAY_MS)) / DAY_MS) + 1);

/** Seconds after midnight until calls of earlier days can take this number of units. Pure. */
export const shareAfterSeconds = (units: number, limit: number): number =>
  units * 2 <= limit ? 0 : Math.ceil(((units - 1) * DAY_MS) / limit) / 1000;

/** The result of calls that leave a hold together. */
export interface Taking {
  /** The last of them. */
  until: string;
  /** The number that no longer waits. */
  count: number;
  /** Units of quota that are taken, by webhook. */
  units: Map<number, number>;
  /** Calls that now wait for their paused webhook, by webhook. */
  moved: Map<number, number>;
  limit: number;
}

/** Begins a list of held calls, before the first one is counted in it; it is checked from `nextCheckAt` on. */
export type BeginHold = (userId: number, name: HoldName, when: { now: Date; nextCheckAt: Date }) => Promise<void>;

/** Longest time between checks of a list of held calls, in seconds: calls that have waited too long are ended then. */
export const CHECK_SECONDS = 3600;

export interface HeldCalls {
  /** Holds that are to be checked, at most `limit`. */
  due(now: Date, limit: number): Promise<Hold[]>;
  get(userId: number, name: HoldName): Promise<Hold | undefined>;
  /** Moves the next check. @returns false when someone else did, or the hold is gone. */
  postpone(hold: Hold, to: Date): Promise<boolean>;
  /** Ensures that a hold of this name exists. */
  begin: BeginHold;
  /** Requests the check of a hold; `discard` ends its calls of a webhook up to an id. Does nothing without a hold. */
  hasten(userId: number, name: HoldName, now: Date, discard?: { webhookId: number; until: string }): Promise<void>;
  /**
   * The first calls of a hold, oldest first, read consistently; only calls of a given call's UTC day, if there is one.
   */
  first(hold: Pick<Hold, 'userId' | 'name'>, limit: number, sameDayAs?: string): Promise<HeldCall[]>;
  /** The newest call of a hold, read consistently. */
  newest(hold: Pick<Hold, 'userId' | 'name'>): Promise<HeldCall | undefined>;
  /** Sets the order of calls beyond the quota. */
  setOrder(userId: number, order: HoldOrder): Promise<void>;
  count(userId: number, name: HoldName, now: Date): Promise<HoldCount>;
  /**
   * Removes calls from the count and takes their units of quota, in one write, so a call is paid for once even after a
   * crash.
   * @returns false when the counters differ from `seen`, or leave fewer units; nothing was written then.
   */
  take(hold: Hold, seen: HoldCount, taking: Taking, now: Date): Promise<boolean>;
  /** A call’s summary, read consistently. */
  summary(hold: Hold, call: HeldCall): Promise<InvocationSummary | undefined>;
  /** Writes the result of a held call. @returns the updated summary; undefined when it has changed meanwhile. */
  settle(summary: InvocationSummary, fate: SettledFate): Promise<InvocationSummary | undefined>;
  /** Puts a call into the list of its webhook. */
  move(hold: Hold, call: HeldCall): Promise<void>;
  /** Removes calls from the list, as the last step. */
  remove(hold: Hold, calls: HeldCall[]): Promise<void>;
  /** Removes a waiting call from the list and from the count, in one write. @returns false when nothing was written. */
  leave(hold: Hold, call: HeldCall, seen: HoldCount): Promise<boolean>;
  /** Ends an empty hold, so calls are processed normally. @returns false when one was held meanwhile. */
  close(hold: Hold, seen: HoldCount): Promise<boolean>;
  /** Deletes a hold, unless it was restarted. */
  forget(hold: Hold): Promise<void>;
}

export type SettledFate =
  | { kind: 'release'; at: Date }
  | { kind: 'end'; as: 'too-long' | 'discarded' }
  | { kind: 'hold'; by: HeldBy };

/** The lane messages of a released call: of each target that it still has to be sent to. */
export const laneMessagesOf = ({ userId, webhookId, id, dispatches }: InvocationSummary): LaneMessage[] =>
  Object.entries(dispatches)
    .filter(([, state]) => state === 'pending')
    .map(([targetId]) => ({ userId, webhookId, invocationId: id, targetId: Number(targetId), generation: 0 }));

/** The account's state when another call arrives. */
interface IntakeState {
  /** Used units of the day, and the number of all its units. */
  used: number;
  limit: number;
  /** True if calls of the account wait for a unit, and this one has to wait behind them. */
  isBehindOwed: boolean;
  /** Calls of the webhook that wait for its owner to resume it; undefined without any. */
  behind: number | undefined;
  isPaused: boolean;
}

/**
 * The place of a new call: on its way, in its webhook's list with its own unit, or in the list of the quota. While a call
 * of its day waits for a unit, a call of the account waits too. In the order of arrival, the day does not matter. While
 * any waits for its webhook, each later one of that webhook does. So no call overtakes an earlier one of its day. Pure.
 */
export const placeOf = ({
  used,
  limit,
  isBehindOwed,
  behind,
  isPaused,
}: IntakeState): 'on-its-way' | 'behind' | 'owed' => {
  if (isBehindOwed || used >= limit) return 'owed';
  return isPaused || behind !== undefined ? 'behind' : 'on-its-way';
};
