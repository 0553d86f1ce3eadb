import { type NoticeOutbox, quotaNotice, saveNotice, storageFullNotice, storageNotice } from '../mail/owner-notice.ts';
import { MAX_HELD_BYTES } from '../model/hold.ts';
import type { HeldBy, IncomingCall, InvocationContent, InvocationSummary } from '../model/invocation.ts';
import type { InvocationStore, QuotaRequest, QuotaStore, StorageNeed, TakenQuota } from '../model/invocation-ports.ts';
import { type Plan, STORED_DAYS_AT_LEAST } from '../model/plans.ts';
import { DAY_SECONDS, secondsAfter, secondsToNextUtcDay, secondsUntil, utcDay } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { formatBytes } from '../platform/format-bytes.ts';
import { log } from '../platform/log.ts';
import type { RouteCache } from './route-cache.ts';

/**
 * Calls larger than this are stored only after their quota is taken, because storing and deleting them is expensive.
 */
const LARGE_BYTES = 65_536;

/**
 * Takes quota and stores the call in parallel. A call that must be held is stored again as held, and a call over all
 * limits is deleted. If the call is large or its owner's quota is used up, it is stored after taking the quota. If a
 * write fails, the call is not stored, and its caller is asked to retry.
 * @returns the result of taking quota, and the stored call
 */
export const takeAndStore = async (
  quota: QuotaRequest,
  summary: InvocationSummary,
  content: InvocationContent,
  {
    counters,
    invocations,
    routeCache,
    outbox,
  }: {
    counters: QuotaStore;
    invocations: Pick<InvocationStore, 'insert' | 'remove'>;
    outbox: NoticeOutbox;
    routeCache?: RouteCache;
  },
): Promise<{ taken: TakenQuota; stored: InvocationSummary }> => {
  const isKnown = quota.isUsedUp ?? false;
  const asksFirst = quota.storage.bytes > LARGE_BYTES || isKnown;
  const [counting, storing] = await Promise.allSettled([
    counters.takeInvocation(quota),
    !asksFirst && invocations.insert(summary, content),
  ]);
  if (counting.status === 'rejected' || storing.status === 'rejected') {
    if (!asksFirst) await rollBack(summary, content, invocations);
    throw (counting.status === 'rejected' ? counting : (storing as PromiseRejectedResult)).reason;
  }
  const taken = counting.value;
  if (!('refused' in taken)) {
    if (taken.held === 'quota') routeCache?.usedUp(quota.userId);
    const stored = taken.held ? heldSummary(summary, taken.held) : summary;
    if (asksFirst || taken.held) await insertOrNothing(stored, content, invocations);
    return { taken, stored };
  }
  if (!asksFirst) await invocations.remove(summary, content);
  if (taken.refused === 'changed')
    throw new AppError('webhook-changed', 'The webhook was changed at the same time. Send the call again.');
  routeCache?.usedUp(quota.userId);
  if (taken.refused === 'storage') {
    const { userId, storage, now } = quota;
    if (!isKnown) await saveNotice(storageFullNotice(userId, storage.maxBytes, utcDay(now)), now, outbox);
    throw new AppError(
      'storage-full',
      `Your call storage of ${formatBytes(storage.maxBytes)} is full. There is space for this call from ${utcDay(taken.freeAt)} (UTC), when older calls expire.`,
      { retryAfterSeconds: secondsUntil(taken.freeAt, now) },
    );
  }
  throw refusalOf(quota);
};

const insertOrNothing = async (
  summary: InvocationSummary,
  content: InvocationContent,
  invocations: Pick<InvocationStore, 'insert' | 'remove'>,
): Promise<void> => {
  try {
    await invocations.insert(summary, content);
  } catch (error) {
    await rollBack(summary, content, invocations);
    throw error;
  }
};

/** Deletes a call that could not be accepted. A failure is only logged, and stored parts may remain. */
const rollBack = async (
  summary: InvocationSummary,
  content: InvocationContent,
  invocations: Pick<InvocationStore, 'remove'>,
): Promise<void> => {
  try {
    await invocations.remove(summary, content);
  } catch (error) {
    log.error('rejected call not rolled back', { userId: summary.userId, invocationId: summary.id }, error);
  }
};

/**
 * Creates the error for a call beyond the quota that cannot be held, because of its size or the limit of held calls.
 */
const refusalOf = ({
  limit,
  maxCalls,
  hold,
  now,
}: Pick<QuotaRequest, 'limit' | 'maxCalls' | 'hold' | 'now'>): AppError => {
  if (maxCalls !== undefined)
    return new AppError(
      'quota-exceeded',
      `The trial’s ${maxCalls} calls are used up. With a free account, this webhook accepts calls again every day.`,
      { retryAfterSeconds: secondsToNextUtcDay(now) },
    );
  const usedUp = `The daily quota of ${limit} calls is used up`;
  const retryAfterSeconds = secondsToNextUtcDay(now);
  return hold?.fits
    ? new AppError(
        'quota-exceeded',
        `${usedUp}, and ${hold.maxHeld} more calls are already held. The quota resets at midnight UTC.`,
        { retryAfterSeconds },
      )
    : new AppError(
        'too-large-to-hold',
        `${usedUp}, and a call with more than ${MAX_HELD_BYTES} bytes can’t be held. Send it again after midnight UTC.`,
        { retryAfterSeconds },
      );
};

const heldSummary = (summary: InvocationSummary, held: HeldBy): InvocationSummary => ({
  ...summary,
  held,
  dispatches: Object.fromEntries(Object.keys(summary.dispatches).map((id) => [id, 'held' as const])),
});

/** Computes the storage that a call uses, from its body, headers and query. */
export const storageNeeded = (
  { body, headers, query }: IncomingCall,
  plan: Plan,
  expiresAt: number,
  now: Date,
): StorageNeed => {
  const headerBytes = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const leastDays = Math.min(plan.retentionDays, STORED_DAYS_AT_LEAST);
  const leastUntil = secondsAfter(now, leastDays * DAY_SECONDS);
  const until = new Date(Math.max(expiresAt * 1000, leastUntil.getTime()));
  return { bytes: body.byteLength + headerBytes + query.length, maxBytes: plan.maxStoredBytes, until };
};

/** Notifies the owner that quota or storage is running out. A held call has no unit of quota yet. */
export const noteUse = async (
  userId: number,
  { used, storedBytes: stored, held }: TakenQuota,
  { bytes, maxBytes }: StorageNeed,
  limit: number,
  now: Date,
  outbox: NoticeOutbox,
): Promise<void> => {
  const day = utcDay(now);
  const notices = [
    !held && quotaNotice(userId, { used, limit, day }),
    storageNotice(userId, { bytes, stored, maxBytes, day }),
  ];
  for (const notice of notices) if (notice) await saveNotice(notice, now, outbox);
};
