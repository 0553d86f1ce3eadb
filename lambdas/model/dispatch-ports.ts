import type { Dispatch } from './dispatch.ts';
import type { InvocationSummary } from './invocation.ts';
import type { LaneState } from './lane.ts';
import type { DigestMessage, DispatchIds, DispatchMessage } from './lane-message.ts';
import type { Target } from './target.ts';
import type { Webhook } from './webhook.ts';

/** The attributes of a received queue message. */
export interface Receipt {
  /** The number of times that the queue has delivered the message, including this one. */
  receives: number;
  queuedAt: Date;
  firstReceivedAt: Date;
  /** Milliseconds until the function times out. */
  timeLeftMs: () => number;
}

/** An entry of a target's waiting list. */
export interface ListedDispatch {
  message: DispatchMessage;
  /** The time at which the dispatch expires. */
  waitsUntil: Date;
}

/** The dispatches that wait for a target, in a secondary index that lags behind the table. */
export interface WaitingList {
  /** Up to `limit` entries of one target's list, in order of their calls. */
  oldest(lane: { userId: number; targetId: number }, limit: number): Promise<ListedDispatch[]>;
}

/** All data for the delivery of one message. Deleted objects are undefined. */
export interface DeliveryContext {
  summary: InvocationSummary | undefined;
  dispatch: Dispatch | undefined;
  target: Target | undefined;
  webhook: Webhook | undefined;
  lane: LaneState;
  sentAt: Pacing['sentAt'];
}

export interface LaneStore {
  /** Reads consistently. A lane that was never stored is flowing. */
  get(userId: number, targetId: number): Promise<LaneState>;
  /**
   * Stores the lane, and its target's dirty flag.
   * @returns false on a version conflict
   */
  save(lane: LaneState): Promise<boolean>;
  /** Stores the time of a request to a target, for its rate limit. */
  saveSentAt(userId: number, targetId: number, at: Date): Promise<void>;
  shards: number;
  /**
   * Up to `limit` lanes of one shard with due wake-ups. `isFull` is true if there can be more. Even then, fewer than
   * `limit` can be returned, because the index lags.
   */
  dueLanes(shard: number, now: Date, limit: number): Promise<{ due: LaneState[]; isFull: boolean }>;
}

export interface FailingTargets {
  /** The lanes of targets whose latest messages failed temporarily, so messages can be waiting for them. */
  list(userId: number): Promise<LaneState[]>;
}

interface DueDispatch {
  message: DispatchMessage | DigestMessage;
  /** Its due time, for the condition of {@link DueIndex.postpone}. */
  dueAt: string;
}

export interface DueIndex {
  /** Up to `limit` dispatches of one shard that are due at `now`, earliest due time first. */
  due(shard: number, now: Date, limit: number): Promise<DueDispatch[]>;
  /**
   * Moves the due time, unless it has changed meanwhile. If the lane message is lost, the dispatch is due again at the
   * new time.
   */
  postpone(due: DueDispatch, to: Date): Promise<void>;
  shards: number;
}

/** The planned fallbacks of dispatches. */
export interface FallbackIndex {
  shards: number;
  /** Up to `limit` dispatches of one shard whose fallback is due at `now`, in the order of time and call. */
  due(shard: number, now: Date, limit: number): Promise<DispatchIds[]>;
  /** Removes the fallback of a dispatch. */
  done(dispatch: DispatchIds): Promise<void>;
}

export interface DispatchStore {
  /** Reads the whole context of one message in one round trip. */
  loadContext(dispatch: DispatchIds): Promise<DeliveryContext>;
  /**
   * Reads only the data that an ordinary message needs in addition to the call that it carries; see fast-path.ts.
   * `isNew` is true if the dispatch has not been attempted yet, and `isLaneClean` if the lane is clean (`isClean`). The
   * read is eventually consistent: a lane that has just failed can still look clean. A paused one does only if the read lags by `LAG_SECONDS`.
   */
  loadFast(
    message: DispatchMessage,
  ): Promise<Pick<DeliveryContext, 'target' | 'webhook' | 'sentAt'> & { isNew: boolean; isLaneClean: boolean }>;
  /**
   * Stores the dispatch with its placement, and copies its state to the summary. The dispatch is written first, so a
   * crash in between is corrected when the message is received again.
   * @returns the stored dispatch, or undefined on a version conflict
   */
  save(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Like {@link DispatchStore.save}, but does not write the summary, for changes that the summary does not show. */
  saveWithoutSummary(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Copies the state of a stored dispatch to the summary, unless the summary has a later version. */
  repeatState(dispatch: Dispatch): Promise<void>;
  /** Removes a dispatch from the index, unless it has changed since it was read or is kept for the operator. */
  forget(dispatch: Dispatch): Promise<void>;
  /** Enters the dispatch's fallback into the due index, for the time `fallbackAt`. Safe to repeat. */
  planFallback(dispatch: Dispatch): Promise<void>;
  /** Reads consistently. */
  get(userId: number, invocationId: string, targetId: number): Promise<Dispatch | undefined>;
  list(userId: number, invocationId: string): Promise<Dispatch[]>;
}

/**
 * Counts the messages to each target. Accepting a call counts its messages. Messages of a held call are counted at
 * their first attempt.
 */
export interface DispatchCounter {
  /** Counts a permanent failure of one of the webhook's dispatches. */
  countError(userId: number, webhookId: number, now: Date): Promise<void>;
  /** Counts a sent message that is not included in its target's count yet. */
  countDispatch(userId: number, targetId: number, now: Date): Promise<void>;
  /**
   * Subtracts a message that was moved to the waiting list before any part of it was sent.
   * @param call the time of its acceptance, and the target's previous call (RFC 3339), if known
   */
  uncountDispatch(
    userId: number,
    targetId: number,
    call: { acceptedAt: string; previousAt: string | undefined },
  ): Promise<void>;
}

/** Data about a target's earlier messages, for its rate limit. */
export interface Pacing {
  /** Time of the latest request to the target (RFC 3339), if its rate limit needs it. */
  sentAt: string | undefined;
  /** Seconds between the target's previous call and this one; 0 if unknown. */
  gapSeconds: number;
  queuedAt: Date;
}
