import { beforeEach, describe, expect, it } from 'vitest';
import { flowingLane } from '../../../lambdas/dispatches/lane/lane.ts';
import { giveUpDispatch, retryNow, sendAgain, sendInvocationAgain } from '../../../lambdas/dispatches/owner/control.ts';
import type { InvocationSummary } from '../../../lambdas/invocations/invocation.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { dispatchId } from '../../../lambdas/platform/ids.ts';
import { aSummary, aTarget } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';
import { anOwner } from '../../support/owner.ts';
import { dispatchKey } from '../../support/simulation/table.ts';

captureLog();

let world: ReturnType<typeof anOwner>;
beforeEach(() => {
  world = anOwner();
});

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
    await expect(retryNow(1, dispatchId(summary.id, 21), ports)).rejects.toMatchObject({ problem: 'conflict' });
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
    table.lanes.set(21, { ...flowingLane(1, 21), mode: 'paused', reason: 'It is down.', version: 1, wakeUpNumber: 4 });
    const { id, summary } = await message('waiting');
    await retryNow(1, id, ports);
    expect(table.lanes.get(21)).toMatchObject({ mode: 'paused', wakeUpNumber: 5 });
    const first = { invocationId: summary.id, generation: 1 };
    expect(wakeUps).toEqual([{ userId: 1, targetId: 21, number: 5, first }]);
    expect(queued).toEqual([]);
  });

  it('is not tried before its provider wants to be called again, and says when that is', async () => {
    const { ports, queued, wakeUps, message, table, clock } = world;
    const retryAfterUntil = secondsAfter(clock(), 3600).toISOString();
    table.lanes.set(21, { ...flowingLane(1, 21), mode: 'paused', reason: 'It is busy.', retryAfterUntil, version: 1 });
    const { id } = await message('waiting');
    await expect(retryNow(1, id, ports)).rejects.toThrow(
      `asked us to wait until ${retryAfterUntil.slice(0, 16).replace('T', ' ')} UTC`,
    );
    expect([...queued, ...wakeUps]).toEqual([]);
  });

  it('comes back within a minute when another request replaces its wake-up', async () => {
    const { ports, message, table, clock } = world;
    table.lanes.set(21, { ...flowingLane(1, 21), mode: 'paused', reason: 'It is down.', version: 1, wakeUpNumber: 4 });
    const [one, other] = [await message('waiting'), await message('waiting')];
    await retryNow(1, one.id, ports);
    await retryNow(1, other.id, ports);
    const place = table.places.get(dispatchKey({ invocationId: one.summary.id, targetId: 21 }));
    expect(place).toMatchObject({ kind: 'due', at: secondsAfter(clock(), 60).toISOString() });
  });

  it('ends when its owner gives it up, and nothing brings it back', async () => {
    const { ports, message, dispatchOf, table } = world;
    const { id, summary } = await message('waiting');
    await giveUpDispatch(1, id, ports);
    expect(dispatchOf(summary)).toMatchObject({ state: 'error', errorMessage: 'You gave this message up.' });
    expect(table.places.size).toBe(0);
    await expect(giveUpDispatch(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
    await expect(retryNow(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
  });
});

describe('a message that failed', () => {
  it('is no open error any more once it is sent again; one that its owner gave up was none', async () => {
    const { ports, message, table, clock, sentAgain } = world;
    const [failed, givenUp, delivered] = [await message('error'), await message('waiting'), await message('success')];
    const failedAt = secondsAfter(clock(), -600);
    const attempt = { at: failedAt.toISOString(), outcome: 'fail_message' as const, detail: '', durationMs: 1 };
    for (const { summary } of [failed, givenUp]) {
      const key = dispatchKey({ invocationId: summary.id, targetId: 21 });
      const stored = table.dispatches.get(key);
      if (stored) table.dispatches.set(key, { ...stored, attempts: [attempt] });
    }
    await giveUpDispatch(1, givenUp.id, ports);
    for (const { id } of [failed, givenUp, delivered]) await sendAgain(1, id, ports);
    expect(sentAgain).toEqual([failedAt]);
  });

  it('is sent again also when that cannot be counted', async () => {
    const { ports, message, queued, table } = world;
    const { id, summary } = await message('error');
    const key = dispatchKey({ invocationId: summary.id, targetId: 21 });
    const stored = table.dispatches.get(key);
    const attempt = { at: summary.invokedAt, outcome: 'fail_message' as const, detail: '', durationMs: 1 };
    if (stored) table.dispatches.set(key, { ...stored, attempts: [attempt] });
    ports.counters.countSentAgain = () => Promise.reject(new Error('The table is away.'));
    await sendAgain(1, id, ports);
    expect(queued).toHaveLength(1);
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
  it('begins anew with all attempts of the plan, and comes back if its message gets lost', async () => {
    const { ports, queued, message, dispatchOf, table, clock } = world;
    const { id, summary } = await message('error');
    await sendAgain(1, id, ports);
    expect(queued).toHaveLength(1);
    expect(dispatchOf(summary)).toMatchObject({
      state: 'pending',
      partsDone: 0,
      cycle: { startedAt: clock().toISOString(), attemptsBefore: 3 },
    });
    expect(table.summaries.get(summary.id)?.dispatches[21]).toBe('pending');
    expect(table.places.size).toBe(1);
    await expect(sendAgain(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
  });

  it('goes out all the same when the queue is away', async () => {
    const { ports, message, table } = world;
    const { id } = await message('error');
    const isAway = async () => Promise.reject(new Error('queue away'));
    const away = { send: isAway, wake: isAway };
    await sendAgain(1, id, { ...ports, laneQueue: away });
    expect([...table.places.values()]).toEqual([{ kind: 'due', at: ports.clock().toISOString() }]);
  });

  it('is refused when its target was deleted, and is not found when it is somebody else’s', async () => {
    const { ports, message, table } = world;
    const { id } = await message('error');
    table.targets.delete(21);
    await expect(sendAgain(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
    await expect(sendAgain(1, 'nonsense', ports)).rejects.toMatchObject({ problem: 'not-found' });
    table.summaries.clear();
    await expect(sendAgain(2, id, ports)).rejects.toMatchObject({ problem: 'not-found' });
  });

  it('counts against a daily limit of its own', async () => {
    const { ports, message } = world;
    for (let count = 0; count < 25; count++) await sendAgain(1, (await message('error')).id, ports);
    await expect(sendAgain(1, (await message('error')).id, ports)).rejects.toMatchObject({
      problem: 'quota-exceeded',
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
    await expect(sendInvocationAgain(1, summary.id, [99], ports)).rejects.toMatchObject({ problem: 'invalid-input' });
  });
});
