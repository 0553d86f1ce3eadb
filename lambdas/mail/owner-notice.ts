import { QUOTA_NOTICE_PERCENTS, STORAGE_NOTICE_PERCENT } from '../model/plans.ts';

/** A notice that an account's owner gets by email, once. */
export type OwnerNotice =
  /** A share of the day's quota is used up. */
  | { kind: 'quota'; percent: number; limit: number; day: string }
  /** A share of the storage for calls is used; at 100 % a call was rejected. */
  | { kind: 'storage'; percent: number; maxBytes: number; day: string }
  /** A provider rejected a target permanently, so it became inactive; `reason` gives the next step. */
  | { kind: 'target-refused'; targetId: number; targetName: string; reason: string };

/** A notice with its recipient and a permanent unique name. */
export interface PendingNotice {
  userId: number;
  id: string;
  notice: OwnerNotice;
}

export interface NoticeOutbox {
  /** Remembers a notice for the next minute's emails; of the same name only the first counts. */
  put(pending: PendingNotice, now: Date): Promise<void>;
}

/** The notice caused by the `used`th call of the day, if any. */
export const quotaNotice = (
  userId: number,
  { used, limit, day }: { used: number; limit: number; day: string },
): PendingNotice | undefined => quotaNotices(userId, { from: used - 1, to: used, limit, day })[0];

/**
 * The notices that calls give rise to which took the units after `from` up to `to`. The counts of a day are exact and
 * each comes once, so a share is reached by one of them only.
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

/** The storage notice that a call of `bytes` causes, if any; `stored` bytes are in use now. */
export const storageNotice = (
  userId: number,
  { bytes, stored, maxBytes, day }: { bytes: number; stored: number; maxBytes: number; day: string },
): PendingNotice | undefined => {
  const percent = STORAGE_NOTICE_PERCENT;
  const share = (maxBytes * percent) / 100;
  return stored - bytes < share && stored >= share ? namedStorageNotice(userId, percent, maxBytes, day) : undefined;
};

/** The notice that calls are rejected for want of room. */
export const storageFullNotice = (userId: number, maxBytes: number, day: string): PendingNotice =>
  namedStorageNotice(userId, 100, maxBytes, day);

const namedStorageNotice = (userId: number, percent: number, maxBytes: number, day: string): PendingNotice => ({
  userId,
  id: `storage-${day}-${percent}`,
  notice: { kind: 'storage', percent, maxBytes, day },
});

/** The notice that a target was rejected, once for each time that it was active. */
export const refusedNotice = (
  target: { userId: number; id: number; name: string; updatedAt: string },
  reason: string,
): PendingNotice => ({
  userId: target.userId,
  id: `refused-${target.id}-${target.updatedAt}`,
  notice: { kind: 'target-refused', targetId: target.id, targetName: target.name, reason },
});
