import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../plans/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { type Dispatch, type Due, isFinal, LOST_MESSAGE_SECONDS } from './dispatch.ts';
import type { DispatchStore } from './ports.ts';
import { type Settled, waitsUntil } from './settle.ts';

/** Tries to write a dispatch that others, mostly its owner, change at the same time. */
const WRITE_TRIES = 4;

/** A dispatch to store, and its entry in the index, which brings it back. */
interface IndexedDispatch {
  dispatch: Dispatch;
  due: Due;
  waitsUntil?: Date;
}

/**
 * Writes a change onto the newest version of a dispatch, so that neither an owner's request nor the result of an attempt is lost when
 * both come at once.
 * @returns what is stored now, or undefined when the dispatch was decided meanwhile, or is gone.
 */
export const write = async (
  dispatch: Dispatch,
  change: (base: Dispatch) => IndexedDispatch,
  { dispatches }: { dispatches: DispatchStore },
): Promise<Dispatch | undefined> => {
  let base = dispatch;
  for (let tries = 0; tries < WRITE_TRIES && !isFinal(base); tries++) {
    const { dispatch: changed, due, waitsUntil: until } = change(base);
    const saved = await dispatches.save(changed, due, until);
    if (saved) return saved;
    const newest = await dispatches.get(base.userId, base.invocationId, base.targetId);
    if (!newest) return undefined;
    // The write succeeded although its answer was lost.
    if (isDeepStrictEqual(newest, { ...changed, version: base.version + 1 })) {
      await dispatches.repeatState(newest);
      return newest;
    }
    base = newest;
  }
  if (isFinal(base)) return undefined;
  throw new AppError('message-changing', 'This message is changing at this very moment. Please try again.');
};

/** Where a dispatch that is worked on is kept, which decides what brings it back. */
export interface Placement {
  plan: Plan;
  /** true in its target's waiting list; false with a message of its own in the queue. */
  isListed: boolean;
}

/**
 * Stores a settled dispatch like {@link write}. A listed one that is decided leaves the list last: should this fail half-way, the lane's
 * wake-up finds it there and completes it.
 */
export const writeSettled = async (
  dispatch: Dispatch,
  settleOn: (base: Dispatch) => Settled,
  placement: Placement,
  now: Date,
  ports: { dispatches: DispatchStore },
): Promise<Dispatch | undefined> => {
  const saved = await write(dispatch, (base) => withIndexEntry(settleOn(base), placement, now), ports);
  if (saved && placement.isListed && isFinal(saved)) await ports.dispatches.forget(saved);
  return saved;
};

/** A settled dispatch with its entry in the index. */
const withIndexEntry = ({ dispatch, next }: Settled, { plan, isListed }: Placement, now: Date): IndexedDispatch => ({
  dispatch,
  due: dueOf(next, isListed, now),
  waitsUntil: waitsUntil(dispatch, plan),
});

const dueOf = (next: Settled['next'], isListed: boolean, now: Date): Due => {
  switch (next.kind) {
    case 'final':
      return isListed ? 'listed' : undefined;
    case 'atHead':
      return isListed ? 'listed' : secondsAfter(now, next.afterSeconds + LOST_MESSAGE_SECONDS);
    case 'due':
      return next.at;
    case 'listed':
      return 'listed';
  }
};

/** A dispatch that stays where it is, for `afterSeconds` at the head of its group. */
export const stayInPlace = (dispatch: Dispatch, placement: Placement, now: Date, afterSeconds = 0): IndexedDispatch =>
  withIndexEntry({ dispatch, next: { kind: 'atHead', afterSeconds } }, placement, now);
