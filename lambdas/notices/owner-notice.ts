import { QUOTA_NOTICE_PERCENTS } from '../plans/plans.ts';

/** Something that the owner of an account is told by mail, once. */
export type OwnerNotice =
  /** A share of the day's quota is used up. */
  | { kind: 'quota'; percent: number; limit: number; day: string }
  /** A provider refused a target for good, so that it became inactive; `reason` says what to do. */
  | { kind: 'target-refused'; targetId: number; targetName: string; reason: string };

/** A notice with whom it is for, and a name that it has once and for all. */
export interface PendingNotice {
  userId: number;
  id: string;
  notice: OwnerNotice;
}

export interface NoticeOutbox {
  /** Remembers a notice for the next minute's mails; of the same name only the first counts. */
  put(pending: PendingNotice, now: Date): Promise<void>;
}

/** The notice that a call gives rise to which was the `used`th of the day, if any. */
export const quotaNotice = (
  userId: number,
  { used, limit, day }: { used: number; limit: number; day: string },
): PendingNotice | undefined => {
  // The counts of a day are exact and each comes once, so that a share is reached by one call only.
  const percent = QUOTA_NOTICE_PERCENTS.find((share) => used === Math.ceil((limit * share) / 100));
  return percent === undefined
    ? undefined
    : { userId, id: `quota-${day}-${percent}`, notice: { kind: 'quota', percent, limit, day } };
};

/** The notice that a target was refused, once for each time that it was active. */
export const refusedNotice = (
  target: { userId: number; id: number; name: string; updatedAt: string },
  reason: string,
): PendingNotice => ({
  userId: target.userId,
  id: `refused-${target.id}-${target.updatedAt}`,
  notice: { kind: 'target-refused', targetId: target.id, targetName: target.name, reason },
});
