import { secondsAfter } from '../../platform/clock.ts';
import { ACK, stayFor, type Verdict } from '../../platform/verdict.ts';
import type { Receipt, WakeUpPorts } from '../ports.ts';
import { arriveAtHead, type LaneState, LIST_LAG_SECONDS, WAKE_UP_LOST_SECONDS, wakeLane } from './lane.ts';

/**
 * A wake-up hands over to a new one after this many receives: well before the queue takes it, and the messages that are received
 * with it, for poison.
 */
const HAND_OVER_AFTER_RECEIVES = 50;

/** And after this time at the head, in seconds, so that the age of the oldest message goes on telling how far behind lanes are. */
const HAND_OVER_AFTER_SECONDS = 600;

/** From a call's time to its message in the queue it takes less than this, in seconds. */
const ACCEPT_SECONDS = 60;

/** The queue's clock may differ from ours by this, in seconds. */
const CLOCK_SKEW_SECONDS = 1;

/** Whether a wake-up has to hand over to the next one. */
export const isWorn = ({ wokenAt }: LaneState, { receives }: Receipt, now: Date): boolean =>
  receives > HAND_OVER_AFTER_RECEIVES ||
  (wokenAt !== undefined && now > secondsAfter(new Date(wokenAt), HAND_OVER_AFTER_SECONDS));

/** Sends the next wake-up; the messages that stand between the two go to the list. */
export const handOver = async (
  lane: LaneState,
  { queuedAt }: Receipt,
  { laneStore, laneQueue, clock }: WakeUpPorts,
): Promise<Verdict> => {
  const now = clock();
  const isListComplete = lane.wokenAt !== undefined && now >= secondsAfter(new Date(lane.wokenAt), LIST_LAG_SECONDS);
  const listedBefore = secondsAfter(queuedAt, -ACCEPT_SECONDS).toISOString();
  const next = wakeLane(lane, now);
  if (!(await laneStore.save(next))) return stayFor(1);
  const { userId, targetId, wakeUpNumber: number } = next;
  await laneQueue.wake([{ userId, targetId, number, ...(isListComplete && { listedBefore }) }]);
  return ACK;
};

/**
 * Notes that the wake-up has arrived, and that it still works. A second one of the same number arrives anew: should the first have been
 * lost after its arrival, what stood between the two was added to the list meanwhile.
 * @returns the lane as it is stored then, or undefined on a version conflict.
 */
export const stayAtHead = async (
  lane: LaneState,
  { firstReceivedAt }: Receipt,
  { laneStore, clock }: WakeUpPorts,
): Promise<LaneState | undefined> => {
  const soon = secondsAfter(clock(), WAKE_UP_LOST_SECONDS / 2).toISOString();
  const arrivedAt = secondsAfter(firstReceivedAt, -CLOCK_SKEW_SECONDS).toISOString();
  const hasArrived = lane.wokenAt !== undefined && lane.wokenAt >= arrivedAt;
  if (hasArrived && lane.nextWakeUpAt !== undefined && lane.nextWakeUpAt > soon) return lane;
  const next = arriveAtHead(hasArrived ? lane : { ...lane, wokenAt: undefined }, clock());
  return (await laneStore.save(next)) ? { ...next, version: next.version + 1 } : undefined;
};

/** Ends the work of a wake-up. On a version conflict it looks again: another one may have been sent. */
export const endWork = async (lane: LaneState, { laneStore }: Pick<WakeUpPorts, 'laneStore'>): Promise<Verdict> =>
  (await laneStore.save(lane)) ? ACK : stayFor(1);
