import type { Dispatch } from './dispatch.ts';
import type { InvocationSummary } from './invocation.ts';
import type { LaneMessage } from './invocation-ports.ts';
import type { LaneState } from './lane.ts';
import type { Target } from './target.ts';
import type { Webhook } from './webhook.ts';

/** A queue message's attributes. */
export interface Receipt {
  /** The receive count, including this time. */
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

/** All data for delivering one message. Deleted objects are undefined. */
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
  /** False if the dispatch has been attempted. */
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
   * Also updates {@link FastContext.isLaneClean}.
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
  /** Up to `limit` dispatches of one shard that are due at `now`, longest due first. */
  due(shard: number, now: Date, limit: number): Promise<DueDispatch[]>;
  /** Moves the due time unless it has changed meanwhile: a dispatch that returns had lost its message. */
  postpone(due: DueDispatch, to: Date): Promise<void>;
  shards: number;
}

export interface DispatchStore {
  /** Reads the whole context of one message in one round trip. */
  loadContext(message: LaneMessage): Promise<DeliveryContext>;
  /** Reads the few fields for an ordinary message, eventually consistently; see fast-path.ts. */
  loadFast(message: LaneMessage): Promise<FastContext>;
  /**
   * Stores the dispatch, with its placement in the index, and repeats its state in the summary. The dispatch is written
   * first: a crash in between is fixed when the message is received again.
   * @returns the stored dispatch, or undefined on a version conflict
   */
  save(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Like {@link DispatchStore.save}, for a change that the summary does not show, which saves a write. */
  saveUnseen(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Copies the state to the summary only, unless a later version was written. */
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
 * Counts the messages dispatched to each target. A call counts from its acceptance, a held call from its first attempt.
 */
export interface DispatchCounter {
  /** Counts a message that was not yet among its target's dispatches and has now been sent. */
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

/** Facts about earlier messages that a message carries. */
export interface Pacing {
  /** The time of the target's latest request (RFC 3339), if its rate limit needed it. */
  sentAt: string | undefined;
  /** True if its target had no other call shortly before. */
  isolated: boolean;
  queuedAt: Date;
}
