import type { LaneStore } from '../ports.ts';
import { flowingLane, type LaneState } from './lane.ts';

/** Tries to save a lane that others change at the same time. */
const TRIES = 3;

/**
 * Saves a change on top of the newest version of a lane.
 * @param change returns the very lane that it is given when there is nothing to change.
 * @param known the lane as it was read; without it, it is read first.
 * @returns the lane as it is stored now; `isChanged` is false also after too many version conflicts.
 */
export const changeLane = async (
  { userId, targetId }: { userId: number; targetId: number },
  change: (lane: LaneState) => LaneState,
  { laneStore }: { laneStore: Pick<LaneStore, 'get' | 'save'> },
  known?: LaneState,
): Promise<{ lane: LaneState; isChanged: boolean }> => {
  const newest = async () => (await laneStore.get(userId, targetId)) ?? flowingLane(userId, targetId);
  let lane = known ?? (await newest());
  for (let tries = 0; tries < TRIES; tries++) {
    const changed = change(lane);
    if (changed === lane) break;
    if (await laneStore.save(changed)) return { lane: { ...changed, version: changed.version + 1 }, isChanged: true };
    lane = await newest();
  }
  return { lane, isChanged: false };
};
