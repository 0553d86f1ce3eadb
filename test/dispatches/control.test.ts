import { beforeEach, describe, expect, it } from 'vitest';
import { giveUpDispatch, retryNow, sendAgain, sendInvocationAgain } from '../../lambdas/dispatches/control.ts';
import { newDispatch } from '../../lambdas/dispatches/dispatch.ts';
import { flowingLane } from '../../lambdas/dispatches/lane.ts';
import { continueReplays, countReplay, getReplay, type Replay, startReplay } from '../../lambdas/dispatches/replay.ts';
import { resumeTarget } from '../../lambdas/dispatches/wake-up.ts';
import type { InvocationSummary } from '../../lambdas/invocations/invocation.ts';
import type { LaneMessage, WakeUp } from '../../lambdas/invocations/ports.ts';
import { plans } from '../../lambdas/plans/plans.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { dispatchId } from '../../lambdas/platform/ids.ts';
import { aSummary, aTarget, aWebhook, movableClock } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { dispatchKey, simulatedTable, storesOn } from '../support/simulation/table.ts';

captureLog();

/** An owner with one webhook and one target, whose messages ended as the test says. */
const owner = () => {
  const clock = movableClock();
  const table = simulatedTable();
  const stores = storesOn(table);
  table.targets.set(21, aTarget());
  const queued: LaneMessage[] = [];
  const wakeUps: WakeUp[] = [];
  const replays = new Map<string, Replay>();
  let replayed = 0;
  const ports = {
    invocations: { get: async (_user: number, _webhook: number, id: string) => table.summaries.get(id) },
    dispatches: stores.dispatches,
    targets: stores.targets,
    laneStore: stores.laneStates,
    lanes: {
      send: async (messages: LaneMessage[]) => void queued.push(...messages),
      wake: async (sent: WakeUp[]) => void wakeUps.push(...sent),
    },
    replays: {
      takeReplays: async ({ count, limit }: { count: number; limit: number }) => {
        if (replayed + count > limit) return false;
        replayed += count;
        return true;
      },
      replayedToday: async () => replayed,
    },
    accounts: { standing: async () => ({ status: 'free' as const, premiumUntil: '0001-01-01T00:00:00Z' }) },
    plans,
    clock,
    webhooks: { get: async (_user: number, id: number) => (id === 11 ? aWebhook() : undefined) },
    calls: {
      range: async (_user: number, _webhook: number, { after = '' }: { after?: string | undefined }) =>
        [...table.summaries.values()].filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1)),
    },
    replayStore: {
      get: async (_user: number, id: string) => structuredClone(replays.get(id)),
      save: async (replay: Replay) => {
        if ((replays.get(replay.id)?.version ?? 0) !== replay.version) return false;
        replays.set(replay.id, { ...replay, version: replay.version + 1 });
        return true;
      },
      due: async () => [...replays.values()].filter(({ state }) => state === 'running'),
    },
    keepGoing: () => true,
  };
  const message = async (
    state: 'waiting' | 'success' | 'error',
  ): Promise<{ id: string; summary: InvocationSummary }> => {
    clock.advance(1);
    const summary = aSummary(clock());
    table.summaries.set(summary.id, summary);
    const stored = { ...newDispatch(summary, 21, { name: 'Ops', kind: 'mock' }), state, attemptCount: 3, partsDone: 1 };
    await stores.dispatches.save(
      {
        ...stored,
        errorMessage: 'Broken.',
        nextAttemptAt: state === 'waiting' ? '2026-11-20T18:00:00.000Z' : undefined,
      },
      state === 'waiting' ? new Date('2026-11-20T18:00:00.000Z') : undefined,
    );
    return { id: dispatchId(summary.id, 21), summary };
  };
  const dispatchOf = ({ id }: InvocationSummary) =>
    table.dispatches.get(dispatchKey({ invocationId: id, targetId: 21 }));
  return { clock, table, queued, wakeUps, ports, message, dispatchOf };
};

let world: ReturnType<typeof owner>;
beforeEach(() => {
  world = owner();
});
const everything = {
  from: new Date('2026-01-01T00:00:00Z'),
  to: new Date('2027-01-01T00:00:00Z'),
  status: 'error' as const,
};

