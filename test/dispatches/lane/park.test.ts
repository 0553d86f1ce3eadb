import { describe, expect, it } from 'vitest';
import { flowingLane } from '../../../lambdas/model/lane.ts';
import type { Delivery } from '../../../lambdas/model/message.ts';
import { dueIfLost } from '../../../lambdas/model/placement.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import { inactiveReason } from '../../../lambdas/targets/inactive-reason.ts';
import { UNREVIEWED } from '../../../lambdas/targets/review.ts';
import { dispatcher } from '../../support/dispatcher.ts';
import { aTarget } from '../../support/in-memory.ts';

describe('a message of a paused lane', () => {
  it('moves to the waiting list, and its message in the queue is void', async () => {
    const { run, memory, sent } = dispatcher();
    const lane = {
      ...flowingLane(1, 21),
      mode: 'paused' as const,
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
    };
    memory.table.lanes.set(21, { ...lane, nextWakeUpAt: '2026-11-20T12:05:00.000Z' });
    expect(await run()).toEqual({ kind: 'ack' });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      generation: 1,
      errorMessage: 'It is down.',
      nextAttemptAt: '2026-11-20T12:05:00.000Z',
    });
    memory.table.lanes.set(21, flowingLane(1, 21));
    await run(2);
    expect(sent).toEqual([]);
  });

  it('looks unchanged to its owner if it waits behind messages that are being sent', async () => {
    const { run, memory } = dispatcher();
    memory.table.lanes.set(21, { ...flowingLane(1, 21), mode: 'catching-up' });
    await run();
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.dispatchOf()).toMatchObject({ state: 'pending', errorMessage: '', generation: 1 });
    expect(memory.dispatchOf()?.nextAttemptAt).toBeUndefined();
  });

  it('ends without another request if it expires while it waits for its target', async () => {
    const { run, memory, sent, clock } = dispatcher();
    memory.table.lanes.set(21, {
      ...flowingLane(1, 21),
      mode: 'paused',
      reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
    });
    clock.advance(40_000);
    await run();
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'error',
      errorMessage:
        'It is down. The message waited for as long as your plan retries. Resend it when the target works again.',
    });
  });
});

describe('an unsent call’s headline', () => {
  const push = { body: '{"title":"Order 17 was paid"}' };
  const paused = {
    ...flowingLane(1, 21),
    mode: 'paused' as const,
    reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
    nextWakeUpAt: '2026-11-20T12:05:00.000Z',
  };

  it('is stored with its wait, so the list shows more than a raw body', async () => {
    const { run, memory } = dispatcher(push);
    memory.table.lanes.set(21, paused);
    await run();
    expect(memory.summary()).toMatchObject({ headline: { title: 'Order 17 was paid' }, dispatches: { 21: 'pending' } });
  });

  it('is stored with its end if its target was deleted', async () => {
    const { run, memory } = dispatcher({ ...push, target: 'gone' });
    await run();
    expect(memory.summary()).toMatchObject({ headline: { title: 'Order 17 was paid' }, dispatches: { 21: 'error' } });
  });

  it('is that of the default message if its template fails', async () => {
    const { run, memory } = dispatcher({ ...push, webhook: { useTemplate: true, template: '{{#each}}' } });
    memory.table.lanes.set(21, paused);
    await run();
    expect(memory.summary()?.headline).toMatchObject({ title: 'Order 17 was paid' });
  });

  it('costs no write: it is left out if nothing else changes in the list, and made once for all targets', async () => {
    const { run, runFor, memory, ports } = dispatcher(push);
    const { render } = ports.renderer;
    let renders = 0;
    ports.renderer.render = async (request) => {
      renders += 1;
      return render(request);
    };
    memory.table.lanes.set(21, { ...flowingLane(1, 21), mode: 'catching-up' });
    await run();
    expect([renders, memory.summary()?.headline]).toEqual([0, undefined]);
    memory.table.lanes.set(22, { ...paused, targetId: 22 });
    memory.table.lanes.set(23, { ...paused, targetId: 23 });
    for (const id of [22, 23]) memory.table.targets.set(id, aTarget({ id }));
    await runFor(22);
    await runFor(23);
    expect(renders).toBe(1);
  });

  it('is rendered at most once, so a call that kills its function cannot do so at each receive', async () => {
    const { run, memory, ports } = dispatcher(push);
    memory.table.lanes.set(21, paused);
    let renders = 0;
    ports.renderer.render = () => {
      renders += 1;
      return Promise.reject(new Error('never rendered again'));
    };
    await run(2);
    expect(renders).toBe(0);
    expect(memory.placeOf()?.kind).toBe('listed');
  });

  it('is missing if it cannot be made, and the message waits all the same', async () => {
    const { run, memory, ports } = dispatcher(push);
    memory.table.lanes.set(21, paused);
    ports.renderer.render = () => Promise.reject(new Error('the renderer is gone'));
    await run();
    expect(memory.summary()?.headline).toBeUndefined();
    expect(memory.placeOf()?.kind).toBe('listed');
  });
});

