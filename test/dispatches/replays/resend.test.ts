import { beforeEach, describe, expect, it } from 'vitest';
import { giveUpDispatch } from '../../../lambdas/dispatches/owner/control.ts';
import { resend, resendInvocation } from '../../../lambdas/dispatches/owner/resend.ts';
import { dueAt } from '../../../lambdas/model/placement.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { aTarget } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';
import { anOwner } from '../../support/owner.ts';
import { dispatchKey } from '../../support/simulation/table.ts';

captureLog();

let world: ReturnType<typeof anOwner>;
beforeEach(() => {
  world = anOwner();
});

describe('a failed message', () => {
  it('is no longer an open error once it is resent; a cancelled one never was', async () => {
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
    for (const { id } of [failed, givenUp, delivered]) await resend(1, id, ports);
    expect(sentAgain).toEqual([failedAt]);
  });

  it('is resent even if that cannot be counted', async () => {
    const { ports, message, queued, table } = world;
    const { id, summary } = await message('error');
    const key = dispatchKey({ invocationId: summary.id, targetId: 21 });
    const stored = table.dispatches.get(key);
    const attempt = { at: summary.invokedAt, outcome: 'fail_message' as const, detail: '', durationMs: 1 };
    if (stored) table.dispatches.set(key, { ...stored, attempts: [attempt] });
    ports.counters.countResend = () => Promise.reject(new Error('The table is away.'));
    await resend(1, id, ports);
    expect(queued).toHaveLength(1);
  });
});

describe('a decided message', () => {
  it('restarts with all attempts of the plan, and returns if its message is lost', async () => {
    const { ports, queued, message, dispatchOf, table, clock } = world;
    const { id, summary } = await message('error');
    await resend(1, id, ports);
    expect(queued).toHaveLength(1);
    expect(dispatchOf(summary)).toMatchObject({
      state: 'pending',
      partsDone: 0,
      cycle: { startedAt: clock().toISOString(), attemptsBefore: 3 },
    });
    expect(table.summaries.get(summary.id)?.dispatches[21]).toBe('pending');
    expect(table.places.size).toBe(1);
    await expect(resend(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
  });

  it('is resent even if the queue is unavailable', async () => {
    const { ports, message, table } = world;
    const { id } = await message('error');
    const isAway = async () => Promise.reject(new Error('queue away'));
    const away = { send: isAway };
    await resend(1, id, { ...ports, laneQueue: away });
    expect([...table.places.values()]).toEqual([{ ...dueAt(ports.clock()), cause: 'manual' }]);
  });

  it('is rejected if its target was deleted, and not found if it belongs to another account', async () => {
    const { ports, message, table } = world;
    const { id } = await message('error');
    table.targets.delete(21);
    await expect(resend(1, id, ports)).rejects.toMatchObject({ problem: 'conflict' });
    await expect(resend(1, 'nonsense', ports)).rejects.toMatchObject({ problem: 'not-found' });
    table.summaries.clear();
    await expect(resend(2, id, ports)).rejects.toMatchObject({ problem: 'not-found' });
  });

  it('counts against a separate daily limit', async () => {
    const { ports, message } = world;
    for (let count = 0; count < 25; count++) await resend(1, (await message('error')).id, ports);
    await expect(resend(1, (await message('error')).id, ports)).rejects.toMatchObject({
      problem: 'quota-exceeded',
      retryAfterSeconds: expect.any(Number),
    });
  });
});

describe('an invocation', () => {
  it('is resent to all its targets, or to others', async () => {
    const { ports, queued, message, table } = world;
    const { summary } = await message('success');
    expect(await resendInvocation(1, summary.id, undefined, ports)).toEqual({ queued: 1 });
    expect(await resendInvocation(1, summary.id, undefined, ports)).toEqual({ queued: 0 });
    table.targets.set(22, aTarget({ id: 22 }));
    expect(await resendInvocation(1, summary.id, [22], ports)).toEqual({ queued: 1 });
    expect(queued.map(({ targetId }) => targetId)).toEqual([21, 22]);
    expect(table.summaries.get(summary.id)?.dispatches).toEqual({ 21: 'pending', 22: 'pending' });
    await expect(resendInvocation(1, summary.id, [99], ports)).rejects.toMatchObject({ problem: 'invalid-input' });
  });
});