describe('a waiting message', () => {
  it('is tried now when its owner wants it, and its old lane message is void', async () => {
    const { ports, queued, message, dispatchOf, clock } = world;
    const { id, summary } = await message('waiting');
    await retryNow(1, id, ports);
    expect(queued).toEqual([expect.objectContaining({ invocationId: summary.id, generation: 1 })]);
    expect(dispatchOf(summary)).toMatchObject({ generation: 1, nextAttemptAt: clock().toISOString() });
  });

  it('is the only kind that can be tried now: one that is under way stays in its place', async () => {
    const { ports, queued, table, clock } = world;
    const summary = aSummary(clock());
    table.summaries.set(summary.id, summary);
    await expect(retryNow(1, dispatchId(summary.id, 21), ports)).rejects.toMatchObject({ code: 'conflict' });
    expect(queued).toEqual([]);
  });

  it('does not begin anew, though the list says that it is decided', async () => {
    const { ports, queued, message, dispatchOf } = world;
    const { summary } = await message('waiting');
    const before = dispatchOf(summary);
    summary.dispatches[21] = 'error';
    world.table.summaries.set(summary.id, summary);
    expect(await sendInvocationAgain(1, summary.id, undefined, ports)).toEqual({ queued: 0 });
    expect(queued).toEqual([]);
    expect(dispatchOf(summary)).toEqual(before);
  });

  it('is tried before all others when its lane is paused', async () => {
    const { ports, queued, wakeUps, message, table } = world;
    table.lanes.set(21, { ...flowingLane(1, 21), mode: 'paused', reason: 'It is down.', version: 1, wakeUp: 4 });
    const { id, summary } = await message('waiting');
    await retryNow(1, id, ports);
    expect(table.lanes.get(21)).toMatchObject({ mode: 'paused', wakeUp: 5 });
    const first = { invocationId: summary.id, generation: 1 };
    expect(wakeUps).toEqual([{ userId: 1, targetId: 21, number: 5, first }]);
    expect(queued).toEqual([]);
  });

  it('comes back within a minute when another wish takes the place of its wake-up', async () => {
    const { ports, message, table, clock } = world;
    table.lanes.set(21, { ...flowingLane(1, 21), mode: 'paused', reason: 'It is down.', version: 1, wakeUp: 4 });
    const [one, other] = [await message('waiting'), await message('waiting')];
    await retryNow(1, one.id, ports);
    await retryNow(1, other.id, ports);
    const place = table.places.get(dispatchKey({ invocationId: one.summary.id, targetId: 21 }));
    expect(place).toMatchObject({ kind: 'due', at: secondsAfter(clock(), 60).toISOString() });
  });

  it('is not tried before its provider wants to hear of it again, whatever its owner wishes', async () => {
    const { ports, queued, wakeUps, message, table, clock } = world;
    const at = '2026-11-20T14:00:00.000Z';
    const asked = { mode: 'paused' as const, reason: 'Busy.', retryAfterUntil: at, nextCheckAt: at };
    table.lanes.set(21, { ...flowingLane(1, 21), ...asked, version: 1 });
    const { id } = await message('waiting');
    await expect(retryNow(1, id, ports)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The provider asked us to wait until 2026-11-20 14:00 UTC. The message goes out by itself then.',
    });
    // Disabled in between, the lane is checked earlier; enabled, it waits on.
    table.lanes.set(21, {
      ...flowingLane(1, 21),
      ...asked,
      disabled: true,
      nextCheckAt: '2026-11-20T12:15:00.000Z',
      version: 1,
    });
    await resumeTarget(1, 21, ports);
    expect(table.lanes.get(21)).toMatchObject({
      ...asked,
      disabled: false,
      reason: 'The provider asked us to wait.',
      // Within the hour what has waited for too long is ended; the target is not called before.
      nextCheckAt: secondsAfter(clock(), 3600).toISOString(),
    });
    expect([...queued, ...wakeUps]).toEqual([]);
  });

  it('ends when its owner gives it up, and nothing brings it back', async () => {
    const { ports, message, dispatchOf, table } = world;
    const { id, summary } = await message('waiting');
    await giveUpDispatch(1, id, ports);
    expect(dispatchOf(summary)).toMatchObject({ state: 'error', errorMessage: 'You gave this message up.' });
    expect(table.places.size).toBe(0);
    await expect(giveUpDispatch(1, id, ports)).rejects.toMatchObject({ code: 'conflict' });
    await expect(retryNow(1, id, ports)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a message that was given up only half-way', () => {
  it('is mended in the list when its owner tries once more', async () => {
    const { ports, message, table } = world;
    const { id, summary } = await message('waiting');
    await giveUpDispatch(1, id, ports);
    (table.summaries.get(summary.id) as InvocationSummary).dispatches[21] = 'waiting';
    await giveUpDispatch(1, id, ports);
    expect(table.summaries.get(summary.id)?.dispatches[21]).toBe('error');
  });
});

describe('a decided message', () => {
  it('begins anew with all attempts of the plan, and is guarded while it is queued', async () => {
    const { ports, queued, message, dispatchOf, table, clock } = world;
    const { id, summary } = await message('error');
    await sendAgain(1, id, ports);
    expect(queued).toHaveLength(1);
    expect(dispatchOf(summary)).toMatchObject({
      state: 'pending',
      partsDone: 0,
      round: { startedAt: clock().toISOString(), attemptsBefore: 3 },
    });
    expect(table.summaries.get(summary.id)?.dispatches[21]).toBe('pending');
    expect(table.places.size).toBe(1);
    await expect(sendAgain(1, id, ports)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('goes out all the same when the queue is away', async () => {
    const { ports, message, table } = world;
    const { id } = await message('error');
    const isAway = async () => Promise.reject(new Error('queue away'));
    const away = { send: isAway, wake: isAway };
    await sendAgain(1, id, { ...ports, lanes: away });
    expect([...table.places.values()]).toEqual([{ kind: 'due', at: ports.clock().toISOString() }]);
  });

  it('is refused when its target was deleted, and is not found when it is somebody else’s', async () => {
    const { ports, message, table } = world;
    const { id } = await message('error');
    table.targets.delete(21);
    await expect(sendAgain(1, id, ports)).rejects.toMatchObject({ code: 'conflict' });
    await expect(sendAgain(1, 'nonsense', ports)).rejects.toMatchObject({ code: 'not-found' });
    table.summaries.clear();
    await expect(sendAgain(2, id, ports)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('counts against a daily limit of its own', async () => {
    const { ports, message } = world;
    for (let count = 0; count < 25; count++) await sendAgain(1, (await message('error')).id, ports);
    await expect(sendAgain(1, (await message('error')).id, ports)).rejects.toMatchObject({
      code: 'quota-exceeded',
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe('an invocation', () => {
  it('is sent again to all its targets, or to others', async () => {
    const { ports, queued, message, table } = world;
    const { summary } = await message('success');
    expect(await sendInvocationAgain(1, summary.id, undefined, ports)).toEqual({ queued: 1 });
    expect(await sendInvocationAgain(1, summary.id, undefined, ports)).toEqual({ queued: 0 });
    table.targets.set(22, aTarget({ id: 22 }));
    expect(await sendInvocationAgain(1, summary.id, [22], ports)).toEqual({ queued: 1 });
    expect(queued.map(({ targetId }) => targetId)).toEqual([21, 22]);
    expect(table.summaries.get(summary.id)?.dispatches).toEqual({ 21: 'pending', 22: 'pending' });
    await expect(sendInvocationAgain(1, summary.id, [99], ports)).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('a replay in bulk', () => {
  it('is counted first, sends what matches in order of arrival, and shows how far it is', async () => {
    const { ports, queued, message } = world;
    const wanted: string[] = [];
    for (const state of ['error', 'success', 'error', 'waiting', 'error'] as const) {
      const { summary } = await message(state);
      if (state === 'error') wanted.push(summary.id);
    }
    expect(await countReplay(1, 11, everything, ports)).toEqual({ messages: 3, leftToday: 25 });
    const replay = await startReplay(1, 11, everything, ports);
    expect(replay).toMatchObject({ state: 'running', matched: 3, queued: 0 });
    expect(await continueReplays(ports)).toBe(3);
    expect(queued.map(({ invocationId }) => invocationId)).toEqual(wanted);
    expect(await getReplay(1, replay.id, ports)).toMatchObject({ state: 'done', queued: 3 });
    expect(await continueReplays(ports)).toBe(0);
    expect((await countReplay(1, 11, everything, ports)).leftToday).toBe(22);
  });

  it('leaves alone what went to other targets than the one that is named', async () => {
    const { ports, message } = world;
    await message('error');
    const other = { ...everything, targetId: 22 };
    expect((await countReplay(1, 11, other, ports)).messages).toBe(0);
    await expect(startReplay(1, 11, other, ports)).rejects.toMatchObject({ code: 'invalid-input' });
    const replay = await startReplay(1, 11, { ...everything, targetId: 21 }, ports);
    expect(replay).toMatchObject({ matched: 1, targetId: 21 });
    expect(await continueReplays(ports)).toBe(1);
  });

  it('is refused when nothing matches, when it is more than the day allows, and for an unknown webhook', async () => {
    const { ports, message } = world;
    await expect(startReplay(1, 11, everything, ports)).rejects.toMatchObject({ code: 'invalid-input' });
    for (let count = 0; count < 26; count++) await message('error');
    await expect(startReplay(1, 11, everything, ports)).rejects.toMatchObject({ code: 'quota-exceeded' });
    await expect(startReplay(1, 12, everything, ports)).rejects.toMatchObject({ code: 'not-found' });
  });
});
