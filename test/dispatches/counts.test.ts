import { describe, expect, it } from 'vitest';
import { NEVER } from '#contract/never';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { dispatchStore } from '../../lambdas/adapters/dynamodb/dispatch-store.ts';
import { dispatchDueIndex, waitingList } from '../../lambdas/adapters/dynamodb/due-index.ts';
import { laneStore } from '../../lambdas/adapters/dynamodb/lane-store.ts';
import { parseTarget, targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import { drainWaitingList } from '../../lambdas/dispatches/delivery/drain-waiting-list.ts';
import { resumeTarget } from '../../lambdas/dispatches/lane/wake-up.ts';
import type { DispatchMessage, WakeUp } from '../../lambdas/model/lane-message.ts';
import type { Delivery } from '../../lambdas/model/message.ts';
import type { Target } from '../../lambdas/model/target.ts';
import { createPace } from '../../lambdas/targets/pace.ts';
import type { RoutingRule } from '../../lambdas/templates/routing/routing.ts';
import { anAccount } from '../invocations/held/account.ts';
import { broken, dispatcher, receiptOf } from '../support/dispatcher.ts';
import { dropLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';

dropLog();
const standIn = tableStandIn();

/** A free account on a real table, whose calls are accepted, held, released and delivered. */
const anAccountThatDelivers = async ({ quota = 25, answers = [] as Delivery[] } = {}) => {
  const account = await anAccount(await standIn.another(), quota);
  const { table, clock, ports: accepting } = account;
  const { ports: memory, sent } = dispatcher({ answers });
  const [lanes, targets, counters] = [laneStore(table), targetStore(table), countersStore(table)];
  const wakeUps: WakeUp[] = [];
  const ports = {
    ...memory,
    clock,
    counters,
    dispatches: dispatchStore(table, parseTarget),
    laneStore: lanes,
    waitingList: waitingList(table),
    invocations: accepting.invocations,
    pace: createPace({ paceOf: () => 1000, laneStore: lanes, clock, sleep: async () => {} }),
    laneQueue: { send: async (woken: WakeUp[]) => void wakeUps.push(...woken) },
  };
  const deliverAll = async (): Promise<void> => {
    for (const message of account.sent.splice(0) as DispatchMessage[]) await deliver(message, receiptOf(clock), ports);
  };
  return {
    ...account,
    ports,
    delivered: sent,
    deliverAll,
    deliverDue: async () => {
      const due = dispatchDueIndex(table);
      for (let shard = 0; shard < due.shards; shard++)
        for (const { message } of await due.due(shard, clock(), 10))
          await deliver(message as DispatchMessage, receiptOf(clock), ports);
    },
    /** Sends a call that is delivered immediately. */
    callNow: async () => {
      clock.advance(1);
      const { invokedAt } = await account.call();
      await deliverAll();
      return invokedAt;
    },
    setStatus: (status: Target['status']) => targets.update(1, 21, { status }, clock()),
    resume: async () => {
      await resumeTarget(1, 21, ports);
      const received = receiptOf(clock);
      for (let turns = 0; turns < 3; turns++) {
        for (const wakeUp of wakeUps) await drainWaitingList(wakeUp, received, ports);
        clock.advance(6);
      }
    },
    /** The number of messages and the time of the latest one, as lists show them. */
    shown: async () => {
      const { total = 0, lastAt = NEVER } = (await counters.read(1))[21] ?? {};
      return [total, lastAt];
    },
  };
};

describe('the dispatch count of a target and its last dispatch', () => {
  it('include the calls sent to it', async () => {
    const it = await anAccountThatDelivers();
    await it.callNow();
    const second = await it.callNow();
    expect(await it.shown()).toEqual([2, second]);
    expect(it.delivered).toHaveLength(2);
  });

  it('stay the same while the target is disabled, and include its messages once it is enabled', async () => {
    const it = await anAccountThatDelivers();
    await it.callNow();
    const last = await it.callNow();
    await it.setStatus('disabled');
    for (let hour = 0; hour < 3; hour++) {
      it.clock.advance(3600);
      await it.callNow();
      await it.callNow();
      expect(await it.shown()).toEqual([2, last]);
    }
    await it.setStatus('active');
    await it.resume();
    expect(it.delivered).toHaveLength(8);
    const [total, lastAt] = await it.shown();
    expect(total).toBe(8);
    expect(new Date(lastAt as string).getTime()).toBeGreaterThan(it.clock().getTime() - 60_000);
    const again = await it.callNow();
    expect((await it.shown())[0]).toBe(9);
    expect((await it.shown())[1]).toBe(again);
  });

  it('stay the same if several calls arrive before the first one is put aside', async () => {
    const it = await anAccountThatDelivers();
    const last = await it.callNow();
    await it.setStatus('inactive');
    it.clock.advance(60);
    await it.calls(5);
    await it.deliverAll();
    expect(await it.shown()).toEqual([1, last]);
  });

  it('do not exist for a target that has not received a message yet', async () => {
    const it = await anAccountThatDelivers();
    await it.setStatus('pending');
    await it.callNow();
    await it.callNow();
    expect(await it.shown()).toEqual([0, NEVER]);
  });

  it('exclude calls that wait for quota until they are sent', async () => {
    const it = await anAccountThatDelivers({ quota: 2 });
    const first = await it.calls(5);
    await it.deliverAll();
    expect(await it.shown()).toEqual([2, first[1]?.invokedAt]);
    it.toMidnight();
    await it.release();
    await it.deliverAll();
    expect(await it.shown()).toEqual([3, it.clock().toISOString()]);
  });

  it('exclude calls that wait for a paused webhook until they are sent', async () => {
    const it = await anAccountThatDelivers();
    await it.change(11, (webhook) => ({ ...webhook, paused: true }));
    await it.calls(3);
    expect(await it.shown()).toEqual([0, NEVER]);
    await it.change(11, (webhook) => ({ ...webhook, paused: false }));
    it.clock.advance(3600);
    await it.release();
    await it.deliverAll();
    expect(await it.shown()).toEqual([3, it.clock().toISOString()]);
  });

  it('exclude messages that a rule skips, and those held by quiet hours until they are sent', async () => {
    const it = await anAccountThatDelivers();
    const last = await it.callNow();
    const rule: RoutingRule = { targetId: 21, when: null, template: null, quiet: null, otherwise: false };
    const conditions = [{ field: 'body.ref', op: 'is' as const, value: 'stable' }];
    await it.change(11, (webhook) => ({ ...webhook, routing: [{ ...rule, when: { match: 'all', conditions } }] }));
    await it.callNow();
    expect(await it.shown()).toEqual([1, last]);
    const quiet = {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: '11:00',
      to: '22:00',
      zone: 'UTC',
      unless: 'critical' as const,
      action: 'hold' as const,
    };
    await it.change(11, (webhook) => ({ ...webhook, routing: [{ ...rule, quiet }] }));
    await it.callNow();
    expect(await it.shown()).toEqual([1, last]);
    it.clock.advance(3 * 3600);
    await it.deliverDue();
    expect(it.delivered).toHaveLength(2);
    expect(await it.shown()).toEqual([2, it.clock().toISOString()]);
  });

  it('include a message once, regardless of its number of attempts', async () => {
    const it = await anAccountThatDelivers({ answers: [broken, broken] });
    const first = await it.callNow();
    it.clock.advance(3600);
    await it.deliverDue();
    expect(it.delivered).toHaveLength(2);
    expect(await it.shown()).toEqual([1, first]);
  });
});
