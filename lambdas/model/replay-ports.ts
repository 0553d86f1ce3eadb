import type { DispatchIds } from './lane-message.ts';

export interface ReplayStore {
  get(userId: number, id: string): Promise<Replay | undefined>;
  /**
   * Stores the progress and the time of the next step, if there is one.
   * @returns false if another run has continued the replay
   */
  save(replay: Replay, nextStepAt: Date | undefined): Promise<boolean>;
  due(now: Date, limit: number): Promise<Replay[]>;
}

/** The daily limit of manually resent messages. */
export interface ReplayQuota {
  /**
   * Takes `count` units of the day's limit.
   * @returns false, without counting, if fewer units are left
   */
  takeReplays(replay: { userId: number; count: number; limit: number; now: Date }): Promise<boolean>;
  replayedToday(userId: number, now: Date): Promise<number>;
}

export interface ResendCounter {
  /** Notes the time of a target's resent dispatch, and counts it if it has a counted failure. */
  countResend(
    dispatch: { userId: number; webhookId: number; targetId: number },
    failedAt: Date | undefined,
    now: Date,
  ): Promise<void>;
}

export interface DeadLetterIndex {
  /** Up to `limit` dead letters after the position `after`, oldest call first. */
  deadLettered(limit: number, after: string | undefined): Promise<DispatchIds[]>;
}

/** A bulk resend of a webhook's messages. Dates are RFC 3339. */
export interface Replay {
  id: string;
  userId: number;
  webhookId: number;
  from: string;
  to: string;
  status: ReplayFilter['status'];
  targetId?: number;
  state: 'running' | 'done';
  /** The number of messages to resend, and the number queued so far. */
  matched: number;
  queued: number;
  /** The last invocation that was checked; empty at the start. */
  cursor: string;
  createdAt: string;
  /** Number of writes; 0 if it is not stored yet. */
  version: number;
}

/** Selects the messages of a replay: those of calls accepted from `from` until `to`, with this status. */
export interface ReplayFilter {
  from: Date;
  to: Date;
  status: 'error' | 'success' | 'any';
  /** If set, only messages to this target are resent. */
  targetId?: number | undefined;
}
