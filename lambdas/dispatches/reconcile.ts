import type { InvocationSummary } from '../invocations/invocation.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { newDispatch } from './dispatch.ts';
import type { DispatchStore } from './ports.ts';

export interface UndecidedFinder {
  /** Users whose webhooks had calls at or after `since`. */
  activeUsers(since: Date, now: Date): Promise<number[]>;
  /** Invocations of a user that were accepted from `from` until `to` and have a dispatch without a decision. */
  undecided(userId: number, from: Date, to: Date): Promise<InvocationSummary[]>;
  /** Until when everything was looked at; undefined before the first time. */
  reconciledUntil(): Promise<Date | undefined>;
  setReconciledUntil(until: Date): Promise<void>;
}

interface ReconcilePorts {
  finder: UndecidedFinder;
  dispatches: Pick<DispatchStore, 'list' | 'save'>;
  clock: Clock;
}

/** Calls younger than this are left to their lanes. */
const PATIENCE_SECONDS = 600;

/** How far the very first look goes back. */
const FIRST_SECONDS = 300;

/** A look happens once this much time has come together, so that each call is looked at about once. */
const EVERY_SECONDS = 120;

/**
 * Finds accepted calls of which a dispatch was never tried (its lane message was never sent, or got lost), and puts
 * them into the due index, which sees to them from then on. What is merely slow is queued a second time, which does no
 * harm.
 * @returns how many dispatches were taken up.
 */
export const reconcile = async (ports: ReconcilePorts): Promise<number> => {
  const now = ports.clock();
  const until = secondsAfter(now, -PATIENCE_SECONDS);
  const from = (await ports.finder.reconciledUntil()) ?? secondsAfter(until, -FIRST_SECONDS);
  if (until.getTime() - from.getTime() < EVERY_SECONDS * 1000) return 0;

  let count = 0;
  const failed: unknown[] = [];
  for (const userId of await ports.finder.activeUsers(from, now)) {
    try {
      for (const summary of await ports.finder.undecided(userId, from, until)) count += await takeUp(summary, ports);
    } catch (error) {
      log.error('calls not reconciled', { userId }, error);
      failed.push(error);
    }
  }
  if (count > 0) log.warn('stuck dispatches taken up', { count });
  // Everybody else is looked after all the same; the time only moves on when nobody was left out.
  if (failed.length > 0) throw failed[0];
  await ports.finder.setReconciledUntil(until);
  return count;
};

const takeUp = async (summary: InvocationSummary, { dispatches, clock }: ReconcilePorts): Promise<number> => {
  const stored = new Set((await dispatches.list(summary.userId, summary.id)).map(({ targetId }) => targetId));
  let count = 0;
  for (const [id, state] of Object.entries(summary.dispatches)) {
    if (state !== 'pending' || stored.has(Number(id))) continue;
    // Refused when its lane was faster: then it is looked after already.
    await dispatches.save(newDispatch(summary, Number(id), { name: '', kind: '' }), clock());
    count += 1;
  }
  return count;
};
