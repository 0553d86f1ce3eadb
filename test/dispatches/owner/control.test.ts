import { beforeEach, describe, expect, it } from 'vitest';
import { giveUpDispatch, retryNow } from '../../../lambdas/dispatches/owner/control.ts';
import { resendInvocation } from '../../../lambdas/dispatches/owner/resend.ts';
import { inList } from '../../../lambdas/dispatches/states.ts';
import { newDispatch } from '../../../lambdas/model/dispatch.ts';
import type { InvocationSummary } from '../../../lambdas/model/invocation.ts';
import { flowingLane } from '../../../lambdas/model/lane.ts';
import { plans } from '../../../lambdas/model/plans.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { dispatchId } from '../../../lambdas/platform/ids.ts';
import { aSummary } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';
import { anOwner } from '../../support/owner.ts';
import { dispatchKey, storesOn } from '../../support/simulation/table.ts';

captureLog();

let world: ReturnType<typeof anOwner>;
beforeEach(() => {
  world = anOwner();
});

describe('a waiting message', () => {
  it("is tried immediately on its owner's request, and its old lane message is void", async () => {
    const { ports, queued, message, dispatchOf, clock } = world;
    const { id, summary } = await message('waiting');
    await retryNow(1, id, ports);
    expect(queued).toEqual([expect.objectContaining({ invocationId: summary.id, generation: 1 })]);
    expect(dispatchOf(summary)).toMatchObject({ generation: 1, nextAttemptAt: clock().toISOString() });
  });

  it('is the only kind that can be tried immediately: one that is being sent stays in its place', async () => {
    const { ports, queued, table, clock } = world;
    const summary = aSummary(clock());
    table.summaries.set(summary.id, summary);
    await expect(retryNow(1, dispatchId(summary.id, 21), ports)).rejects.toMatchObject({ problem: 'conflict' });
    expect(queued).toEqual([]);
  });

  it('can also be tried immediately if it is in the list and was never tried', async () => {
    const { ports, queued, table, clock } = world;
    const summary = aSummary(clock());
    table.summaries.set(summary.id, summary);
    await ports.dispatches.save(inList(newDispatch(summary, 21), plans.free));
    await retryNow(1, dispatchId(summary.id, 21), ports);
    expect(queued).toEqual([expect.objectContaining({ invocationId: summary.id, skipsList: true })]);
  });

  it('does not restart, although the list shows it as decided', async () => {
    const { ports, queued, message, dispatchOf } = world;
    const { summary } = await message('waiting');
    const before = dispatchOf(summary);
    summary.dispatches[21] = 'error';
    world.table.summaries.set(summary.id, summary);
    expect(await resendInvocation(1, summary.id, undefined, ports)).toEqual({ queued: 0 });
    expect(queued).toEqual([]);
    expect(dispatchOf(summary)).toEqual(before);
  });

  it('is tried ahead of the list if its lane is paused, and the lane stays paused', async () => {
    const { ports, queued, wakeUps, message, table } = world;
    const lane = {
      ...flowingLane(1, 21),
      mode: 'paused' as const,
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
      version: 1,
      wakeUpNumber: 4,
    };
    table.lanes.set(21, lane);
    const { id, summary } = await message('waiting');
    await retryNow(1, id, ports);
    expect(queued).toEqual([expect.objectContaining({ invocationId: summary.id, generation: 1, skipsList: true })]);
    expect(table.lanes.get(21)).toEqual(lane);
    expect(wakeUps).toEqual([]);
  });

  it('is also tried ahead of the list if the due index brings it back', async () => {
    const { ports, message, table, clock } = world;
    const { id, summary } = await message('waiting');
    ports.laneQueue.send = () => Promise.reject(new Error('queue away'));
    await retryNow(1, id, ports);
    const { dueIndex } = storesOn(table);
    const dueNow = async () =>
      (await Promise.all([...Array(dueIndex.shards).keys()].map((shard) => dueIndex.due(shard, clock(), 9)))).flat();
    const [due] = await dueNow();
    expect(due?.message).toMatchObject({ invocationId: summary.id, generation: 1, skipsList: true });
    if (due) await dueIndex.postpone(due, secondsAfter(clock(), 900));
    expect(await dueNow()).toEqual([]);
    clock.advance(901);
    expect(await dueNow()).toEqual([
      expect.objectContaining({ message: expect.objectContaining({ skipsList: true }) }),
    ]);
  });

  it('is not delayed by the wake-up of a lane that is catching up: a new one continues behind it', async () => {
    const { ports, queued, wakeUps, message, table } = world;
    table.lanes.set(21, {
      ...flowingLane(1, 21),
      mode: 'catching-up',
      version: 1,
      wakeUpNumber: 4,
      isWakeUpSent: true,
    });
    const { id } = await message('waiting');
    await retryNow(1, id, ports);
    expect(queued).toHaveLength(1);
    expect(wakeUps).toEqual([{ kind: 'wake-up', userId: 1, targetId: 21, number: 5 }]);
    expect(table.lanes.get(21)).toMatchObject({ wakeUpNumber: 5 });
  });

  it('is not tried during a Retry-After, and the error gives its end', async () => {
    const { ports, queued, wakeUps, message, table, clock } = world;
    const retryAfterUntil = secondsAfter(clock(), 3600).toISOString();
    table.lanes.set(21, {
      ...flowingLane(1, 21),
      mode: 'paused',
      reason: { code: 'provider-unavailable' as const, text: 'It is busy.' },
      retryAfterUntil,
      version: 1,
    });
    const { id } = await message('waiting');
    await expect(retryNow(1, id, ports)).rejects.toMatchObject({
      code: 'provider-rate-limited',
      message: expect.stringContaining(retryAfterUntil.slice(0, 16).replace('T', ' ')),
    });
    expect([...queued, ...wakeUps]).toEqual([]);
  });

  it('is in the due index in case its message is lost', async () => {
    const { ports, message, table, clock } = world;
    const { id, summary } = await message('waiting');
    await retryNow(1, id, ports);
    const place = table.places.get(dispatchKey({ invocationId: summary.id, targetId: 21 }));
    expect(place).toMatchObject({ kind: 'due', at: clock().toISOString() });
  });

  it('ends when its owner stops retrying it, and never returns', async () => {
    const { ports, message, dispatchOf, table } = world;
    const { id, summary } = await message('waiting');
    await giveUpDispatch(1, id, ports);
    expect(dispatchOf(summary)).toMatchObject({ state: 'error', errorCode: 'given-up' });
    expect(table.places.size).toBe(0);
    await expect(giveUpDispatch(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
    await expect(retryNow(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
  });
});

describe('a message whose cancellation was interrupted', () => {
  it('is corrected in the list when its owner cancels it again', async () => {
    const { ports, message, table } = world;
    const { id, summary } = await message('waiting');
    await giveUpDispatch(1, id, ports);
    (table.summaries.get(summary.id) as InvocationSummary).dispatches[21] = 'waiting';
    await giveUpDispatch(1, id, ports);
    expect(table.summaries.get(summary.id)?.dispatches[21]).toBe('error');
  });
});
