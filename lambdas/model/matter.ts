import { createHash } from 'node:crypto';
import * as z from 'zod';
import { followHow } from '#contract/states';
import type { Severity } from '../templates/outline/outline.ts';

/** Ways in which a message can refer to an earlier one: by changing it, or as a reply in its thread. */
export type FollowUp = 'update' | 'reply';

/**
 * An alert or another matter that several calls are about, as told to one target. Times are RFC 3339; all but `saidAt`
 * are times of calls.
 */
const matterSchema = z.object({
  state: z.enum(['open', 'resolved']),
  openedAt: z.string(),
  resolvedAt: z.string().optional(),
  lastAt: z.string(),
  /** The time of the latest message that notified people. */
  saidAt: z.string(),
  /** The number of calls since it opened. */
  count: z.number(),
  /** The severity while it was last open. */
  severity: z.custom<Severity>(),
  title: z.string(),
  link: z.string().optional(),
  /** The times at which it opened again, of the last hour. */
  turns: z.array(z.string()),
  /** The invocation id of the latest call. */
  lastCall: z.string(),
  /** The result for the latest call. */
  lastHow: followHow,
  /**
   * The second request, if it is not made yet: a reply after an update, or a new message because the earlier one is
   * lost.
   */
  owed: z.enum(['reply', 'gone', 'refused']).optional(),
});
export type Matter = z.infer<typeof matterSchema>;

/** The message that tells people about a matter. */
export const matterMessageSchema = matterSchema.extend({
  /** The provider's id of the message, in the form of its kind; empty if it gave none. */
  ref: z.string(),
  /** A fingerprint of the chat, which a target can exchange for another one. */
  place: z.string(),
});
export type MatterMessage = z.infer<typeof matterMessageSchema>;

/** Keys come from strangers' calls and can be long, so a hash identifies a matter. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

interface MatterPlace {
  userId: number;
  webhookId: number;
  targetId: number;
}

/** Identifies a matter at one target. */
export interface MatterId extends MatterPlace {
  /** The key that all calls about the matter share. */
  key: string;
}

/** The message about a matter at one of a webhook's targets. Messages with the same `keyHash` are about one matter. */
export interface ListedMatter extends MatterMessage {
  targetId: number;
  keyHash: string;
}

/** Stores the messages about matters. They expire automatically. */
export interface MatterStore {
  get(id: MatterId | (MatterPlace & { keyHash: string })): Promise<MatterMessage | undefined>;
  put(id: MatterId, message: MatterMessage): Promise<void>;
}

/** Lists the messages about a webhook's matters. */
export interface MatterList {
  /** Returns up to `limit` messages that are not expired. */
  list(userId: number, webhookId: number, limit: number, now: Date): Promise<ListedMatter[]>;
}
