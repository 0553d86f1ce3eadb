import type { WakeUp, WakeUps } from '../../invocations/ports.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { changeLane } from './change-lane.ts';
import {
  checkLane,
  type LaneState,
  type LaneStore,
  resumeLane,
  retryAfterOf,
  wakeLane,
  whileRetryAfter,
} from './lane.ts';

export interface LaneIndex {
  shards: number;
  /** Up to `limit` lanes of one shard that are due for a check, longest due first. */
  dueLanes(shard: number, now: Date, limit: number): Promise<LaneState[]>;
}

export interface WakeUpPorts {
  laneStore: LaneStore;
  lanes: WakeUps;
  clock: Clock;
}

/** Lanes that are checked at once. */
const PAGE = 100;

/**
 * Saves a lane with its wake-up, then sends that. Should sending fail, the lane's next check sends it.
 * @returns false on a version conflict; nothing was sent then.
 */
export const wake = async (
  lane: LaneState,
  what: Pick<WakeUp, 'first' | 'listedBefore'>,
  { laneStore, lanes }: WakeUpPorts,
): Promise<boolean> => {
  if (!(await laneStore.save(lane))) return false;
  await lanes.wake([{ userId: lane.userId, targetId: lane.targetId, number: lane.wakeUp, ...what }]);
  return true;
};

/**
 * Sends wake-ups to the lanes that are due for a check: paused ones, those whose wake-up may be lost, and once those that flow again.
 * Run every minute.
 * @returns how many wake-ups were sent.
 */
export const wakeDueLanes = async (
  ports: WakeUpPorts & {
    laneStore: LaneIndex;
    /** false = time is up; the next run goes on. */
    keepGoing: () => boolean;
  },
): Promise<number> => {
  const { laneStore, keepGoing, clock } = ports;
  const counts = await Promise.all(
    Array.from({ length: laneStore.shards }, async (_, shard) => {
      let count = 0;
      let due: LaneState[];
      do {
        due = await laneStore.dueLanes(shard, clock(), PAGE);
        count += await wakeAll(due, ports);
      } while (due.length === PAGE && keepGoing());
      return count;
    }),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count > 0) log.info('lanes woken', { count });
  return count;
};

/** A lane that cannot be saved does not hold up the others; its check stays due. */
const wakeAll = async (due: LaneState[], { laneStore, lanes, clock }: WakeUpPorts): Promise<number> => {
  const wakeUps = await Promise.all(
    due.map(async (lane): Promise<WakeUp[]> => {
      const next = checkLane(lane, clock());
      try {
        if (!(await laneStore.save(next))) return [];
      } catch (error) {
        log.error('lane not woken', { userId: lane.userId, targetId: lane.targetId }, error);
        return [];
      }
      return [{ userId: lane.userId, targetId: lane.targetId, number: next.wakeUp }];
    }),
  );
  await lanes.wake(wakeUps.flat());
  return wakeUps.flat().length;
};

/**
 * Delivers what waits for a target that its owner enabled or deleted: at once, or after its provider's `Retry-After`. Should this fail,
 * the lane's next check does it.
 */
export const resumeTarget = async (userId: number, targetId: number, ports: WakeUpPorts): Promise<void> => {
  const change = (lane: LaneState): LaneState => {
    if (lane.mode !== 'paused') return lane;
    const now = ports.clock();
    const retryAfter = retryAfterOf(lane, now);
    return retryAfter ? whileRetryAfter(lane, retryAfter, now) : resumeLane(lane, now);
  };
  try {
    const { lane, isChanged } = await changeLane({ userId, targetId }, change, ports);
    if (isChanged && lane.isWakeUpSent) await ports.lanes.wake([{ userId, targetId, number: lane.wakeUp }]);
  } catch (error) {
    log.warn('lane left to the sweeper', { userId, targetId }, error);
  }
};

/** Sends a wake-up that tries one message before all others. @returns false when the lane flows, or after too many conflicts. */
export const wakeFor = async (
  {
    userId,
    targetId,
    invocationId,
    generation,
  }: { userId: number; targetId: number; invocationId: string; generation: number },
  ports: WakeUpPorts,
): Promise<boolean> => {
  const change = (lane: LaneState): LaneState => (lane.mode === 'flowing' ? lane : wakeLane(lane, ports.clock()));
  const { lane, isChanged } = await changeLane({ userId, targetId }, change, ports);
  if (isChanged)
    await ports.lanes.wake([{ userId, targetId, number: lane.wakeUp, first: { invocationId, generation } }]);
  return isChanged;
};

/** The time before which a list that a wake-up leaves to the next one was complete; see {@link WakeUp.listedBefore}. */
export const listedBefore = (queuedAt: Date): string => secondsAfter(queuedAt, -ACCEPT_SECONDS).toISOString();

/** From a call's time to its message in the queue it takes less than this, in seconds. */
const ACCEPT_SECONDS = 60;
