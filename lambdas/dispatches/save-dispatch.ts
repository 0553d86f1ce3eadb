import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../plans/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import { changing, type Dispatch, type Due, isFinal, LOST_MESSAGE_SECONDS } from './dispatch.ts';
import type { DispatchStore } from './ports.ts';
import { type Settled, waitsUntil } from './settle.ts';

/** How often a write is made again because somebody else (its owner, mostly) changed the dispatch meanwhile. */
const WRITE_TRIES = 4;

/** A dispatch and what brings it back. */
export interface Placed {
  dispatch: Dispatch;
  due: Due;
  waitsUntil?: Date;
}

/**
 * Writes a change of a dispatch onto its newest version, so that neither a wish of its owner nor the result of an
 * attempt is lost when both come at once.
 * @returns what is stored now, or undefined when the dispatch was decided by somebody else, or is gone.
 */
export const write = async (
  dispatch: Dispatch,
  change: (base: Dispatch) => Placed,
  { dispatches }: { dispatches: DispatchStore },
): Promise<Dispatch | undefined> => {
  let base = dispatch;
  for (let tries = 0; tries < WRITE_TRIES && !isFinal(base); tries++) {
    const { dispatch: changed, due, waitsUntil: until } = change(base);
    const saved = await dispatches.save(changed, due, until);
    if (saved) return saved;
    const newest = await dispatches.get(base.userId, base.invocationId, base.targetId);
    if (!newest) return undefined;
    // The write had got through although its answer did not: what is stored is our own.
    if (isDeepStrictEqual(newest, { ...changed, version: base.version + 1 })) {
      await dispatches.repeatState(newest);
      return newest;
    }
    base = newest;
  }
  if (isFinal(base)) return undefined;
  throw changing();
};

/** Where a dispatch that is worked on is kept, which decides what brings it back. */
export interface Placement {
  plan: Plan;
  /** true in its target's waiting list, false with a message of its own in the queue. */
  isListed: boolean;
}

/**
 * Writes what a dispatch is settled to, on top of its newest version, as {@link write} does. A listed one that is decided leaves the
 * list last: should this fail half-way, the lane's wake-up finds it there and completes it.
 */
export const writeSettled = async (
  dispatch: Dispatch,
  settleOn: (base: Dispatch) => Settled,
  placement: Placement,
  now: Date,
  ports: { dispatches: DispatchStore },
): Promise<Dispatch | undefined> => {
  const saved = await write(dispatch, (base) => placed(settleOn(base), placement, now), ports);
  if (saved && placement.isListed && isFinal(saved)) await ports.dispatches.forget(saved);
  return saved;
};

/** Where a settled dispatch stands in the index. */
const placed = ({ dispatch, next }: Settled, { plan, isListed }: Placement, now: Date): Placed => ({
  dispatch,
  due: dueOf(next, isListed, now),
  waitsUntil: waitsUntil(dispatch, plan),
});

const dueOf = (next: Settled['next'], isListed: boolean, now: Date): Due => {
  switch (next.kind) {
    case 'final':
      return isListed ? 'listed' : undefined;
    case 'lane':
      return isListed ? 'listed' : secondsAfter(now, next.afterSeconds + LOST_MESSAGE_SECONDS);
    case 'due':
      return next.at;
    case 'listed':
      return 'listed';
  }
};

/** Where a dispatch stands that is not settled: where it is, for `afterSeconds` at the head of its lane. */
export const staying = (dispatch: Dispatch, placement: Placement, now: Date, afterSeconds = 0): Placed =>
  placed({ dispatch, next: { kind: 'lane', afterSeconds } }, placement, now);
