import type { InvocationSummary } from '../invocations/invocation.ts';
import type { LaneMessage, Lanes } from '../invocations/ports.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import type { Dispatch } from './dispatch.ts';

export interface UndecidedFinder {
  /** Users whose webhooks had calls at or after `since`. */
  activeUsers(since: Date, now: Date): Promise<number[]>;
  /** Invocations of a user that were accepted from `from` until `to` and have a dispatch without a decision. */
  undecided(userId: number, from: Date, to: Date): Promise<InvocationSummary[]>;
  dispatches(userId: number, invocationId: string): Promise<Dispatch[]>;
  /** Until when everything was looked at; undefined before the first time. */
  reconciledUntil(): Promise<Date | undefined>;
  setReconciledUntil(until: Date): Promise<void>;
}

/** Calls younger than this are left to their lanes. */
const PATIENCE_SECONDS = 600;

/** How far the very first look goes back, and every look overlaps the one before. */
const OVERLAP_SECONDS = 300;

/** A look happens once this much time has come together, so that each call is looked at about once. */
const EVERY_SECONDS = 240;

/**
 * Finds accepted calls of which a dispatch was never tried (its lane message was never sent, or got lost) and queues
 * them again. Dispatches that were tried are guarded by the due index instead. What is merely slow is queued a second
 * time, which does no harm.
 * @returns how many messages were queued.
 */
export const reconcile = async (ports: { finder: UndecidedFinder; lanes: Lanes; clock: Clock }): Promise<number> => {
  const now = ports.clock();
  const until = secondsAfter(now, -PATIENCE_SECONDS);
  const last = (await ports.finder.reconciledUntil()) ?? secondsAfter(until, -OVERLAP_SECONDS);
  if (until.getTime() - last.getTime() < EVERY_SECONDS * 1000) return 0;
  const from = secondsAfter(last, -OVERLAP_SECONDS);

  let count = 0;
  for (const userId of await ports.finder.activeUsers(from, now)) {
    const stuck: LaneMessage[] = [];
    for (const summary of await ports.finder.undecided(userId, from, until))
      stuck.push(...(await untried(summary, ports.finder)));
    await ports.lanes.send(stuck);
    count += stuck.length;
  }
  await ports.finder.setReconciledUntil(until);
  if (count > 0) log.warn('stuck dispatches queued again', { count });
  return count;
};

const untried = async (summary: InvocationSummary, finder: UndecidedFinder): Promise<LaneMessage[]> => {
  const { userId, webhookId, id: invocationId } = summary;
  const tried = new Set((await finder.dispatches(userId, invocationId)).map((dispatch) => dispatch.targetId));
  return Object.entries(summary.dispatches)
    .map(([id, state]) => ({ targetId: Number(id), state }))
    .filter(({ targetId, state }) => state === 'pending' && !tried.has(targetId))
    .map(({ targetId }) => ({ userId, webhookId, invocationId, targetId, generation: 0 }));
};
