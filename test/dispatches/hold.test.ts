import { describe, expect, it } from 'vitest';
import { type Dispatch, type Due, newDispatch } from '../../lambdas/dispatches/dispatch.ts';
import { superviseLanes } from '../../lambdas/dispatches/hold.ts';
import { opened, openLane, passOf } from '../../lambdas/dispatches/lane.ts';
import type { LaneMessage } from '../../lambdas/invocations/ports.ts';
import { plans } from '../../lambdas/plans/plans.ts';
import { aSummary, aTarget, movableClock } from '../support/in-memory.ts';
import { audit } from '../support/ledger/audit.ts';
import type { Plot, World } from '../support/ledger/plot.ts';
import { UNEVENTFUL } from '../support/ledger/plots.ts';
import { goodMood, type Mood } from '../support/ledger/providers.ts';
import { play } from '../support/ledger/world.ts';
import { captureLog } from '../support/log.ts';
import { simulatedTable, storesOn } from '../support/simulation/table.ts';

captureLog();

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 12);

/** Calls to one target, one every `everyMs`, in a world without faults. */
const world = (over: Partial<Plot> & { mood?: Mood; count: number; everyMs: number }): Promise<World> =>
  play({
    seed: 7,
    plans,
    targets: [{ kind: 'free', mood: over.mood ?? goodMood }],
    calls: Array.from({ length: over.count }, (_, number) => ({
      atMs: number * over.everyMs,
      targets: [0],
      length: 20,
    })),
    ...UNEVENTFUL,
    untilMs: 6 * 60 * MINUTE,
    ...over,
  });

const states = ({ table }: World) => [...table.dispatches.values()].map(({ state }) => state);
const numbers = ({ providers }: World) =>
  providers.asked.filter(({ delivered }) => delivered).map(({ text }) => Number(text.split(' ')[1]));

describe('a target that is down for an hour', () => {
  const down = { ...goodMood, down: { from: START, until: START + 60 * MINUTE } };

  it('is asked now and then instead of for every message, and gets them all once it is back', async () => {
    const it = await world({ mood: down, count: 300, everyMs: 10_000 });
    expect(audit(it)).toEqual([]);
    expect(it.providers.asked.filter(({ answer }) => answer === 'retry').length).toBeLessThan(25);
    expect(states(it).filter((state) => state === 'success')).toHaveLength(300);
    const inTurn = numbers(it).filter((number) => number > 2);
    expect(inTurn).toEqual([...inTurn].sort((a, b) => a - b));
    expect(it.table.lanes.get(21)).toMatchObject({ mode: 'open', lookAt: undefined });
  });

  it('shows each waiting message with its reason and the next attempt', async () => {
    const it = await world({ mood: down, count: 50, everyMs: 10_000, untilMs: 30 * MINUTE });
    const waiting = [...it.table.dispatches.values()].filter(({ state }) => state === 'waiting');
    expect(waiting).toHaveLength(50);
    for (const { errorMessage, nextAttemptAt } of waiting) {
      expect(errorMessage).toContain('The provider is broken.');
      expect(nextAttemptAt).toBeDefined();
    }
  });

  it('ends what has waited for as long as the plan keeps messages', async () => {
    const forEver = { ...goodMood, down: { from: START, until: START + 60 * 60 * MINUTE } };
    const it = await world({ mood: forEver, count: 20, everyMs: 1000, untilMs: 11 * 60 * MINUTE });
    expect(new Set(states(it))).toEqual(new Set(['error']));
  });
});

describe('a message that comes alone to a target that is down', () => {
  it('is tried as often as the plan says, with its waits, and then ends', async () => {
    const forEver = { ...goodMood, down: { from: START, until: START + 60 * 60 * MINUTE } };
    const it = await world({ mood: forEver, count: 1, everyMs: 0, untilMs: 12 * 60 * MINUTE });
    const [dispatch] = it.table.dispatches.values();
    expect(dispatch).toMatchObject({ state: 'error', attemptCount: 8 });
    expect(dispatch?.errorMessage).toContain('Gave up after 8 attempts.');
    const times = dispatch?.attempts.map(({ at }) => Date.parse(at) / 1000) ?? [];
    const waits = times.slice(1).map((at, index) => at - (times[index] as number));
    for (const [index, planned] of plans.free.retry.delaysSeconds.entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(planned * 0.8);
      // What waits for a time goes out with the sweep of that minute.
      expect(waits[index]).toBeLessThanOrEqual(planned * 1.2 + 75);
    }
    expect(it.table.lanes.get(21)).toMatchObject({ mode: 'open', failures: 1 });
  });
});

