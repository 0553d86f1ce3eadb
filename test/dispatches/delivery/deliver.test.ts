import { describe, expect, it } from 'vitest';
import { deliver } from '../../../lambdas/dispatches/delivery/deliver.ts';
import { inList } from '../../../lambdas/dispatches/states.ts';
import { newDispatch } from '../../../lambdas/model/dispatch.ts';
import type { InvocationSummary } from '../../../lambdas/model/invocation.ts';
import { flowingLane, type LaneState } from '../../../lambdas/model/lane.ts';
import type { Delivery } from '../../../lambdas/model/message.ts';
import { plans } from '../../../lambdas/model/plans.ts';
import { ACK } from '../../../lambdas/platform/message-disposition.ts';
import { broken, busy, dispatcher, receiptOf } from '../../support/dispatcher.ts';
import { aSummary } from '../../support/in-memory.ts';

describe('a message of a lane', () => {
  it('contains the number of hops of the call', async () => {
    const { run, sent } = dispatcher({ headers: { 'tellhook-hops': '2' } });
    await run();
    expect(sent[0]?.hops).toBe(2);
  });

  it('contains the hops in every part, including those of a later attempt', async () => {
    const long = 'word '.repeat(12);
    const { run, sent, clock } = dispatcher({
      headers: { 'tellhook-hops': '2' },
      body: JSON.stringify({ long }),
      webhook: { useTemplate: true, template: '{{long}}', splitMessage: true },
      answers: [{ kind: 'ok' }, broken],
    });
    await run();
    clock.advance(30);
    await run(2);
    expect(sent.map(({ part, hops }) => [part, hops])).toEqual([
      [1, 2],
      [2, 2],
      [2, 2],
    ]);
  });

  it('is rendered, sent and settled', async () => {
    const { run, sent, memory } = dispatcher();
    expect(await run()).toEqual({ kind: 'ack' });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('Hello: you');
    expect(memory.dispatchOf()).toMatchObject({ state: 'success', attemptCount: 1, renderedMessage: sent[0]?.text });
    expect(memory.summary()?.dispatches[21]).toBe('success');
  });

  it('is not sent again if the queue repeats it', async () => {
    const { run, sent } = dispatcher();
    await run();
    await run(2);
    expect(sent).toHaveLength(1);
  });

  it('returns by the due index while it waits, even if it was last in the waiting list', async () => {
    const { run, memory, ports } = dispatcher({ answers: [busy] });
    const listed = inList(newDispatch(memory.summary() as InvocationSummary, 21), plans.free);
    await ports.dispatches.save(listed);
    expect(await run()).toEqual({ kind: 'stay', seconds: 7 });
    expect(memory.placeOf()?.kind).toBe('due');
  });

  it('is void once its dispatch has left the lane', async () => {
    const { run, sent, memory, message, ports, clock } = dispatcher({ answers: [broken, broken, broken] });
    await run();
    clock.advance(6);
    await run(2);
    clock.advance(36);
    await run(3);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', generation: 1, attemptCount: 3 });
    clock.advance(144);
    await run(4);
    expect(sent).toHaveLength(3);
    await deliver({ ...message, generation: 1 }, receiptOf(ports.clock), ports);
    expect(memory.dispatchOf()?.state).toBe('success');
  });

  it('starts the waiting list after it has waited a minute for a busy target', async () => {
    const { ports, memory, message, clock, sent, wakeUps } = dispatcher();
    const minuteOld = { ...receiptOf(clock), queuedAt: new Date(clock().getTime() - 61_000) };
    memory.table.sentAt.set(21, new Date(clock().getTime() - 1000).toISOString());
    expect(await deliver(message, minuteOld, ports)).toEqual({ kind: 'stay', seconds: 5 });
    expect(sent).toEqual([]);
    expect(memory.placeOf()?.kind).toBe('listed');
    expect(memory.lane()).toMatchObject({ mode: 'catching-up', wakeUpNumber: 1 });
    expect(wakeUps).toEqual([{ kind: 'wake-up', userId: 1, targetId: 21, number: 1 }]);
  });

  it('is delivered if its target had no requests while it waited', async () => {
    const { ports, message, clock, sent } = dispatcher();
    await deliver(message, { ...receiptOf(clock), queuedAt: new Date(clock().getTime() - 600_000) }, ports);
    expect(sent).toHaveLength(1);
  });

  it('copies its state to the list if a crash had prevented that', async () => {
    const { run, memory, sent, message, clock } = dispatcher();
    await run();
    memory.table.summaries.set(message.invocationId, aSummary(clock(), { id: message.invocationId }));
    await run(2);
    expect(memory.summary()?.dispatches[21]).toBe('success');
    expect(sent).toHaveLength(1);
  });
});

describe('a message with a manual retry', () => {
  const at = '2026-11-20T12:30:00.000Z';
  const paused = {
    mode: 'paused' as const,
    reason: { code: 'provider-unavailable' as const, text: 'It is down.' },
    probes: 3,
    wakeUpNumber: 4,
    nextWakeUpAt: at,
  };
  const retried = async (lane: Partial<LaneState>, answers: Delivery[] = []) => {
    const it = dispatcher({ answers });
    await it.ports.laneStore.save({ ...flowingLane(1, 21), ...lane });
    const verdict = await deliver({ ...it.message, skipsList: true }, receiptOf(it.clock), it.ports);
    return { ...it, verdict, after: it.memory.lane() };
  };

  it('is tried although its lane is paused, and a response wakes the others immediately', async () => {
    const { sent, after, wakeUps } = await retried(paused);
    expect(sent).toHaveLength(1);
    expect(after).toMatchObject({ mode: 'catching-up', wakeUpNumber: 5, isWakeUpSent: true });
    expect(wakeUps).toEqual([{ kind: 'wake-up', userId: 1, targetId: 21, number: 5 }]);
  });

  it('waits in the list after a failure, without changing the next probe', async () => {
    const { after, memory, verdict } = await retried(paused, [broken]);
    expect(verdict).toEqual(ACK);
    expect(after).toMatchObject(paused);
    expect(memory.dispatchOf()).toMatchObject({ state: 'waiting', waitsForTarget: true, nextAttemptAt: at });
    expect(memory.placeOf()?.kind).toBe('listed');
  });

  it('is not tried during a Retry-After that arrived in the meantime', async () => {
    const { sent, memory } = await retried({ ...paused, retryAfterUntil: at });
    expect(sent).toEqual([]);
    expect(memory.placeOf()?.kind).toBe('listed');
  });

  it('is also tried while its lane is catching up', async () => {
    const catchingUp = { mode: 'catching-up' as const, wakeUpNumber: 4, isWakeUpSent: true, nextWakeUpAt: at };
    expect((await retried(catchingUp)).sent).toHaveLength(1);
  });

  it('is stopped by an open circuit', async () => {
    const { ports, message, clock, sent } = dispatcher();
    await ports.laneStore.save({ ...flowingLane(1, 21), ...paused });
    const silent: Delivery = { kind: 'ambiguous', code: 'answer-lost', reason: 'No answer.', unanswered: true };
    for (let times = 0; times < 3; times++) ports.circuitBreaker.record(ports.sender.providerOf(), silent, clock());
    await deliver({ ...message, skipsList: true }, receiptOf(clock), ports);
    expect(sent).toEqual([]);
  });
});
