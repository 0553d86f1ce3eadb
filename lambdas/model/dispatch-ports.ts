import type { Dispatch } from './dispatch.ts';
import type { InvocationSummary } from './invocation.ts';
import type { LaneMessage } from './invocation-ports.ts';
import type { LaneState } from './lane.ts';
import type { Target } from './target.ts';
import type { Webhook } from './webhook.ts';

/** The queue's attributes of a message. */
export interface Receipt {
  /** The receive count, this time included. */
  receives: number;
  queuedAt: Date;
  firstReceivedAt: Date;
  /** Milliseconds until the function is stopped. */
  timeLeftMs: () => number;
}

/** A dispatch in the waiting list of its target. */
export interface ListedDispatch {
  message: LaneMessage;
  /** When it expires. */
  waitsUntil: Date;
}

/** The dispatches that wait for a target: a secondary index, which lags behind the table. */
export interface WaitingList {
  /** Up to `limit` of one target's list, in the order of their calls. */
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

/** Further needs of a message that carries its call. */
export interface FastContext extends Pick<DeliveryContext, 'target' | 'webhook' | 'sentAt'> {
  /** false when the dispatch was tried already. */
  isNew: boolean;
  /**
   * True if the lane is {@link isClean}. The read lags: a lane that failed moments ago may still read as clean, but a
   * paused lane never does.
   */
  isLaneClean: boolean;
}

export interface LaneStore {
  /** Reads consistently; a lane that was never stored flows. */
  get(userId: number, targetId: number): Promise<LaneState>;
  /** Keeps {@link FastContext.isLaneClean} in step. @returns false on a version conflict. */
  save(lane: LaneState): Promise<boolean>;
}

export interface LaneIndex {
  shards: number;
  /**
   * Up to `limit` lanes of one shard whose wake-ups are due. The index lags, so fewer may be due though there are more
   * (`isFull`).
   */
  dueLanes(shard: number, now: Date, limit: number): Promise<{ due: LaneState[]; isFull: boolean }>;
}

interface DueDispatch {
  message: LaneMessage;
  /** When it was due, for the condition of {@link DueIndex.postpone}. */
  dueAt: string;
}

export interface DueIndex {
  /** Up to `limit` dispatches of one shard that are due at `now`, longest due first. */
  due(shard: number, now: Date, limit: number): Promise<DueDispatch[]>;
  /** Moves the due time, unless it has changed meanwhile: a returning dispatch had lost its message. */
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
   * first: a crash in between is fixed when the message comes back.
   * @returns the stored dispatch, or undefined on a version conflict.
   */
  save(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Like {@link DispatchStore.save}, for a change that the summary does not show: a write less. */
  saveUnseen(dispatch: Dispatch): Promise<Dispatch | undefined>;
  /** Repeats the state in the summary alone, unless a later version has been there. */
  repeatState(dispatch: Dispatch): Promise<void>;
  /** Takes a dispatch out of the index, unless it has changed since it was read, or is kept for the operator. */
  forget(dispatch: Dispatch): Promise<void>;
  /** Reads consistently. */
  get(userId: number, invocationId: string, targetId: number): Promise<Dispatch | undefined>;
  list(userId: number, invocationId: string): Promise<Dispatch[]>;
}

export interface ErrorCounter {
  /** One dispatch of the webhook failed permanently. */
  countError(userId: number, webhookId: number, now: Date): Promise<void>;
}

/**
 * The statistics of targets: the messages dispatched to them. A call counts from its acceptance, a held call from its
 * first attempt.
 */
export interface DispatchCounter {
  /** A message outside its target's dispatches was handed on. */
  countDispatch(userId: number, targetId: number, now: Date): Promise<void>;
  /**
   * A message was put in the waiting list before any part of it was handed on. It is not, or not yet, a dispatch of its
   * target.
   * @param call the time of its acceptance, and the target's previous call (RFC 3339), if known.
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
  /** The time of the latest request to the target (RFC 3339), if its rate limit needed it. */
  sentAt: string | undefined;
  /** true when its target had no other call shortly before. */
  isolated: boolean;
  queuedAt: Date;
}
