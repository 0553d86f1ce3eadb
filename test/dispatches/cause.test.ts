import { describe, expect, it } from 'vitest';
import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import { retryNow } from '../../lambdas/dispatches/owner/control.ts';
import { listDispatches } from '../../lambdas/dispatches/owner/read-dispatches.ts';
import { BY_ITS_OWNER, startCycle } from '../../lambdas/dispatches/owner/resend.ts';
import { reconcile } from '../../lambdas/dispatches/recovery/reconcile.ts';
import { requeueDue } from '../../lambdas/dispatches/recovery/requeue-due.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { DispatchMessage } from '../../lambdas/model/lane-message.ts';
import type { Delivery } from '../../lambdas/model/message.ts';
import { dispatchId } from '../../lambdas/platform/ids.ts';
import { broken, dispatcher, receiptOf } from '../support/dispatcher.ts';
import { nothingHeld } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { aList } from '../support/waiting-list.ts';

captureLog();

/** A dispatcher with the jobs of every minute. `queue` contains the messages that these jobs and the owner queue. */
const world = (answers: Delivery[] = []) => {
  const it = dispatcher({ answers });
  const { ports, memory, clock, message } = it;
  const { stores } = memory;
  const queue: DispatchMessage[] = [];
  const laneQueue = { send: async (sent: DispatchMessage[]) => void queue.push(...sent) };
  const summary = () => memory.summary() as InvocationSummary;
  const owned = {
    ...ports,
    laneQueue,
    invocations: stores.invocations,
    counters: { ...ports.counters, countResend: async () => {} },
  };
  return {
    ...it,
    queue,
    sweep: () => requeueDue({ dueIndex: stores.dueIndex, laneQueue, clock, keepGoing: () => true }),
    reconcile: () =>
      reconcile({
        undecidedFinder: stores.undecidedFinder,
        dispatches: stores.dispatches,
        clock,
        keepGoing: () => true,
      }),
    retryNow: () => retryNow(1, dispatchId(summary().id, 21), owned),
    resend: () => startCycle(summary(), 21, owned, BY_ITS_OWNER),
    /** Delivers the last queued message as a fresh one. */
    deliverQueued: () => deliver(queue.at(-1) ?? message, receiptOf(clock), ports),
    causes: () => memory.dispatchOf()?.attempts.map(({ cause }) => cause),
  };
};

describe('the recorded cause of an attempt', () => {
  it('is `call` for the first attempt, and `retry` for those that the plan repeats at the head of the lane', async () => {
    const { run, clock, causes } = world([broken, broken]);
    await run();
    clock.advance(10);
    await run(2);
    clock.advance(60);
    await run(3);
    expect(causes()).toEqual(['call', 'retry', 'retry']);
  });

  it('is `retry` for a message that left its lane and returns at its time', async () => {
    const { run, clock, sweep, deliverQueued, causes } = world([broken, broken, broken]);
    for (const seconds of [0, 10, 60]) {
      clock.advance(seconds);
      await run();
    }
    clock.advance(600);
    await sweep();
    await deliverQueued();
    expect(causes()).toEqual(['call', 'retry', 'retry', 'retry']);
  });

  it('is `lost-message` after the loss of a lane message, and `retry` for the attempts after it', async () => {
    const { run, clock, sweep, queue, deliverQueued, causes, ports } = world([broken, broken]);
    await run();
    clock.advance(910);
    await sweep();
    const receipt = receiptOf(clock);
    await deliverQueued();
    clock.advance(60);
    await deliver(queue[0] as DispatchMessage, { ...receipt, receives: 2 }, ports);
    expect(causes()).toEqual(['call', 'lost-message', 'retry']);
  });

  it("is also `lost-message` if the sweeper's message was lost", async () => {
    const { run, clock, sweep, queue, deliverQueued, causes } = world([broken, broken, broken]);
    for (const seconds of [0, 10, 60]) {
      clock.advance(seconds);
      await run();
    }
    clock.advance(600);
    expect(await sweep()).toBe(1);
    clock.advance(900);
    expect(await sweep()).toBe(1);
    expect(queue).toHaveLength(2);
    await deliverQueued();
    expect(causes()?.at(-1)).toBe('lost-message');
  });

  it('is `reconciler` for a call that was never tried because its lane message was lost', async () => {
    const { clock, reconcile, sweep, deliverQueued, memory, causes } = world();
    memory.table.used = 1;
    clock.advance(700);
    expect(await reconcile()).toBe(1);
    await sweep();
    await deliverQueued();
    expect(causes()).toEqual(['reconciler']);
  });

  it('is `manual` for a retry by its owner, and `retry` for the attempts after it', async () => {
    const { run, clock, retryNow, queue, deliverQueued, causes, ports } = world([broken, broken]);
    await run();
    clock.advance(1);
    await retryNow();
    const receipt = receiptOf(clock);
    await deliverQueued();
    clock.advance(60);
    await deliver(queue[0] as DispatchMessage, { ...receipt, receives: 2 }, ports);
    expect(causes()).toEqual(['call', 'manual', 'retry']);
  });

  it('is `manual` for a message that was resent', async () => {
    const { run, clock, resend, deliverQueued, causes } = world();
    await run();
    clock.advance(60);
    await resend();
    await deliverQueued();
    expect(causes()).toEqual(['call', 'manual']);
  });

  it('is `probe` while the lane is paused, and `wake-up` for its list once the target works again', async () => {
    const list = aList({ reason: { code: 'provider-unavailable', text: 'It is down.' } });
    const ids = [await list.listed(30), await list.listed(20)];
    await list.run();
    const causes = ids.map((id) => list.dispatchOf(id).attempts.map(({ cause }) => cause));
    expect(causes).toEqual([['probe'], ['wake-up']]);
  });
});

describe('the cause of an attempt', () => {
  it('is returned by the API, and omitted if it is unknown', async () => {
    const { run, memory, clock, message } = world([broken]);
    await run();
    const stored = memory.dispatchOf();
    const attempts = stored?.attempts ?? [];
    const { cause: _, ...old } = attempts[0] as (typeof attempts)[number];
    const [wire] = await listDispatches(
      1,
      message.invocationId,
      { offset: 0, limit: 1 },
      {
        ...nothingHeld,
        invocations: memory.stores.invocations,
        dispatches: { list: async () => [{ ...stored, attempts: [old, ...attempts] } as NonNullable<typeof stored>] },
        targets: { list: async () => [] },
        laneStore: memory.stores.laneStates,
        clock,
      },
    );
    expect(wire?.attempts.map(({ cause }) => cause)).toEqual([undefined, 'call']);
  });
});
