import { beforeEach, describe, expect, it } from 'vitest';
import { wakeLane } from '../../../lambdas/dispatches/lane/lane.ts';
import { changeLane, resumeTarget, wakeDueLanes } from '../../../lambdas/dispatches/lane/wake-up.ts';
import { retryNow } from '../../../lambdas/dispatches/owner/control.ts';
import { flowingLane, type LaneState } from '../../../lambdas/model/lane.ts';
import type { WakeUp } from '../../../lambdas/model/lane-message.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { captureLog } from '../../support/log.ts';
import { anOwner } from '../../support/owner.ts';
import { simulatedTable, storesOn } from '../../support/simulation/table.ts';

captureLog();

let world: ReturnType<typeof anOwner>;
beforeEach(() => {
  world = anOwner();
});

describe('a lane that is woken', () => {
  it("is not tried during a Retry-After, regardless of its owner's wishes", async () => {
    const { ports, queued, wakeUps, message, table, clock } = world;
    const at = '2026-11-20T14:00:00.000Z';
    const asked = {
      mode: 'paused' as const,
      reason: { code: 'provider-unavailable' as const, text: 'Busy.' },
      retryAfterUntil: at,
      nextWakeUpAt: at,
    };
    table.lanes.set(21, { ...flowingLane(1, 21), ...asked, version: 1 });
    const { id } = await message('waiting');
    await expect(retryNow(1, id, ports)).rejects.toMatchObject({
      code: 'provider-rate-limited',
      message: expect.stringContaining('2026-11-20 14:00'),
    });
    // A disabled target has an earlier wake-up. When the target is enabled, the lane waits for the requested time again.
    table.lanes.set(21, {
      ...flowingLane(1, 21),
      ...asked,
      reason: { code: 'target-disabled', text: 'Disabled.' },
      nextWakeUpAt: '2026-11-20T12:15:00.000Z',
      version: 1,
    });
    await resumeTarget(1, 21, ports);
    expect(table.lanes.get(21)).toMatchObject({
      ...asked,
      reason: { code: 'provider-rate-limited', text: expect.any(String) },
      // Expired messages are ended within the hour, but the target is not called before.
      nextWakeUpAt: secondsAfter(clock(), 3600).toISOString(),
    });
    expect([...queued, ...wakeUps]).toEqual([]);
  });

  it('gets the same wake-up again if it did not arrive in time, and the slow one still counts', async () => {
    const { ports, wakeUps, table, clock } = world;
    const { laneStore } = ports;
    const nextWakeUpAt = clock().toISOString();
    await laneStore.save({
      ...flowingLane(1, 21),
      mode: 'paused',
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
      nextWakeUpAt,
      wakeUpNumber: 4,
    });
    const sleep = async () => {};
    const sweep = () => wakeDueLanes({ ...ports, sleep, laneStore: storesOn(table).laneStates, keepGoing: () => true });
    expect(await sweep()).toBe(1);
    clock.advance(359);
    expect(await sweep()).toBe(0);
    clock.advance(1);
    expect(await sweep()).toBe(1);
    expect(wakeUps.map(({ number }) => number)).toEqual([5, 5]);
    expect(table.lanes.get(21)).toMatchObject({ wakeUpNumber: 5, wokenAt: undefined });
  });

  it('is one of a few at a time after a long outage, so others are not delayed', async () => {
    const { ports, wakeUps, table, clock } = world;
    const laneStore = storesOn(table).laneStates;
    const nextWakeUpAt = clock().toISOString();
    // All lanes are in one shard.
    for (let targetId = 0; targetId < 120 * laneStore.shards; targetId += laneStore.shards)
      await ports.laneStore.save({
        ...flowingLane(1, targetId),
        mode: 'paused',
        reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
        nextWakeUpAt,
      });
    const wokenBefore: number[] = [];
    const sleep = async () => {
      wokenBefore.push(wakeUps.length);
    };
    expect(await wakeDueLanes({ ...ports, sleep, laneStore, keepGoing: () => true })).toBe(120);
    expect(wokenBefore).toEqual([30, 60, 90, 120]);
  });

  it('does not depend on a lane that cannot be saved, which stays due', async () => {
    const { ports, wakeUps, table, clock } = world;
    const laneStore = storesOn(table).laneStates;
    const nextWakeUpAt = clock().toISOString();
    for (const targetId of [8, 16, 24])
      await laneStore.save({ ...flowingLane(1, targetId), mode: 'catching-up', nextWakeUpAt });
    const save = (lane: LaneState) =>
      lane.targetId === 16 ? Promise.reject(new Error('table away')) : laneStore.save(lane);
    const sweep = { ...ports, sleep: async () => {}, keepGoing: () => true };
    expect(await wakeDueLanes({ ...sweep, laneStore: { ...laneStore, save } })).toBe(2);
    expect(wakeUps.map(({ targetId }) => targetId).sort((one, other) => one - other)).toEqual([8, 24]);
    expect(await wakeDueLanes({ ...sweep, laneStore })).toBe(1);
    expect(wakeUps.at(-1)?.targetId).toBe(16);
  });

  it('is woken even if the index still lists an already woken lane of the shard', async () => {
    const { ports, table, clock } = world;
    const stores = storesOn(table).laneStates;
    const nextWakeUpAt = clock().toISOString();
    for (let targetId = 0; targetId < 60 * stores.shards; targetId += stores.shards)
      await ports.laneStore.save({
        ...flowingLane(1, targetId),
        mode: 'paused',
        reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
        nextWakeUpAt,
      });
    const dueLanes: typeof stores.dueLanes = async (shard, now, limit) => {
      const { due, isFull } = await stores.dueLanes(shard, now, limit);
      return { due: due.slice(1), isFull };
    };
    const laneStore = { ...stores, dueLanes };
    // The first lane in the index is never returned here.
    expect(await wakeDueLanes({ ...ports, sleep: async () => {}, laneStore, keepGoing: () => true })).toBe(59);
  });
});

const key = { userId: 1, targetId: 21 };
const oneMore = (lane: LaneState): LaneState => ({ ...lane, failures: lane.failures + 1 });

/** A stored lane that another process changes before each of our first `conflicts` writes. */
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
  const laneQueue = { send: async (sent: WakeUp[]) => void wakeUps.push(...sent) };
  return { table, wakeUps, ports: { laneStore: { ...laneStates, save }, laneQueue } };
};

describe('a change of a lane', () => {
  it('is saved on top of a concurrent change', async () => {
    const { table, ports } = await contested(2);
    const known = table.lanes.get(21) as LaneState;
    const lane = await changeLane(key, oneMore, ports, known);
    expect(table.lanes.get(21)).toEqual(lane);
    expect(lane).toMatchObject({ failures: 1, probes: 5, version: 4 });
  });

  it('fails after too many concurrent changes', async () => {
    const { table, ports } = await contested(9);
    const lane = await changeLane(key, oneMore, ports);
    expect(lane).toEqual(table.lanes.get(21));
    expect(lane.failures).toBe(0);
  });

  it('is not written if nothing changes', async () => {
    const { table, ports } = await contested(0);
    await changeLane(key, (lane) => lane, ports);
    expect(table.lanes.get(21)?.version).toBe(1);
  });

  it('sends its own wake-up and no other', async () => {
    const { ports, wakeUps } = await contested(1);
    const lane = await changeLane(key, (it) => wakeLane(it, new Date('2026-11-20T12:00:00.000Z')), ports);
    expect(wakeUps).toEqual([{ kind: 'wake-up', ...key, number: 1 }]);
    await changeLane(key, oneMore, ports, lane);
    expect(wakeUps).toHaveLength(1);
  });
});
