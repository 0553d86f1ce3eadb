import type { Billing } from '../billing/billing.ts';
import type { TeamStore } from '../model/team.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import type { TimeBudget } from '../platform/time-budget.ts';
import { assertOwnAccount } from './read-account.ts';
import { endMemberships } from './team/members.ts';

/** Removes an account's items. A tombstone marks a deleted account until all of them are removed. */
export interface DeletionStore {
  /**
   * Replaces the profile with a tombstone and releases the email address, in one transaction. The tombstone has no
   * credentials, address, webhooks or targets. An existing tombstone stays unchanged.
   * @param options with `ifTrial`, an account that is not a trial, or no longer one, also stays unchanged
   * @returns false if neither a profile nor a tombstone exists, or the account stays
   */
  begin(userId: number, now: Date, lookAgainAt: Date, options?: { ifTrial: true }): Promise<boolean>;
  /** Removes the sessions and the API keys. */
  removeSessions(userId: number): Promise<void>;
  /** Removes the routes of all webhooks, so their invoke URLs return 404. */
  removeRoutes(userId: number): Promise<void>;
  /** The ids of all webhooks that ever had calls, including deleted webhooks. */
  webhookIds(userId: number): Promise<number[]>;
  /**
   * Removes summaries, contents and dispatches while `keepGoing` returns true.
   * @returns true if none is left
   */
  removeInvocations(userId: number, webhookId: number, keepGoing: () => boolean): Promise<boolean>;
  /** Removes webhooks, targets, counters and everything else in the account's partition, except the tombstone. */
  removeRest(userId: number): Promise<void>;
  finish(userId: number): Promise<void>;
  lookAgain(userId: number, at: Date): Promise<void>;
  /** Unfinished deletions, at most `limit`. */
  due(now: Date, limit: number): Promise<{ userId: number; since: Date }[]>;
}

export type DeleteAccountPorts = {
  deletions: DeletionStore;
  teams: TeamStore;
  forgetReferences: (userId: number) => Promise<void>;
  clock: Clock;
  billing: Pick<Billing, 'close'>;
};

type PurgePorts = DeleteAccountPorts & TimeBudget;

/** Seconds after a deletion for which calls that were already being processed can still write items. */
export const SETTLING_SECONDS = 120;

/** Maximum number of unfinished deletions that one run continues. */
const CONTINUED_AT_ONCE = 50;

/** Maximum duration of one step in seconds, well below the gateway's timeout of 29 seconds. */
const SLICE_SECONDS = 15;

/**
 * Removes a tombstone's items: first routes and memberships, then references, calls, and the rest of the account's partition. Each step
 * can be repeated, and no step deletes ids that a later one needs.
 * @returns true if nothing is left, false if time ran out
 */
const purge = async (userId: number, ports: PurgePorts): Promise<boolean> => {
  // Both run in parallel, so neither an error at the payment provider nor a large number of calls delays the other.
  const [closed, removed] = await Promise.allSettled([ports.billing.close(userId), removeAll(userId, ports)]);
  if (closed.status === 'rejected') throw closed.reason;
  if (removed.status === 'rejected') throw removed.reason;
  return removed.value;
};

const removeAll = async (userId: number, ports: PurgePorts): Promise<boolean> => {
  const { deletions, teams, forgetReferences, keepGoing } = ports;
  await Promise.all([deletions.removeRoutes(userId), deletions.removeSessions(userId), endMemberships(userId, teams)]);
  await forgetReferences(userId);
  for (const webhookId of await deletions.webhookIds(userId))
    if (!(await deletions.removeInvocations(userId, webhookId, keepGoing))) return false;
  await deletions.removeRest(userId);
  return true;
};

/**
 * Deletes the caller's account. Signing in, sessions and invoke URLs stop working immediately. Then the account's items
 * are removed. After a crash, an error or the time limit, {@link finishDeletions} removes the rest. Safe to repeat.
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
    // For its owner, the account is already deleted, so the error is only logged.
    log.error('account data not removed', { userId }, error);
  }
};

/** Continues unfinished deletions. Runs every minute. A failing deletion does not delay the others. */
export const finishDeletions = async (ports: PurgePorts): Promise<void> => {
  const { deletions, clock, keepGoing } = ports;
  for (const { userId, since } of await deletions.due(clock(), CONTINUED_AT_ONCE)) {
    if (!keepGoing()) return;
    try {
      const clean = await purge(userId, ports);
      if (clean && clock() >= secondsAfter(since, SETTLING_SECONDS)) {
        await deletions.finish(userId);
        log.info('account data removed', { userId });
      } else await deletions.lookAgain(userId, secondsAfter(clock(), 60));
    } catch (error) {
      log.error('account data not removed', { userId }, error);
    }
  }
};
