import type { Dispatch } from './dispatch.ts';
import type { InvocationSummary } from './invocation.ts';
import type { LaneMessage } from './invocation-ports.ts';
import type { LaneState } from './lane.ts';
import type { Target } from './target.ts';
import type { Webhook } from './webhook.ts';

/** A queue message's attributes. */
export interface Receipt {
  /** Number of times that the message was received, including this one. */
  receives: number;
  queuedAt: Date;
  firstReceivedAt: Date;
  /** Milliseconds until the function times out. */
  timeLeftMs: () => number;
}

/** A dispatch in the waiting list of its target. */
export interface ListedDispatch {
  message: LaneMessage;
  /** When it expires. */
  waitsUntil: Date;
}

/** The dispatches that wait for a target, in a secondary index that lags behind the table. */
export interface WaitingList {
  /** Up to `limit` entries of one target's list, in order of their calls. */
  oldest(lane: { userId: number; targetId: number }, limit: number): Promise<ListedDispatch[]>;
}

/** All data needed to deliver one message. Deleted objects are undefined. */
export interface DeliveryContext {
  summary: InvocationSummary | undefined;
  dispatch: Dispatch | undefined;
  target: Target | undefined;
  webhook: Webhook | undefined;
  lane: LaneState;
  sentAt: Pacing['sentAt'];
}

/** Additional data for a message that carries its call. */
export interface FastContext extends Pick<DeliveryContext, 'target' | 'webhook' | 'sentAt'> {
  /** True if the dispatch has not been attempted yet. */
  isNew: boolean;
  /**
   * True if the lane is {@link isClean}. The read lags: a lane that has just failed can still look clean, but a paused
   * lane never does.
   */
  isLaneClean: boolean;
}

export interface LaneStore {
  /** Reads consistently. A lane that was never stored is flowing. */
  get(userId: number, targetId: number): Promise<LaneState>;
  /**
   * Stores the lane, and updates {@link FastContext.isLaneClean}.
   * @returns false on a version conflict
   */
  save(lane: LaneState): Promise<boolean>;
}

export interface LaneIndex {
  shards: number;
  /**
   * Up to `limit` lanes of one shard with due wake-ups. The index lags, so fewer can be returned although there are
   * more (`isFull`).
   */
  dueLanes(shard: number, now: Date, limit: number): Promise<{ due: LaneState[]; isFull: boolean }>;
}

interface DueDispatch {
  message: LaneMessage;
  /** Its due time, for the condition of {@link DueIndex.postpone}. */
  dueAt: string;
}

export interface DueIndex {
  /** Up to `limit` dispatches of one shard that are due at `now`, earliest due time first. */
  due(shard: number, now: Date, limit: number): Promise<DueDispatch[]>;
  /** Moves the due time, unless it has changed meanwhile, so a lost message is sent again later. */
  postpone(due: DueDispatch, to: Date): Promise<void>;
  shards: number;
}

export interface DispatchStore {
  /** Reads the whole context of one message in one round trip. */
  loadContext(message: LaneMessage): Promise<DeliveryContext>;
  /** Reads only the fields that an ordinary message needs, with eventual consistency; see fast-path.ts. */
  loadFast(message: LaneMessage): Promise<FastContext>;
  /**
   * Stores the dispatch with its placement, and copies its state to the summary. The dispatch is written first, so a
   * crash in between is corrected when the message is received again.
   * @returns the stored dispatch, or undefined on a version conflict
   */
  save(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Like {@link DispatchStore.save}, but without the write to the summary, for changes that it does not show. */
  saveUnseen(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Copies only the state to the summary, unless a later version was written. */
  repeatState(dispatch: Dispatch): Promise<void>;
  /** Removes a dispatch from the index, unless it has changed since it was read or is kept for the operator. */
  forget(dispatch: Dispatch): Promise<void>;
  /** Reads consistently. */
  get(userId: number, invocationId: string, targetId: number): Promise<Dispatch | undefined>;
  list(userId: number, invocationId: string): Promise<Dispatch[]>;
}

export interface ErrorCounter {
  /** Counts a permanent failure of one of the webhook's dispatches. */
  countError(userId: number, webhookId: number, now: Date): Promise<void>;
}

/**
 * Counts the messages dispatched to each target. A call is counted when it is accepted, a held call at its first
 * attempt.
 */
export interface DispatchCounter {
  /** Counts a sent message that its target's dispatches did not include yet. */
  countDispatch(userId: number, targetId: number, now: Date): Promise<void>;
  /**
   * Subtracts a message that went to the waiting list before any part of it was sent.
   * @param call the time of its acceptance, and the target's previous call (RFC 3339), if known
   */
  uncountDispatch(
    userId: number,
    targetId: number,
    call: { acceptedAt: string; previousAt: string | undefined },
  ): Promise<void>;
}

export interface DeadLetters {
  send(messages: LaneMessage[]): Promise<void>;
}

/** Data about the target's earlier messages, for its rate limit. */
export interface Pacing {
  /** The time of the target's latest request (RFC 3339), if its rate limit needed it. */
  sentAt: string | undefined;
  /** True if its target had no other call shortly before. */
  isolated: boolean;
  queuedAt: Date;
}
