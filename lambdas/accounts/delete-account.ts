import type { Billing } from '../billing/billing.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import type { TimeBudget } from '../platform/time-budget.ts';
import { assertOwnAccount } from './read-account.ts';

/** Marks a deleted account until all its items are removed: its id and the time of the next attempt. */
export interface DeletionStore {
  /**
   * Replaces the profile by a tombstone without credentials, address, webhooks or targets, and frees the address, in
   * one transaction. A tombstone stays unchanged. @returns false if neither a profile nor a tombstone exists
   */
  begin(userId: number, now: Date, lookAgainAt: Date): Promise<boolean>;
  /** Removes the sessions and the API keys. */
  removeSessions(userId: number): Promise<void>;
  /** Removes the routes of all webhooks: their invoke URLs then return 404. */
  removeRoutes(userId: number): Promise<void>;
  /** Every webhook that ever had calls, including deleted ones. */
  webhookIds(userId: number): Promise<number[]>;
  /**
   * Removes summaries, contents and dispatches while `keepGoing`.
   * @returns true if none is left
   */
  removeInvocations(userId: number, webhookId: number, keepGoing: () => boolean): Promise<boolean>;
  /** Removes webhooks, targets, counters and everything else in the account's partition, except the tombstone. */
  removeRest(userId: number): Promise<void>;
  /** Removes the tombstone. */
  finish(userId: number): Promise<void>;
  lookAgain(userId: number, at: Date): Promise<void>;
  /** Unfinished deletions, at most `limit`. */
  due(now: Date, limit: number): Promise<{ userId: number; since: Date }[]>;
}

export type DeleteAccountPorts = {
  deletions: DeletionStore;
  forgetReferences: (userId: number) => Promise<void>;
  clock: Clock;
  billing: Pick<Billing, 'close'>;
};

type PurgePorts = DeleteAccountPorts & TimeBudget;

/** Seconds for which calls that were being processed when the account was deleted can still write. */
const SETTLING_SECONDS = 120;

/** Duration of one step, well below the gateway's 29 seconds. */
const SLICE_SECONDS = 15;

/**
 * Removes a tombstone's items, in an order in which every step can be repeated and no step deletes the names that a
 * later one needs. Routes go first, then references, calls, and the rest of the account's partition.
 * @returns true if nothing is left, false if time ran out
 */
const purge = async (userId: number, ports: PurgePorts): Promise<boolean> => {
  // In parallel, so neither an error at the payment provider nor a large number of calls delays the other part.
  const [closed, removed] = await Promise.allSettled([ports.billing.close(userId), removeAll(userId, ports)]);
  if (closed.status === 'rejected') throw closed.reason;
  if (removed.status === 'rejected') throw removed.reason;
  return removed.value;
};

const removeAll = async (userId: number, ports: PurgePorts): Promise<boolean> => {
  const { deletions, forgetReferences, keepGoing } = ports;
  await Promise.all([deletions.removeRoutes(userId), deletions.removeSessions(userId)]);
  await forgetReferences(userId);
  for (const webhookId of await deletions.webhookIds(userId))
    if (!(await deletions.removeInvocations(userId, webhookId, keepGoing))) return false;
  await deletions.removeRest(userId);
  return true;
};

/**
 * Deletes the caller's account. It ends immediately: signing in, sessions and invoke URLs no longer work. Then its
 * items are removed. After a crash, an error or a time limit, {@link finishDeletions} removes the rest. Safe to repeat.
 * @throws AppError('not-found') for another user's account
 */
export const deleteAccount = async (userId: number, callerId: number, ports: DeleteAccountPorts): Promise<void> => {
  assertOwnAccount(userId, callerId);
  const now = ports.clock();
  if (!(await ports.deletions.begin(userId, now, secondsAfter(now, 60)))) return;
  log.info('account deleted', { userId });
  try {
    const end = secondsAfter(now, SLICE_SECONDS);
    await purge(userId, { ...ports, keepGoing: () => ports.clock() < end });
  } catch (error) {
    // To its owner, the account is already deleted, although some data remains.
    log.error('account remains not removed', { userId }, error);
  }
};

/** Continues unfinished deletions, every minute. A failing deletion does not delay the others. */
export const finishDeletions = async (ports: PurgePorts): Promise<void> => {
  const { deletions, clock, keepGoing } = ports;
  for (const { userId, since } of await deletions.due(clock(), 10)) {
    if (!keepGoing()) return;
    try {
      const clean = await purge(userId, ports);
      if (clean && clock() >= secondsAfter(since, SETTLING_SECONDS)) {
        await deletions.finish(userId);
        log.info('account remains removed', { userId });
      } else await deletions.lookAgain(userId, secondsAfter(clock(), 60));
    } catch (error) {
      log.error('account remains not removed', { userId }, error);
    }
  }
};
