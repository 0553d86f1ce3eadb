import type { TargetStatus } from '#contract/states';
import type { LaneMessage, Lanes } from '../invocations/ports.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { type Dispatch, GUARD_SECONDS, isFinal, laneMessageOf } from './dispatch.ts';
import {
  DISABLED_LOOK_SECONDS,
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

export interface LaneIndex {
  shards: number;
  /** Up to `limit` lanes of one shard that are to be looked at, longest due first. */
  dueLanes(shard: number, now: Date, limit: number): Promise<LaneState[]>;
}

export interface DrainPorts {
  dispatches: Pick<DispatchStore, 'get'>;
  laneStore: LaneStore;
  held: HeldIndex;
  lanes: Lanes;
  clock: Clock;
}

interface SuperviseLanesPorts extends DrainPorts {
  laneIndex: LaneIndex;
  targets: { get(userId: number, targetId: number): Promise<{ status: TargetStatus } | undefined> };
  /** false = time is up; the next run goes on. */
  keepGoing: () => boolean;
}

const PAGE = 100;

/** At most so many messages of one lane are queued at a look: several minutes' worth for most providers. */
const DRAINED_AT_ONCE = 600;

/** A probe that gets lost in the queue is noticed after this time; the queue takes the same message again by then. */
const PROBE_LOST_SECONDS = 360;

/**
 * Looks at the lanes that are held or being emptied, and are due: tries a failing target with one message, lets go in
 * order what waited for a target that works again, and ends what has waited for too long. Run every minute.
 * @returns how many messages were queued.
 */
export const superviseLanes = async (ports: SuperviseLanesPorts): Promise<number> => {
  const { laneIndex, keepGoing, clock } = ports;
  const counts = await Promise.all(
    Array.from({ length: laneIndex.shards }, async (_, shard) => {
      let count = 0;
      let lanes: LaneState[];
      do {
        lanes = await laneIndex.dueLanes(shard, clock(), PAGE);
        for (const lane of lanes) if (keepGoing()) count += await lookAfter(lane, ports);
      } while (lanes.length === PAGE && keepGoing());
      return count;
    }),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > 0) log.info('held dispatches queued', { count });
  return count;
};

/** One lane that cannot be looked after does not keep the others from it. */
const lookAfter = async (lane: LaneState, ports: SuperviseLanesPorts): Promise<number> => {
  try {
    return await look(lane, ports);
  } catch (error) {
    log.error('lane not looked after', { userId: lane.userId, targetId: lane.targetId }, error);
    return 0;
  }
};

const look = async (lane: LaneState, ports: SuperviseLanesPorts): Promise<number> => {
  const now = ports.clock();
  if (lane.mode === 'open') return settleOpen(lane, ports);
  if (lane.mode === 'draining') return drain(lane, ports);
  const status = (await ports.targets.get(lane.userId, lane.targetId))?.status;
  if (status === 'disabled') {
    const count = await queue((await expired(lane, ports)).map(plain), ports);
    await ports.laneStore.save({ ...lane, lookAt: secondsAfter(now, DISABLED_LOOK_SECONDS).toISOString() });
    return count;
  }
  if (status !== 'active') return beginDraining(lane, ports);
  if (restOf(lane, now)) return rest(lane, ports);
  return lane.disabled ? beginDraining(lane, ports) : probe(lane, ports);
};

/** What the provider asked for holds for its owner's wishes too. */
const rest = async (lane: LaneState, { laneStore }: DrainPorts): Promise<number> => {
  await laneStore.save({
    ...lane,
    disabled: false,
    reason: 'The provider asked us to wait.',
    lookAt: lane.restUntil,
  });
  return 0;
};

/** Tries the target with the oldest message that may still be delivered; those that may not come back to be ended. */
const probe = async (lane: LaneState, ports: SuperviseLanesPorts): Promise<number> => {
  const now = ports.clock();
  const lookAgainAt = secondsAfter(now, PROBE_LOST_SECONDS).toISOString();
  const under = await onItsWay(lane, ports);
  if (under) {
    // The probe was lost, or its lane is stuck: the same one again, so that no other message overtakes it.
    if (!(await ports.laneStore.save({ ...lane, lookAt: lookAgainAt }))) return 0;
    await ports.lanes.send([{ ...laneMessageOf(under), turn: lane.episode + 1 }]);
    return 1;
  }
  const waiting = await ports.held.held(lane, PAGE);
  const first = waiting.findIndex(({ heldUntil }) => heldUntil > now);
  if (waiting.length === 0) return beginDraining(lane, ports);
  // The next look comes first, so that a crash in between leaves a lane that is looked at again.
  const lookAt = first === -1 ? now.toISOString() : lookAgainAt;
  const tried = waiting[first];
  if (!(await ports.laneStore.save({ ...lane, pass: tried && passOf(tried.message), lookAt }))) return 0;
  // Also behind the one that is tried: an older call that was sent again may wait for longer than they may.
  const ended = waiting.filter(({ heldUntil }) => heldUntil <= now);
  return queue([...ended.map(plain), ...(tried ? [withTurn(tried, lane.episode + 1)] : [])], ports);
};

const beginDraining = async (lane: LaneState, ports: DrainPorts): Promise<number> => {
  const next = draining(lane, ports.clock());
  return (await ports.laneStore.save(next)) ? drain({ ...next, version: next.version + 1 }, ports) : 0;
};

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

/** The message that is let pass, as long as it has not been worked off. */
const onItsWay = async (lane: LaneState, { dispatches }: DrainPorts): Promise<Dispatch | undefined> => {
  if (lane.pass === undefined) return undefined;
  const passing = await dispatches.get(lane.userId, invocationOf(lane.pass), lane.targetId);
  return passing && !isFinal(passing) && isPassFor(lane.pass, passing) ? passing : undefined;
};

/** A message may have been put aside while its lane was opened; it is let go now, and after that there is none. */
const settleOpen = async (lane: LaneState, ports: DrainPorts): Promise<number> => {
  const now = ports.clock();
  const waiting = await ports.held.held(lane, PAGE);
  const lookAt = waiting.length > 0 ? secondsAfter(now, SETTLE_SECONDS).toISOString() : undefined;
  if (!(await ports.laneStore.save({ ...lane, lookAt }))) return 0;
  return queue(
    waiting.map((each) => withTurn(each, lane.episode)),
    ports,
  );
};

interface Queued {
  held: HeldDispatch;
  message: LaneMessage;
}
const plain = (held: HeldDispatch): Queued => ({ held, message: held.message });
/** A probe carries the turn of the episode that it begins when it passes. */
const withTurn = (held: HeldDispatch, turn: number): Queued => ({ held, message: { ...held.message, turn } });

const expired = async (lane: LaneState, { held, clock }: DrainPorts): Promise<HeldDispatch[]> =>
  (await held.held(lane, PAGE)).filter(({ heldUntil }) => heldUntil <= clock());

/** Queues first and moves afterwards: a crash in between queues a message twice, which does no harm, rather than never. */
const queue = async (queued: Queued[], { lanes, held, clock }: DrainPorts): Promise<number> => {
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
  throw new AppError('conflict', 'This message is changing at this very moment. Please try again.');
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
