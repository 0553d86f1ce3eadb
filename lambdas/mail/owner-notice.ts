import type { NoticeEvent } from '#contract/states';
import { QUOTA_NOTICE_PERCENTS, STORAGE_NOTICE_PERCENT } from '../model/plans.ts';
import { log } from '../platform/log.ts';

/** A notice for an account's owner. */
export type OwnerNotice =
  /** A share of the daily quota is used. */
  | { kind: 'quota'; percent: number; limit: number; day: string }
  /** A share of the call storage is used. 100 % means that a call was rejected. */
  | { kind: 'storage'; percent: number; maxBytes: number; day: string }
  /** A target became inactive, because of its provider or its reader; `reason` gives the next step. */
  | { kind: 'target-refused'; targetId: number; targetName: string; reason: string }
  /** A target's lane has been paused for some minutes. Its messages wait. */
  | { kind: 'target-paused'; targetId: number; targetName: string; since: string; reason: string }
  /** A message failed permanently, although its target is active; `reason` gives the next step. */
  | ({ kind: 'message-failed'; targetId: number; targetName: string; invocationId: string; reason: string } & Named)
  /** A webhook's silence alarm rings. `refusal` is the reason if the webhook accepts no calls. */
  | ({ kind: 'webhook-silent'; minutes: number; lastCall?: string | undefined; refusal?: string | undefined } & Named)
  /** A webhook got a call again after its silence alarm. */
  | ({ kind: 'webhook-sound'; silentSince: string; lastCall: string } & Named);

/** The event by which an owner turns a kind of notice off. */
export const eventOf = ({ kind }: OwnerNotice): NoticeEvent => EVENTS[kind];

const EVENTS: Record<OwnerNotice['kind'], NoticeEvent> = {
  quota: 'quota',
  storage: 'storage',
  'target-refused': 'target_inactive',
  'target-paused': 'target_paused',
  'message-failed': 'message_failed',
  'webhook-silent': 'webhook_silent',
  'webhook-sound': 'webhook_silent',
};

interface Named {
  webhookId: number;
  webhookName: string;
}

/** A notice with its owner and the id of its kind and thing. */
export interface PendingNotice {
  userId: number;
  id: string;
  notice: OwnerNotice;
  /** True if a notice with the same id can be sent again after {@link REPEAT_SECONDS}. Others are sent once. */
  isRepeated?: boolean;
}

/** Seconds in which an owner gets at most one notice of a kind about the same thing. */
export const REPEAT_SECONDS = 6 * 3600;

export interface NoticeOutbox {
  /** Saves a notice, which is sent within a minute. Does nothing if it would be sent too often. */
  put(pending: PendingNotice, now: Date): Promise<void>;
}

/** Saves a notice. A failure is only logged, because what it tells of has happened in any case. */
export const saveNotice = async (notice: PendingNotice, now: Date, outbox: NoticeOutbox): Promise<void> => {
  try {
    await outbox.put(notice, now);
  } catch (error) {
    log.error('notice lost', { userId: notice.userId, kind: notice.notice.kind }, error);
  }
};

/** Returns the notice caused by call number `used` of the day, if any. */
export const quotaNotice = (
  userId: number,
  { used, limit, day }: { used: number; limit: number; day: string },
): PendingNotice | undefined => quotaNotices(userId, { from: used - 1, to: used, limit, day })[0];

/**
 * Returns the notices caused by an increase of the day's used quota from `from` to `to`. Each unit is counted once, so
 * only one increase reaches a given share.
 */
export const quotaNotices = (
  userId: number,
  { from, to, limit, day }: { from: number; to: number; limit: number; day: string },
): PendingNotice[] =>
  QUOTA_NOTICE_PERCENTS.filter((share) => {
    const reached = Math.ceil((limit * share) / 100);
    return from < reached && reached <= to;
  }).map((percent) => ({
    userId,
    id: `quota-${day}-${percent}`,
    notice: { kind: 'quota', percent, limit, day },
  }));

/** Returns the storage notice caused by a call of `bytes`, if any. `stored` is the total including this call. */
export const storageNotice = (
  userId: number,
  { bytes, stored, maxBytes, day }: { bytes: number; stored: number; maxBytes: number; day: string },
): PendingNotice | undefined => {
  const percent = STORAGE_NOTICE_PERCENT;
  const share = (maxBytes * percent) / 100;
  return stored - bytes < share && stored >= share ? namedStorageNotice(userId, percent, maxBytes, day) : undefined;
};

/** Creates the notice that calls are rejected for lack of storage. */
export const storageFullNotice = (userId: number, maxBytes: number, day: string): PendingNotice =>
  namedStorageNotice(userId, 100, maxBytes, day);

const namedStorageNotice = (userId: number, percent: number, maxBytes: number, day: string): PendingNotice => ({
  userId,
  id: `storage-${day}-${percent}`,
  notice: { kind: 'storage', percent, maxBytes, day },
});

/** Creates the notice that an active target becomes inactive. */
export const refusedNotice = (target: { userId: number; id: number; name: string }, reason: string): PendingNotice => ({
  userId: target.userId,
  id: `refused-${target.id}`,
  isRepeated: true,
  notice: { kind: 'target-refused', targetId: target.id, targetName: target.name, reason },
});

/** Creates the notice that a target's lane is paused, at most one in {@link REPEAT_SECONDS}. */
export const pausedNotice = (
  { userId, targetId }: { userId: number; targetId: number },
  targetName: string,
  facts: { since: string; reason: string },
): PendingNotice => ({
  ...{ userId, id: `paused-${targetId}`, isRepeated: true },
  notice: { kind: 'target-paused', targetId, targetName, ...facts },
});

/** Creates the notice that a message of a webhook failed at a target, at most one in {@link REPEAT_SECONDS}. */
export const failedNotice = (
  webhook: { userId: number; id: number; name: string },
  target: { id: number; name: string },
  facts: { invocationId: string; reason: string },
): PendingNotice => ({
  userId: webhook.userId,
  id: `failed-${webhook.id}-${target.id}`,
  isRepeated: true,
  notice: {
    ...{ kind: 'message-failed', webhookId: webhook.id, webhookName: webhook.name },
    ...{ targetId: target.id, targetName: target.name, ...facts },
  },
});

type AlarmedWebhook = { userId: number; id: number; name: string; createdAt: string };

/** Creates the notice that a webhook has been silent for too long, once for each silence. */
export const silentNotice = (
  { userId, id, name, createdAt }: AlarmedWebhook,
  facts: { minutes: number; lastCall: string | undefined; refusal: string | undefined },
): PendingNotice => ({
  userId,
  id: `silent-${id}-${facts.lastCall ?? createdAt}`,
  notice: { kind: 'webhook-silent', webhookId: id, webhookName: name, ...facts },
});

/** Creates the notice that calls have arrived again, once for each silence. */
export const soundNotice = (
  { userId, id, name }: AlarmedWebhook,
  facts: { silentSince: string; lastCall: string },
): PendingNotice => ({
  userId,
  id: `sound-${id}-${facts.silentSince}`,
  notice: { kind: 'webhook-sound', webhookId: id, webhookName: name, ...facts },
});
