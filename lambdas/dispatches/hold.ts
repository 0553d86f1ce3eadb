import type { TargetStatus } from '#contract/target';
import type { LaneMessage, Lanes } from '../invocations/ports.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { GUARD_SECONDS } from './dispatch.ts';
import { DISABLED_LOOK_SECONDS, draining, type LaneState, type LaneStore, opened, SETTLE_SECONDS } from './lane.ts';

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

export interface HoldPorts {
  laneStore: LaneStore;
  held: HeldIndex;
  lanes: Lanes;
  clock: Clock;
}

export interface SuperviseLanesPorts extends HoldPorts {
  laneIndex: LaneIndex;
  targets: { get(userId: number, targetId: number): Promise<{ status: TargetStatus } | undefined> };
  /** false = time is up; the next run goes on. */
  keepGoing: () => boolean;
}

const PAGE = 100;

/** At most so many messages of one lane are queued at a look: several minutes' worth for most providers. */
const DRAINED_AT_ONCE = 600;

/** A probe that gets lost in the queue is noticed after this time. */
const PROBE_LOST_SECONDS = 300;

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
      const lanes = await laneIndex.dueLanes(shard, clock(), PAGE);
      for (const lane of lanes) if (keepGoing()) count += await lookAfter(lane, ports);
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
  if (status !== 'active' || lane.disabled) return beginDraining(lane, ports);
  return probe(lane, ports);
};

/** Tries the target with the oldest message that may still be delivered; those that may not come back to be ended. */
const probe = async (lane: LaneState, ports: HoldPorts): Promise<number> => {
  const now = ports.clock();
  const waiting = await ports.held.held(lane, PAGE);
  const first = waiting.findIndex(({ heldUntil }) => heldUntil > now);
  if (waiting.length === 0) return beginDraining(lane, ports);
  // The next look comes first, so that a crash in between leaves a lane that is looked at again.
  const lookAt = secondsAfter(now, first === -1 ? 0 : PROBE_LOST_SECONDS).toISOString();
  if (!(await ports.laneStore.save({ ...lane, lookAt }))) return 0;
  const ended = first === -1 ? waiting : waiting.slice(0, first);
  const tried = waiting[first];
  return queue([...ended.map(plain), ...(tried ? [withTurn(tried, 'probe')] : [])], ports);
};

const beginDraining = async (lane: LaneState, ports: HoldPorts): Promise<number> => {
  const next = draining(lane, ports.clock());
  return (await ports.laneStore.save(next)) ? drain({ ...next, version: next.version + 1 }, ports) : 0;
};

/** Lets go what waits, oldest first. When nothing does any more, the lane opens. */
const drain = async (lane: LaneState, ports: HoldPorts): Promise<number> => {
  let count = 0;
  while (count < DRAINED_AT_ONCE) {
    const waiting = await ports.held.held(lane, PAGE);
    if (waiting.length === 0) {
      await ports.laneStore.save(opened(lane, ports.clock()));
      return count;
    }
    count += await queue(
      waiting.map((each) => withTurn(each, 'drain')),
      ports,
    );
  }
  return count;
};

/** A message may have been put aside while its lane was opened; it is let go now, and after that there is none. */
const settleOpen = async (lane: LaneState, ports: HoldPorts): Promise<number> => {
  const now = ports.clock();
  const waiting = await ports.held.held(lane, PAGE);
  const lookAt = waiting.length > 0 ? secondsAfter(now, SETTLE_SECONDS).toISOString() : undefined;
  if (!(await ports.laneStore.save({ ...lane, lookAt }))) return 0;
  return queue(
    waiting.map((each) => withTurn(each, 'drain')),
    ports,
  );
};

interface Queued {
  held: HeldDispatch;
  message: LaneMessage;
}
const plain = (held: HeldDispatch): Queued => ({ held, message: held.message });
const withTurn = (held: HeldDispatch, turn: 'probe' | 'drain'): Queued => ({
  held,
  message: { ...held.message, turn },
});

const expired = async (lane: LaneState, { held, clock }: HoldPorts): Promise<HeldDispatch[]> =>
  (await held.held(lane, PAGE)).filter(({ heldUntil }) => heldUntil <= clock());

/** Queues first and moves afterwards: a crash in between queues a message twice, which does no harm, rather than never. */
const queue = async (queued: Queued[], { lanes, held, clock }: HoldPorts): Promise<number> => {
  if (queued.length === 0) return 0;
  await lanes.send(queued.map(({ message }) => message));
  const guard = secondsAfter(clock(), GUARD_SECONDS);
  await Promise.all(queued.map((each) => held.release(each.held, guard)));
  return queued.length;
};

/** How often a release is tried again when the lane changes at the same moment. */
const RELEASE_TRIES = 3;

/**
 * Lets go at once what waits for a target, because its owner enabled it or deleted it. Should this fail, the sweeper
 * does it within a quarter of an hour.
 * @returns how many messages were queued; more than a few hundred follow by the minute.
 */
export const releaseTarget = async (userId: number, targetId: number, ports: HoldPorts): Promise<number> => {
  for (let tries = 0; tries < RELEASE_TRIES; tries++) {
    const lane = await ports.laneStore.get(userId, targetId);
    if (!lane || lane.mode === 'open') return 0;
    if (lane.mode === 'draining') return drain(lane, ports);
    const next = draining(lane, ports.clock());
    if (await ports.laneStore.save(next)) return drain({ ...next, version: next.version + 1 }, ports);
  }
  return 0;
};