describe('a message to a target that accepts none', () => {
  it('ends without an attempt and with a reason if its target was deleted', async () => {
    const { run, sent, memory, errors } = dispatcher({ target: 'gone' });
    await run();
    expect(sent).toHaveLength(0);
    expect(memory.dispatchOf()?.errorMessage).toContain('deleted');
    expect(errors.countError).toHaveBeenCalledOnce();
  });

  it('waits while its owner has the target disabled', async () => {
    const { run, sent, memory } = dispatcher({ target: { status: 'disabled' } });
    await run();
    expect(sent).toHaveLength(0);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', attemptCount: 0, generation: 1 });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({ mode: 'paused', reason: { code: 'target-disabled' } });
  });

  it('states that its target waits for confirmation rather than that its owner disabled it', async () => {
    const { run, sent, memory } = dispatcher({ target: { status: 'disabled', statusReason: UNREVIEWED } });
    await run();
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', errorCode: 'review-awaited' });
    expect(memory.lane()).toMatchObject({ mode: 'paused', reason: { code: 'review-awaited' } });
    expect(inactiveReason({ status: 'inactive', statusReason: UNREVIEWED }).code).toBe('review-awaited');
  });

  it('joins a target’s list known to be disabled, without changing the next wake-up', async () => {
    const { run, memory, clock } = dispatcher({ target: { status: 'disabled' } });
    const nextWakeUpAt = '2026-11-20T12:15:00.000Z';
    const reason = { code: 'target-disabled' as const, text: 'Disabled.' };
    const lane = { ...flowingLane(1, 21), mode: 'paused' as const, reason, nextWakeUpAt, wakeUpNumber: 3, version: 1 };
    memory.table.lanes.set(21, lane);
    clock.advance(600);
    expect(await run()).toEqual({ kind: 'ack' });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toEqual(lane);
  });

  it('is in no list before its lane is paused: if the lane was changed meanwhile, it is checked again', async () => {
    const { run, memory, ports } = dispatcher({ target: { status: 'disabled' } });
    ports.laneStore.save = async () => false;
    expect(await run()).toEqual({ kind: 'stay', seconds: 1 });
    expect(memory.placeOf()).toBeUndefined();
  });

  it('is sent immediately if its owner enabled the target while its lane was being paused', async () => {
    const { run, memory, ports, wakeUps } = dispatcher({ target: { status: 'disabled' } });
    const { save } = ports.laneStore;
    ports.laneStore.save = async (lane) => {
      // No message is waiting yet, so enabling the target resumes nothing.
      memory.table.targets.set(21, aTarget());
      return save(lane);
    };
    await run();
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({ mode: 'catching-up', reason: undefined, isWakeUpSent: true });
    expect(wakeUps).toEqual([{ kind: 'wake-up', userId: 1, targetId: 21, number: memory.lane()?.wakeUpNumber }]);
  });

  it('expires if the target stays disabled for longer than the plan keeps messages', async () => {
    const { run, memory, ports } = dispatcher({ target: { status: 'disabled' } });
    ports.clock.advance(9 * 3600);
    await run();
    expect(memory.dispatchOf()?.state).toBe('error');
  });

  it('ends without an attempt if its target is inactive, and names the remedy once', async () => {
    const text = 'The bot was blocked. Unblock it in Telegram, then reactivate this target.';
    const { run, sent, memory } = dispatcher({
      target: { status: 'inactive', statusReason: { code: 'bot-blocked', text } },
    });
    await run();
    expect(sent).toHaveLength(0);
    expect(memory.dispatchOf()?.errorCode).toBe('target-inactive');
    expect(memory.dispatchOf()?.errorMessage.split(text)).toHaveLength(2);
  });
});

describe('a message to an unresponsive provider', () => {
  const silence: Delivery = {
    kind: 'ambiguous',
    code: 'answer-lost',
    reason: 'Telegram did not answer.',
    unanswered: true,
  };
  const telegram = { id: 'telegram', kind: 'telegram', name: 'Telegram' };
  const silent = (times: number) => {
    const process = dispatcher();
    for (let count = 0; count < times; count++) process.ports.circuitBreaker.record(telegram, silence, process.clock());
    return process;
  };

  it('waits in its lane without an attempt, with the reason and the end of the wait', async () => {
    const { run, sent, memory, clock } = silent(3);
    expect(await run()).toEqual({ kind: 'stay', seconds: 10 });
    expect(sent).toEqual([]);
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      attemptCount: 0,
      generation: 0,
      errorCode: 'provider-unavailable',
      errorMessage: expect.stringContaining('Telegram'),
      nextAttemptAt: new Date(clock().getTime() + 10_000).toISOString(),
    });
    expect(memory.placeOf()).toEqual(dueIfLost(secondsAfter(clock(), 10)));
    clock.advance(10);
    expect(await run(2)).toEqual({ kind: 'ack' });
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', attemptCount: 1, errorMessage: '' });
  });

  it('moves to the waiting list and pauses its lane if the wait is too long for the queue', async () => {
    const { run, sent, memory, clock } = silent(6);
    expect(await run()).toEqual({ kind: 'stay', seconds: 5 });
    expect(sent).toEqual([]);
    const nextWakeUpAt = new Date(clock().getTime() + 80_000).toISOString();
    expect(memory.dispatchOf()).toMatchObject({
      state: 'waiting',
      attemptCount: 0,
      generation: 1,
      nextAttemptAt: nextWakeUpAt,
    });
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({ mode: 'paused', failures: 0, probes: 0, nextWakeUpAt });
  });

  it('fails when it has expired', async () => {
    const { run, memory, clock, ports, errors } = silent(0);
    clock.advance(9 * 3600);
    for (let count = 0; count < 3; count++) ports.circuitBreaker.record(telegram, silence, clock());
    expect(await run()).toEqual({ kind: 'ack' });
    expect(memory.dispatchOf()).toMatchObject({ state: 'error', attemptCount: 0 });
    expect(memory.placeOf()).toBeUndefined();
    expect(errors.countError).toHaveBeenCalledOnce();
  });
});
