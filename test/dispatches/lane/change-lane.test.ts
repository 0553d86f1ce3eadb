import { describe, expect, it } from 'vitest';
import { changeLane } from '../../../lambdas/dispatches/lane/change-lane.ts';
import { flowingLane, type LaneState, wakeLane } from '../../../lambdas/dispatches/lane/lane.ts';
import type { WakeUp } from '../../../lambdas/invocations/ports.ts';
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
  const wakeUps: WakeUp[] = [];
  const laneQueue = { wake: async (sent: WakeUp[]) => void wakeUps.push(...sent) };
  return { table, wakeUps, ports: { laneStore: { ...laneStates, save }, laneQueue } };
};

describe('a change of a lane', () => {
  it('is saved on top of what somebody else saved meanwhile', async () => {
    const { table, ports } = await contested(2);
    const known = table.lanes.get(21) as LaneState;
    const lane = await changeLane(key, oneMore, ports, known);
    expect(table.lanes.get(21)).toEqual(lane);
    expect(lane).toMatchObject({ failures: 1, probes: 5, version: 4 });
  });

  it('is given up when others change it all the time', async () => {
    const { table, ports } = await contested(9);
    const lane = await changeLane(key, oneMore, ports);
    expect(lane).toEqual(table.lanes.get(21));
    expect(lane.failures).toBe(0);
  });

  it('is not written when there is nothing to change', async () => {
    const { table, ports } = await contested(0);
    await changeLane(key, (lane) => lane, ports);
    expect(table.lanes.get(21)?.version).toBe(1);
  });

  it('sends the wake-up that it makes, and no other one', async () => {
    const { ports, wakeUps } = await contested(1);
    const lane = await changeLane(key, (it) => wakeLane(it, new Date('2026-11-20T12:00:00.000Z')), ports);
    expect(wakeUps).toEqual([{ ...key, number: 1 }]);
    await changeLane(key, oneMore, ports, lane);
    expect(wakeUps).toHaveLength(1);
  });
});
