import type { LaneMessage } from './invocation-ports.ts';

export interface ReplayStore {
  get(userId: number, id: string): Promise<Replay | undefined>;
  /** @returns false when another run has continued it. `nextStepAt` undefined: there is no next step. */
  save(replay: Replay, nextStepAt: Date | undefined): Promise<boolean>;
  due(now: Date, limit: number): Promise<Replay[]>;
}

/** Messages that were sent again by their owner's wish, which have their own daily limit. */
export interface ReplayQuota {
  /** @returns false when the day's limit leaves less than `count`, and nothing was counted. */
  takeReplays(replay: { userId: number; count: number; limit: number; now: Date }): Promise<boolean>;
  replayedToday(userId: number, now: Date): Promise<number>;
}

export interface SentAgainCounter {
  /** One dispatch of the webhook that failed at `failedAt`, and was counted, is under way again. */
  countSentAgain(userId: number, webhookId: number, failedAt: Date, now: Date): Promise<void>;
}

export interface DeadLetterIndex {
  /** Up to `limit` dispatches from the dead letters, those after `after` only, oldest call first. */
  deadLettered(limit: number, after: string | undefined): Promise<LaneMessage[]>;
}

/** Messages of a webhook that are sent again in bulk. Dates are RFC 3339. */
export interface Replay {
  id: string;
  userId: number;
  webhookId: number;
  from: string;
  to: string;
  status: ReplayFilter['status'];
  targetId?: number;
  state: 'running' | 'done';
  /** The number of messages at its beginning, and the number queued so far. */
  matched: number;
  queued: number;
  /** The last invocation that was checked; empty at the beginning. */
  cursor: string;
  createdAt: string;
  /** Counts the writes, 0 = not stored yet. */
  version: number;
}

/** The messages of a replay: messages of calls accepted from `from` until `to`, with this result. */
export interface ReplayFilter {
  from: Date;
  to: Date;
  status: 'error' | 'success' | 'any';
  /** Messages to this target only. */
  targetId?: number | undefined;
}
