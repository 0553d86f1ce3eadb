import * as z from 'zod';
import type { Severity } from '../templates/outline/outline.ts';

/**
 * A matter that a person has to acknowledge, or a call without a key that does. Times are RFC 3339. It is stored with
 * the first message, and ends with its acknowledgement or its resolution.
 */
export const watchSchema = z.object({
  /** The call that began it. Links in messages of earlier calls have no effect. */
  invocationId: z.string(),
  /** The latest call that changed it; older ones have no effect. */
  latestCall: z.string(),
  severity: z.custom<Severity>(),
  title: z.string(),
  /** The time of its first message, from which the minutes of the steps count. */
  startedAt: z.string(),
  /** The time at which the call that began it is removed. */
  endsAt: z.string(),
  /** Number of steps whose messages are queued. */
  stepsDone: z.number(),
  /** The time of the next step; undefined if there is none. */
  nextAt: z.string().optional(),
  acknowledged: z.object({ at: z.string(), by: z.string() }).optional(),
  /**
   * Earlier and present calls whose steps were dispatched, and whose targets do not know of a resolution. Missing
   * if there are none.
   */
  escalated: z.array(z.string()).optional(),
  /** True once the copies of its messages tell of the acknowledgement. */
  isTold: z.literal(true).optional(),
  resolvedAt: z.string().optional(),
  /** Number of writes, for optimistic locking; 0 if it is not stored yet. */
  version: z.number(),
});
export type Watch = z.infer<typeof watchSchema>;
export type Acknowledgement = NonNullable<Watch['acknowledged']>;

/** Identifies a watch. `name` is the hash of the matter's key, or the invocation id of a call without a key. */
export interface WatchId {
  userId: number;
  webhookId: number;
  name: string;
}

export interface WatchStore {
  /** Reads consistently. */
  get(id: WatchId): Promise<Watch | undefined>;
  /** @returns false on a version conflict */
  save(id: WatchId, watch: Watch): Promise<boolean>;
}

/** The watches by the time of their next step, or of the end that their messages have to tell. */
export interface WatchIndex {
  shards: number;
  /** Up to `limit` watches of one shard with a due step, earliest first. */
  due(shard: number, now: Date, limit: number): Promise<WatchId[]>;
}

export interface ListedWatch extends Watch, Pick<WatchId, 'name'> {}

export interface WatchList {
  /** Reads at most `limit` watches of a webhook, those of matters first. */
  list(userId: number, webhookId: number, limit: number): Promise<ListedWatch[]>;
}
