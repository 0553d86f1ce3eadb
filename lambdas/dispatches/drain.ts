import type { LaneMessage, Lanes } from '../invocations/ports.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { changing, GUARD_SECONDS, isFinal } from './dispatch.ts';
import {
  draining,
  invocationOf,
  isPassFor,
  isPlacePass,
  type LaneState,
  type LaneStore,
  opened,
  passOf,
  placePassOf,
  restOf,
  SETTLE_SECONDS,
} from './lane.ts';
import type { DispatchStore } from './ports.ts';

/** A dispatch that waits for its target. */
export interface HeldDispatch {
  message: LaneMessage;
  /** Until when its owner's plan keeps it. */
  heldUntil: Date;
}

export interface HeldIndex {
  /** Up to `limit` dispatches that wait for a target, in the order of their arrival. */
  held(lane: { userId: number; targetId: number }, limit: number): Promise<HeldDispatch[]>;
  /** Moves one that was queued to the dispatches that are guarded by a time, unless it has changed meanwhile. */
  release(held: HeldDispatch, guard: Date): Promise<void>;
}

export interface DrainPorts {
  dispatches: Pick<DispatchStore, 'get'>;
  laneStore: LaneStore;
  held: HeldIndex;
  lanes: Lanes;
  clock: Clock;
}

/** So many that wait are read at once. */
export const PAGE = 100;

/** At most so many messages of one lane are queued at a look: several minutes' worth for most providers. */
const DRAINED_AT_ONCE = 600;

/**
 * Lets go what waits, oldest first. When nothing does any more, the lane opens. What was let go last is remembered: only
 * once that is through may the lane open, since older messages of the lane may still stand before it in the queue and
 * have to line up behind it.
 */
export const drain = async (lane: LaneState, ports: DrainPorts): Promise<number> => {
  let count = 0;
  let seen = lane;
  while (count < DRAINED_AT_ONCE) {
    const waiting = await ports.held.held(lane, PAGE);
    const last = waiting.at(-1);
    if (!last) {
      if (count === 0) await openUnlessOnItsWay(lane, ports);
      return count;
    }
    const lookAt = secondsAfter(ports.clock(), SETTLE_SECONDS).toISOString();
    if (!(await ports.laneStore.save({ ...seen, pass: passOf(last.message), lookAt }))) return count;
    seen = { ...seen, version: seen.version + 1 };
    count += await queue(
      waiting.map((each) => withTurn(each, lane.episode)),
      ports,
    );
  }
  return count;
};

const openUnlessOnItsWay = async (lane: LaneState, ports: DrainPorts): Promise<void> => {
  const now = ports.clock();
  const lookAt = secondsAfter(now, SETTLE_SECONDS).toISOString();
  const waits = lane.pass !== undefined && !(await isThrough(lane, lane.pass, ports));
  await ports.laneStore.save(waits ? { ...lane, lookAt } : opened(lane, now));
};

/** Of a message that was deleted with its call, and of one that was taken out of its turn, only the queue knows. */
const isThrough = async (
  { userId, targetId }: LaneState,
  pass: string,
  { dispatches }: DrainPorts,
): Promise<boolean> => {
  const last = isPlacePass(pass) ? undefined : await dispatches.get(userId, invocationOf(pass), targetId);
  return last !== undefined && (isFinal(last) || !isPassFor(pass, last));
};

/** Lets go what waits in a lane that was held so far. @returns how many messages were queued */
export const beginDraining = async (lane: LaneState, ports: DrainPorts): Promise<number> => {
  const next = draining(lane, ports.clock());
  return (await ports.laneStore.save(next)) ? drain({ ...next, version: next.version + 1 }, ports) : 0;
};

/** What the provider asked for holds for its owner's wishes too. */
export const rest = async (lane: LaneState, { laneStore }: DrainPorts): Promise<number> => {
  await laneStore.save({
    ...lane,
    disabled: false,
    reason: 'The provider asked us to wait.',
    lookAt: lane.restUntil,
  });
  return 0;
};

interface Queued {
  held: HeldDispatch;
  message: LaneMessage;
}
/** Without a turn: one that has waited for too long comes back only to be ended. */
export const plain = (held: HeldDispatch): Queued => ({ held, message: held.message });
/** A probe carries the turn of the episode that it begins when it passes. */
export const withTurn = (held: HeldDispatch, turn: number): Queued => ({ held, message: { ...held.message, turn } });

/** Queues first and moves afterwards: a crash in between queues a message twice, which does no harm, rather than never. */
export const queue = async (queued: Queued[], { lanes, held, clock }: DrainPorts): Promise<number> => {
  if (queued.length === 0) return 0;
  await lanes.send(queued.map(({ message }) => message));
  const guard = secondsAfter(clock(), GUARD_SECONDS);
  await Promise.all(queued.map((each) => held.release(each.held, guard)));
  return queued.length;
};

/** How often a lane is written again when it changes at the same moment. */
const RELEASE_TRIES = 3;

/**
 * To be called before the owner of an undecided message decides it or calls it up, and after. When it is the last one that
 * was let go, its state no longer says that all before it are through: from here on the lane waits for the queue to come
 * to it.
 */
export const keepPlace = async (message: LaneMessage, laneStore: LaneStore): Promise<void> => {
  for (let tries = 0; tries < RELEASE_TRIES; tries++) {
    const lane = await laneStore.get(message.userId, message.targetId);
    if (lane?.mode !== 'draining' || lane.pass !== passOf(message)) return;
    if (await laneStore.save({ ...lane, pass: placePassOf(message) })) return;
  }
  throw changing();
};

/** Lets go what waits for a target that its owner enabled or deleted; should this fail, the sweeper does it. */
export const letGo = async (userId: number, targetId: number, ports: DrainPorts): Promise<void> => {
  try {
    await releaseTarget(userId, targetId, ports);
  } catch (error) {
    log.warn('lane left to the sweeper', { userId, targetId }, error);
  }
};

/**
 * Lets go what waits for a target: at once, or once the time is over for which its provider asked to be left alone.
 * @returns how many messages were queued; more than a few hundred follow by the minute.
 */
export const releaseTarget = async (userId: number, targetId: number, ports: DrainPorts): Promise<number> => {
  for (let tries = 0; tries < RELEASE_TRIES; tries++) {
    const lane = await ports.laneStore.get(userId, targetId);
    if (!lane || lane.mode === 'open') return 0;
    if (lane.mode === 'draining') return drain(lane, ports);
    if (restOf(lane, ports.clock())) return rest(lane, ports);
    const next = draining(lane, ports.clock());
    if (await ports.laneStore.save(next)) return drain({ ...next, version: next.version + 1 }, ports);
  }
  return 0;
};
