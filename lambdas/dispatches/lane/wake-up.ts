import type { LaneStore, Receipt } from '../../model/dispatch-ports.ts';
import type { LaneState } from '../../model/lane.ts';
import type { WakeUp } from '../../model/lane-message.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { sumOverShards } from '../../platform/shards.ts';
import type { TimeBudget } from '../../platform/time-budget.ts';
import type { DeliveryPorts } from '../ports.ts';
import { LAG_SECONDS, resumeLane, retryAfterOf, wakeDueLane, wakeLane, whileRetryAfter } from './lane.ts';

type WakeUpPorts = Pick<DeliveryPorts, 'laneStore' | 'laneQueue' | 'clock'>;

/** Number of lanes of a shard that are woken together. */
const PAGE = 30;

/**
 * Milliseconds between pages, which limits eight shards to 300 lanes a second. After a long outage, waking all lanes
 * together would overload the table and the dispatchers.
 */
const BETWEEN_PAGES_MS = 800;

/** Maximum number of attempts to save a lane despite concurrent changes. */
const MAX_SAVES = 3;

/** Number of receives after which a wake-up is replaced. After many more, the queue would treat it as poison, with its batch. */
const MAX_RECEIVES = 50;

/** Seconds at the head of its group after which a wake-up is replaced, so the age of the queue's oldest message shows the real delay. */
const MAX_AGE_SECONDS = 600;

/** Longest time between accepting a call and queuing its message, in seconds. */
const ACCEPT_SECONDS = 60;

/**
 * Applies a change to the newest version of a lane, then sends the lane's wake-up, if any. If sending fails, the
 * sweeper sends it.
 * @param change returns its argument if nothing changes
 * @param known the lane, if it was already read
 * @returns the stored lane, which is unchanged after too many version conflicts
 */
export const changeLane = async (
  { userId, targetId }: { userId: number; targetId: number },
  change: (lane: LaneState) => LaneState,
  { laneStore, laneQueue }: Pick<DeliveryPorts, 'laneStore' | 'laneQueue'>,
  known?: LaneState,
): Promise<LaneState> => {
  let lane = known ?? (await laneStore.get(userId, targetId));
  for (let saves = 0; saves < MAX_SAVES; saves++) {
    const changed = change(lane);
    if (changed === lane) break;
    if (await laneStore.save(changed)) {
      if (changed.isWakeUpSent && changed.wakeUpNumber > lane.wakeUpNumber)
        await laneQueue.send([{ kind: 'wake-up', userId, targetId, number: changed.wakeUpNumber }]);
      return { ...changed, version: changed.version + 1 };
    }
    lane = await laneStore.get(userId, targetId);
  }
  return lane;
};

/**
 * Sends all due wake-ups: to paused lanes, to lanes whose wake-up may be lost, and the extra one to lanes that flow
 * again.
 * @returns the number of wake-ups sent
 */
export const wakeDueLanes = async (
  ports: WakeUpPorts &
    TimeBudget & { sleep: (milliseconds: number) => Promise<void>; laneStore: Pick<LaneStore, 'shards' | 'dueLanes'> },
): Promise<number> => {
  const { laneStore, keepGoing, clock, sleep } = ports;
  const count = await sumOverShards(laneStore.shards, async (shard) => {
    let woken = 0;
    do {
      const { due, isFull } = await laneStore.dueLanes(shard, clock(), PAGE);
      woken += await wakeAll(due, ports);
      if (!isFull) break;
      await sleep(BETWEEN_PAGES_MS);
    } while (keepGoing());
    return woken;
  });
  if (count > 0) log.info('lanes woken', { count });
  return count;
};

/** Wakes due lanes. A lane that cannot be saved does not delay the others, and its wake-up stays due. */
const wakeAll = async (due: LaneState[], { laneStore, laneQueue, clock }: WakeUpPorts): Promise<number> => {
  const wakeUps: WakeUp[] = [];
  const wake = async (lane: LaneState) => {
    const next = wakeDueLane(lane, clock());
    const { userId, targetId, wakeUpNumber: number } = next;
    try {
      if (await laneStore.save(next)) wakeUps.push({ kind: 'wake-up', userId, targetId, number });
    } catch (error) {
      log.error('lane not woken', { userId, targetId }, error);
    }
  };
  await Promise.all(due.map(wake));
  await laneQueue.send(wakeUps);
  return wakeUps.length;
};

/** True if a working wake-up has to be replaced by a new one. Pure. */
export const isTooOld = ({ wokenAt }: LaneState, { receives }: Receipt, now: Date): boolean =>
  receives > MAX_RECEIVES || (wokenAt !== undefined && now > secondsAfter(new Date(wokenAt), MAX_AGE_SECONDS));

/** Replaces a lane's wake-up by a new one at the end of its group. Messages queued between the two join the list. */
export const replaceWakeUp = async (
  lane: LaneState,
  { queuedAt }: Receipt,
  { laneStore, laneQueue, clock }: WakeUpPorts,
): Promise<MessageDisposition> => {
  const now = clock();
  const isListComplete = lane.wokenAt !== undefined && now >= secondsAfter(new Date(lane.wokenAt), LAG_SECONDS);
  const listedBefore = secondsAfter(queuedAt, -ACCEPT_SECONDS).toISOString();
  const next = wakeLane(lane, now);
  if (!(await laneStore.save(next))) return hideFor(1);
  const { userId, targetId, wakeUpNumber: number } = next;
  await laneQueue.send([{ kind: 'wake-up', userId, targetId, number, ...(isListComplete && { listedBefore }) }]);
  return ACK;
};

/** Logs an error of `send` instead of throwing it, because the sweeper sends the message later. */
export const orLeaveToSweeper = async (
  dispatch: { userId: number; targetId: number; invocationId?: string },
  send: () => Promise<unknown>,
): Promise<void> => {
  try {
    await send();
  } catch (error) {
    const { userId, targetId, invocationId } = dispatch;
    log.warn('lane message left to the sweeper', { userId, targetId, ...(invocationId && { invocationId }) }, error);
  }
};

/**
 * Delivers the messages that wait for a target, after its owner enabled or deleted it. Delivery starts immediately, or
 * after its provider's `Retry-After`.
 */
export const resumeTarget = async (userId: number, targetId: number, ports: WakeUpPorts): Promise<void> => {
  const now = ports.clock();
  const change = (lane: LaneState): LaneState => {
    if (lane.mode !== 'paused') return lane;
    return retryAfterOf(lane, now) ? whileRetryAfter(lane, now) : resumeLane(lane, now);
  };
  await orLeaveToSweeper({ userId, targetId }, () => changeLane({ userId, targetId }, change, ports));
};