describe('a target that its owner disables', () => {
  it('gets nothing meanwhile, and everything in order as soon as it is enabled', async () => {
    const it = await world({
      count: 100,
      everyMs: 10_000,
      owners: [
        { atMs: 5_500, target: 0, wish: 'disable' },
        { atMs: 40 * MINUTE, target: 0, wish: 'enable' },
      ],
    });
    expect(audit(it)).toEqual([]);
    const [first, ...rest] = it.providers.asked.map(({ startedAt }) => startedAt - START);
    expect(first).toBeLessThan(5_500);
    expect(Math.min(...rest)).toBeGreaterThanOrEqual(40 * MINUTE);
    expect(Math.max(...rest)).toBeLessThan(41 * MINUTE);
    expect(numbers(it)).toEqual(Array.from({ length: 100 }, (_, number) => number));
  });

  it('ends its messages with the reason when it is deleted instead', async () => {
    const it = await world({
      count: 10,
      everyMs: 1000,
      owners: [
        { atMs: 0, target: 0, wish: 'disable' },
        { atMs: 20 * MINUTE, target: 0, wish: 'delete' },
      ],
    });
    expect(it.providers.asked).toEqual([]);
    for (const { state, errorMessage, note } of it.table.dispatches.values()) {
      expect(state).toBe('error');
      expect(errorMessage).toContain('deleted');
      expect(note).toBe('The target was deleted afterwards.');
    }
  });
});

/** One lane, and the sweeper's look at it. */
const aLane = () => {
  const table = simulatedTable();
  const stores = storesOn(table);
  const clock = movableClock();
  const queued: LaneMessage[] = [];
  const ports = {
    dispatches: stores.dispatches,
    laneStore: stores.laneStates,
    laneIndex: stores.laneStates,
    held: stores.held,
    targets: { get: async () => aTarget() },
    lanes: { send: async (messages: LaneMessage[]) => void queued.push(...messages) },
    clock,
    keepGoing: () => true,
  };
  const waiting = async (due: Due): Promise<Dispatch> => {
    clock.advance(1);
    const dispatch = newDispatch(aSummary(clock()), 21, { name: 'Ops', kind: 'mock' });
    await stores.dispatches.save({ ...dispatch, state: 'waiting' }, due, new Date('2026-11-21T12:00:00Z'));
    return dispatch;
  };
  return { table, clock, queued, waiting, save: stores.laneStates.save, look: () => superviseLanes(ports) };
};

describe('a message that is put aside at the very moment its lane opens', () => {
  it('goes out with one more look at the lane', async () => {
    const { clock, queued, waiting, save, look } = aLane();
    await save(opened({ ...openLane(1, 21), mode: 'draining', episode: 3 }, clock()));
    const { invocationId } = await waiting('held');
    clock.advance(58);
    expect(await look()).toBe(0);
    clock.advance(2);
    expect(await look()).toBe(1);
    expect(queued).toEqual([expect.objectContaining({ invocationId, turn: 4 })]);
    clock.advance(3600);
    expect(await look()).toBe(0);
  });
});

describe('a lane that is looked at before its provider wants to hear of it', () => {
  it('rests on, and is looked at again then', async () => {
    const { table, clock, queued, waiting, save, look } = aLane();
    await waiting('held');
    const restUntil = '2026-11-20T13:00:00.000Z';
    await save({ ...openLane(1, 21), mode: 'held', restUntil, lookAt: clock().toISOString() });
    expect(await look()).toBe(0);
    expect(queued).toEqual([]);
    expect(table.lanes.get(21)).toMatchObject({ mode: 'held', lookAt: restUntil });
  });
});

describe('a lane whose last message is deleted with its webhook', () => {
  it('stays closed to newer messages of other webhooks until the queue comes to where it stood', async () => {
    const { table, clock, waiting, save, look } = aLane();
    await save({ ...openLane(1, 21), mode: 'draining', episode: 1, lookAt: clock().toISOString() });
    await waiting('held');
    expect(await look()).toBe(1);
    table.dispatches.clear();
    table.places.clear();
    clock.advance(61);
    await look();
    expect(table.lanes.get(21)?.mode).toBe('draining');
  });
});

describe('a probe that got lost in the queue', () => {
  it('is queued again, so that no later message takes its place', async () => {
    const { clock, queued, waiting, save, look } = aLane();
    const lost = await waiting(new Date('2026-11-20T12:15:00Z'));
    await waiting('held');
    await save({ ...openLane(1, 21), mode: 'held', pass: passOf(lost), lookAt: clock().toISOString() });
    expect(await look()).toBe(1);
    expect(queued).toEqual([expect.objectContaining({ invocationId: lost.invocationId, turn: 1 })]);
  });
});
