import { newDispatch } from '../../model/dispatch.ts';
import type { DispatchStore } from '../../model/dispatch-ports.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import { dueAt } from '../../model/placement.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { limitConcurrency } from '../../platform/limit-concurrency.ts';
import { log } from '../../platform/log.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';

/** A webhook whose calls have to be checked. */
export interface Owed {
  userId: number;
  webhookId: number;
  /** Start of the calls to check, in ISO form. The reconciliation sets the end. */
  from: string;
}

/** The reconciler's progress. Times are in ISO form. */
export interface Reconciliation {
  /** All calls accepted before this time have been checked, except those in `behind`. */
  until: string;
  /** The current run, if it is unfinished. It checks calls from the outer `until` up to this one, user by user. */
  running?: { until: string; position?: string | undefined } | undefined;
  /** Webhooks whose calls could not be checked. */
  behind: Owed[];
}

export interface UndecidedFinder {
  /**
   * A page of users, a few hundred at most, whose last call came at or after `since`, and the next position. Undefined
   * after the last page. A user with a new call moves to a later page.
   */
  activeUsers(since: Date, position?: string): Promise<{ users: number[]; position: string } | undefined>;
  /** The webhooks of these users that had a call at or after `since`. */
  activeWebhooks(userIds: number[], since: Date): Promise<{ userId: number; webhookId: number }[]>;
  /** A webhook's invocations accepted between `from` and `to` that have an undecided dispatch. */
  undecided(userId: number, webhookId: number, from: Date, to: Date): Promise<InvocationSummary[]>;
  /** Undefined before the first run. */
  progress(): Promise<Reconciliation | undefined>;
  saveProgress(progress: Reconciliation): Promise<void>;
}

type ReconcilePorts = TimeBudget & {
  undecidedFinder: UndecidedFinder;
  clock: Clock;
  dispatches: Pick<DispatchStore, 'list' | 'save'>;
};

/** Age in seconds from which a call is checked. Younger ones are left to their lanes. */
const PATIENCE_SECONDS = 600;

/** Seconds between complete runs. Reading the users is their main cost. */
const EVERY_SECONDS = 600;

/** Webhooks that are checked in parallel. */
const AT_ONCE = 32;

/** Maximum number of failed webhooks. More of them indicate a general fault, so the same page is checked again. */
const MOST_BEHIND = 100;

/**
 * Finds accepted calls with a dispatch that was never tried, because its lane message was lost. Puts these dispatches
 * into the due index. A call that is only slow is queued twice, which is harmless. Checks all active users, a page at
 * a time, and stores the position after each page.
 * @returns the number of dispatches put into the due index
 */
export const reconcile = async (ports: ReconcilePorts): Promise<number> => {
  const { undecidedFinder, clock, keepGoing } = ports;
  const patient = secondsAfter(clock(), -PATIENCE_SECONDS);
  const progress = (await undecidedFinder.progress()) ?? {
    until: secondsAfter(patient, -EVERY_SECONDS).toISOString(),
    behind: [],
  };
  const since = new Date(progress.until);
  if (!progress.running && patient < secondsAfter(since, EVERY_SECONDS)) return 0;
  const running = progress.running ?? { until: patient.toISOString() };
  const { until } = running;
  let { position } = running;
  const behind: Owed[] = [];
  let count = 0;
  let isDone = false;

  const look = async (owed: Owed[]): Promise<void> => {
    const result = await checkCalls(owed, new Date(until), ports);
    count += result.count;
    behind.push(...result.failed);
    if (behind.length > MOST_BEHIND) throw result.error;
  };
  await look(progress.behind);
  for (;;) {
    const page = await undecidedFinder.activeUsers(since, position);
    if (!page) {
      isDone = true;
      break;
    }
    const webhooks = await undecidedFinder.activeWebhooks(page.users, since);
    // Skip webhooks that have failed in this run. They stay in `behind`, with the start of their unchecked calls.
    const others = webhooks.filter(
      (it) => !behind.some(({ userId, webhookId }) => userId === it.userId && webhookId === it.webhookId),
    );
    await look(others.map((webhook) => ({ ...webhook, from: progress.until })));
    position = page.position;
    await undecidedFinder.saveProgress({ until: progress.until, running: { until, position }, behind });
    if (!keepGoing()) break;
  }
  if (isDone) await undecidedFinder.saveProgress({ until, behind });
  if (count > 0) log.warn('stuck dispatches requeued', { count });
  // The other webhooks have been checked. The run fails now, so the error is visible.
  if (behind.length > 0) throw new Error(`The calls of ${behind.length} webhooks could not be checked.`);
  return count;
};

const checkCalls = async (owed: Owed[], until: Date, ports: ReconcilePorts) => {
  const sideBySide = limitConcurrency(AT_ONCE);
  const failed: Owed[] = [];
  let count = 0;
  let error: unknown;
  await Promise.all(
    owed.map((it) =>
      sideBySide(async () => {
        try {
          for (const summary of await ports.undecidedFinder.undecided(
            it.userId,
            it.webhookId,
            new Date(it.from),
            until,
          )) {
            const taken = await takeUp(summary, ports);
            count += taken;
          }
        } catch (cause) {
          log.error('calls not reconciled', { userId: it.userId, webhookId: it.webhookId }, cause);
          failed.push(it);
          error = cause;
        }
      }),
    ),
  );
  return { count, failed, error };
};

const takeUp = async (summary: InvocationSummary, { dispatches, clock }: ReconcilePorts): Promise<number> => {
  // The hold queues the lane messages of a released call in order. A message queued here would overtake others.
  if (summary.releasedAt !== undefined) return 0;
  const stored = new Set((await dispatches.list(summary.userId, summary.id)).map(({ targetId }) => targetId));
  let count = 0;
  for (const [id, state] of Object.entries(summary.dispatches)) {
    if (state !== 'pending' || stored.has(Number(id))) continue;
    // The save fails if the dispatch was tried in the meantime, and then nothing is missing.
    await dispatches.save({
      ...newDispatch(summary, Number(id)),
      placement: { ...dueAt(clock()), cause: 'reconciler' },
    });
    count += 1;
  }
  return count;
};
