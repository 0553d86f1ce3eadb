import { describe, expect, it } from 'vitest';
import { changeLane } from '../../../lambdas/dispatches/lane/change-lane.ts';
import { flowingLane, type LaneState } from '../../../lambdas/dispatches/lane/lane.ts';
import { simulatedTable, storesOn } from '../../support/simulation/table.ts';

const key = { userId: 1, targetId: 21 };
const oneMore = (lane: LaneState): LaneState => ({ ...lane, failures: lane.failures + 1 });

/** A stored lane that somebody else changes before each of our first `conflicts` writes. */
const contested = async (conflicts: number) => {
  const table = simulatedTable();
  const { laneStates } = storesOn(table);
  await laneStates.save(flowingLane(1, 21));
  let left = conflicts;
  const save = async (lane: LaneState) => {
    if (left-- > 0) await laneStates.save({ ...(table.lanes.get(21) as LaneState), probes: 5 });
    return laneStates.save(lane);
  };
  return { table, laneStore: { ...laneStates, save } };
};

describe('a change of a lane', () => {
  it('is saved on top of what somebody else saved meanwhile', async () => {
    const { table, laneStore } = await contested(2);
    const known = table.lanes.get(21) as LaneState;
    const { lane, isChanged } = await changeLane(key, oneMore, { laneStore }, known);
    expect(isChanged).toBe(true);
    expect(table.lanes.get(21)).toEqual(lane);
    expect(lane).toMatchObject({ failures: 1, probes: 5, version: 4 });
  });

  it('is given up when others change it all the time', async () => {
    const { table, laneStore } = await contested(9);
    const { lane, isChanged } = await changeLane(key, oneMore, { laneStore });
    expect(isChanged).toBe(false);
    expect(lane).toEqual(table.lanes.get(21));
    expect(lane.failures).toBe(0);
  });

  it('is not written when there is nothing to change', async () => {
    const { table, laneStore } = await contested(0);
    expect((await changeLane(key, (lane) => lane, { laneStore })).isChanged).toBe(false);
    expect(table.lanes.get(21)?.version).toBe(1);
  });
});
