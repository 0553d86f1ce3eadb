import type { WakeUpPorts } from '../ports.ts';
import type { LaneState } from './lane.ts';

/** Tries to save a lane that others change at the same time. */
const TRIES = 3;

/**
 * Saves a change on top of the newest version of a lane, then sends the wake-up that it has made, if any. Should sending fail, the sweeper
 * does at `nextWakeUpAt`.
 * @param change returns the very lane that it is given when there is nothing to change.
 * @param known the lane as it was read; without it, it is read first.
 * @returns the lane as it is stored now: unchanged after too many version conflicts.
 */
export const changeLane = async (
  { userId, targetId }: { userId: number; targetId: number },
  change: (lane: LaneState) => LaneState,
  { laneStore, laneQueue }: Omit<WakeUpPorts, 'clock'>,
  known?: LaneState,
): Promise<LaneState> => {
  let lane = known ?? (await laneStore.get(userId, targetId));
  for (let tries = 0; tries < TRIES; tries++) {
    const changed = change(lane);
    if (changed === lane) break;
    if (await laneStore.save(changed)) {
      if (changed.isWakeUpSent && changed.wakeUpNumber > lane.wakeUpNumber)
        await laneQueue.wake([{ userId, targetId, number: changed.wakeUpNumber }]);
      return { ...changed, version: changed.version + 1 };
    }
    lane = await laneStore.get(userId, targetId);
  }
  return lane;
};
