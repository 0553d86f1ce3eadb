import type { TargetStatus } from '#contract/states';
import { secondsAfter } from '../platform/clock.ts';
import { log } from '../platform/log.ts';
import { type Dispatch, isFinal, laneMessageOf } from './dispatch.ts';
import {
  beginDraining,
  type DrainPorts,
  drain,
  type HeldDispatch,
  PAGE,
  plain,
  queue,
  rest,
  withTurn,
} from './drain.ts';
import {
  DISABLED_LOOK_SECONDS,
  invocationOf,
  isPassFor,
  type LaneState,
  passOf,
  restOf,
  SETTLE_SECONDS,
} from './lane.ts';

export interface LaneIndex {
  shards: number;
  /** Up to `limit` lanes of one shard that are to be looked at, longest due first. */
  dueLanes(shard: number, now: Date, limit: number): Promise<LaneState[]>;
}

interface SuperviseLanesPorts extends DrainPorts {
  laneIndex: LaneIndex;
  targets: { get(userId: number, targetId: number): Promise<{ status: TargetStatus } | undefined> };
  /** false = time is up; the next run goes on. */
  keepGoing: () => boolean;
}

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

const expired = async (lane: LaneState, { held, clock }: DrainPorts): Promise<HeldDispatch[]> =>
  (await held.held(lane, PAGE)).filter(({ heldUntil }) => heldUntil <= clock());
