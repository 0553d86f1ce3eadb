import { REJECTIONS_DAYS } from '#contract/bounds';
import type { UnverifiedReason } from '#contract/unverified';
import type { IncomingCall } from '../model/invocation.ts';
import { setBounded } from '../platform/bounded-map.ts';
import { type Clock, epochSeconds } from '../platform/clock.ts';
import { newInvocationId } from '../platform/ids.ts';

/** Maximum number of stored bytes of a rejected body. A call with a larger body cannot be accepted later. */
export const MAX_KEPT_BYTES = 16_384;
const KEPT_SECONDS = REJECTIONS_DAYS * 86_400;
/** Maximum number of rejected calls that a process stores per webhook and minute. */
const WRITTEN_A_MINUTE = 6;
const MINUTE_MS = 60_000;

/** A stored rejected call. `expiresAt` is in epoch seconds. */
export interface Rejection {
  id: string;
  userId: number;
  webhookId: number;
  at: string;
  reason: UnverifiedReason;
  detail: string;
  ip: string;
  method: string;
  query: string;
  /** The call's headers with secrets masked. */
  headers: Record<string, string>;
  /** The beginning of the body. */
  body: Uint8Array;
  size: number;
  /** Number of earlier rejected calls that were not stored. */
  more: number;
  expiresAt: number;
}

export interface RejectionStore {
  insert(rejection: Rejection): Promise<void>;
  /** Returns rejected calls, newest first. */
  list(userId: number, webhookId: number, limit: number): Promise<Rejection[]>;
  /**
   * Removes a rejected call from the list.
   * @returns the call, or undefined if it is not in the list
   */
  take(userId: number, webhookId: number, id: string): Promise<Rejection | undefined>;
}

/**
 * Returns a function that stores rejected calls with their secrets masked. Beyond a limit per minute and webhook, calls
 * are only counted.
 */
export const rejectionLog = (store: Pick<RejectionStore, 'insert'>, clock: Clock) => {
  const minutes = new Map<number, { since: number; written: number; unwritten: number }>();
  return async (
    { userId, webhookId }: { userId: number; webhookId: number },
    call: IncomingCall,
    { reason, detail }: { reason: UnverifiedReason; detail: string },
  ): Promise<void> => {
    const now = clock();
    const known = minutes.get(webhookId);
    const isOver = known === undefined || now.getTime() - known.since >= MINUTE_MS;
    const minute = isOver ? { since: now.getTime(), written: 0, unwritten: known?.unwritten ?? 0 } : known;
    setBounded(minutes, webhookId, minute, 1000);
    if (minute.written >= WRITTEN_A_MINUTE) {
      minute.unwritten++;
      return;
    }
    const more = minute.unwritten;
    minute.written++;
    minute.unwritten = 0;
    const { ip, method, query, headers, body } = call;
    await store.insert({
      ...{ userId, webhookId, reason, detail, ip, method, query, headers, more },
      id: newInvocationId(webhookId, now),
      at: now.toISOString(),
      body: body.subarray(0, MAX_KEPT_BYTES),
      size: body.byteLength,
      expiresAt: epochSeconds(now) + KEPT_SECONDS,
    });
  };
};
