import { describe, expect, it } from 'vitest';
import { createCircuitBreaker } from '../../../lambdas/dispatches/delivery/circuit-breaker.ts';
import { deliver } from '../../../lambdas/dispatches/delivery/deliver.ts';
import { createPace } from '../../../lambdas/dispatches/delivery/pace.ts';
import { type TakeListPorts, takeList } from '../../../lambdas/dispatches/delivery/take-list.ts';
import { type Dispatch, newDispatch } from '../../../lambdas/dispatches/dispatch.ts';
import { flowingLane, type LaneState } from '../../../lambdas/dispatches/lane/lane.ts';
import { park } from '../../../lambdas/dispatches/settle.ts';
import type { LaneMessage, WakeUp } from '../../../lambdas/invocations/ports.ts';
import { plans } from '../../../lambdas/plans/plans.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';
import type { Delivery } from '../../../lambdas/targets/target-kind.ts';
import { aSummary, aTarget, aWebhook, movableClock } from '../../support/in-memory.ts';
import { captureLog } from '../../support/log.ts';
import { dispatchKey, simulatedTable, storesOn } from '../../support/simulation/table.ts';

captureLog();

const broken: Delivery = { kind: 'retry', code: 'provider-unavailable', reason: 'The provider is broken.' };

/** A paused lane with its list, whose wake-up number 7 has been at the head for long; the provider answers in turn, then `ok`. */
const aList = (lane: Partial<LaneState> = {}, answers: (Delivery | 'crash')[] = []) => {
  const clock = movableClock();
  const table = simulatedTable();
  const stores = storesOn(table);
  table.targets.set(21, aTarget());
  table.webhooks.set(11, aWebhook({ useTemplate: true, template: 'x' }));
  const wakeUps: WakeUp[] = [];
  const letters: LaneMessage[] = [];
  const sent: string[] = [];
  const ports: TakeListPorts = {
    dispatches: stores.dispatches,
    laneStore: stores.laneStates,
    waitingList: stores.waitingList,
    invocations: stores.invocations,
    lanes: { wake: async (woken) => void wakeUps.push(...woken) },
    pace: createPace({ paceOf: () => 1000, laneStore: stores.laneStates, clock, nap: async () => {} }),
    nap: async () => {},
    circuitBreaker: createCircuitBreaker({ clock, random: () => 0.5 }),
    deadLetters: { send: async (messages) => void letters.push(...messages) },
    sender: {
      send: async ({ id }) => {
        sent.push(id.slice(0, id.indexOf('-')));
        const answer = answers.shift() ?? { kind: 'ok' };
        if (answer === 'crash') throw new Error('the engine failed');
        return answer;
      },
      limitOf: () => undefined,
      providerOf: () => ({ id: 'mock', kind: 'mock', name: 'Mock' }),
    },
    effects: { apply: async () => {} },
    outbox: { put: async () => {} },
    counters: { countError: async () => {} },
    plans,
    renderer: { render: async () => ({ message: 'deployed' }) },
    notices: { claim: async () => true },
    clock,
    random: () => 0.5,
    appUrl: 'https://app.example.com',
  };
  const listed = async (secondsAgo: number): Promise<string> => {
    const at = secondsAfter(clock(), -secondsAgo);
    const summary = aSummary(at);
    table.summaries.set(summary.id, summary);
    table.contents.set(summary.id, { headers: {}, body: Buffer.from('{}') });
    const context = { plan: plans.free, now: at, resumeAt: clock(), isListed: false };
    const { dispatch } = park(
      newDispatch(summary, 21, { name: 'Ops', kind: 'mock' }),
      { code: 'provider-unavailable', text: 'It is down.' },
      context,
    );
    await stores.dispatches.save(dispatch, 'listed', secondsAfter(at, 30_000));
    return summary.id;
  };
  table.lanes.set(21, {
    ...flowingLane(1, 21),
    mode: lane.reason ? 'paused' : 'catching-up',
    wakeUp: 7,
    isWakeUpSent: true,
    wokenAt: secondsAfter(clock(), -60).toISOString(),
    nextCheckAt: secondsAfter(clock(), 300).toISOString(),
    version: 1,
    ...lane,
  });
  const run = (wakeUp: Partial<WakeUp> = {}, receives = 2) => {
    const queuedAt = secondsAfter(clock(), -30);
    const receipt = { receives, queuedAt, firstReceivedAt: queuedAt, timeLeftMs: () => 30_000 };
    return takeList({ userId: 1, targetId: 21, number: 7, ...wakeUp }, receipt, ports);
  };
  const keyOf = (invocationId: string) => dispatchKey({ invocationId, targetId: 21 });
  const dispatchOf = (id: string) => table.dispatches.get(keyOf(id)) as Dispatch;
  const isListed = (id: string) => table.places.get(keyOf(id))?.kind === 'listed';
  const current = () => table.lanes.get(21) as LaneState;
  return { clock, table, stores, ports, wakeUps, letters, sent, listed, run, dispatchOf, isListed, current };
};
const ACK = { kind: 'ack' };
const retryIn = (afterSeconds: number) => ({ kind: 'retry', afterSeconds });

describe('a wake-up', () => {
  it('takes the list oldest first, ten at once, and then lets the lane flow', async () => {
    const { listed, run, sent, current } = aList();
    const ids: string[] = [];
    for (let number = 0; number < 12; number++) ids.push(await listed(1000 - number));
    expect(await run()).toEqual(retryIn(0));
    expect(sent).toEqual(ids.slice(0, 10));
    expect(await run()).toEqual(retryIn(0));
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual(ids);
    expect(current()).toMatchObject({ mode: 'flowing', nextCheckAt: '2026-11-20T12:01:00.000Z' });
  });

  it('does nothing once there is a later one', async () => {
    const { listed, run, sent, table, current } = aList();
    await listed(100);
    const before = current();
    expect(await run({ number: 6 })).toEqual(ACK);
    expect(table.lanes.get(21)).toEqual(before);
    expect(sent).toEqual([]);
  });

  it('stops when another one is sent while it works', async () => {
    const { listed, run, sent, table, ports, current } = aList();
    await listed(100);
    await listed(90);
    const { send } = ports.sender;
    ports.sender.send = async (...args) => {
      table.lanes.set(21, { ...current(), wakeUp: 8, version: 9 });
      return send(...args);
    };
    expect(await run()).toEqual(ACK);
    expect(sent).toHaveLength(1);
  });

  it('stays in front of the next one for as long as the provider asks, though that was sent meanwhile', async () => {
    const busy: Delivery = { ...(broken as Extract<Delivery, { kind: 'retry' }>), afterSeconds: 30 };
    const { listed, run, ports, table, dispatchOf } = aList({}, [busy]);
    const id = await listed(100);
    // Its next wait is too long for the head of the group, so that only the provider keeps the wake-up there.
    table.dispatches.set(dispatchKey({ invocationId: id, targetId: 21 }), { ...dispatchOf(id), attemptCount: 4 });
    const { send } = ports.sender;
    ports.sender.send = async (...args) => {
      table.lanes.set(21, { ...(table.lanes.get(21) as LaneState), wakeUp: 8, version: 2 });
      return send(...args);
    };
    expect(await run()).toEqual(retryIn(30));
    expect(await run()).toEqual(ACK);
  });

  it('hands over before the queue takes it, and what is received with it, for poison', async () => {
    const { listed, run, sent, wakeUps, current } = aList();
    await listed(100);
    expect(await run({}, 51)).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(wakeUps).toEqual([{ userId: 1, targetId: 21, number: 8, listedBefore: '2026-11-20T11:58:30.000Z' }]);
    expect(current()).toMatchObject({ wakeUp: 8, wokenAt: undefined, mode: 'catching-up' });
  });

  it('hands over after ten minutes at the head, too', async () => {
    const { listed, run, wakeUps, clock } = aList();
    await listed(100);
    clock.advance(541);
    expect(await run()).toEqual(ACK);
    expect(wakeUps).toEqual([expect.objectContaining({ number: 8 })]);
  });

  it('waits at first until the list shows what was added to it a moment ago', async () => {
    const { listed, run, sent, clock, current } = aList({ wokenAt: undefined });
    const id = await listed(100);
    expect(await run({}, 1)).toEqual(retryIn(5));
    expect(current().wokenAt).toBe(clock().toISOString());
    clock.advance(3);
    expect(await run()).toEqual(retryIn(2));
    expect(sent).toEqual([]);
    clock.advance(2);
    await run();
    expect(sent).toEqual([id]);
  });

  it('does not let the lane flow before the list can be believed to be empty', async () => {
    const { run, clock, current } = aList({ wokenAt: undefined });
    expect(await run({}, 1)).toEqual(retryIn(5));
    expect(current().mode).toBe('catching-up');
    clock.advance(5);
    expect(await run()).toEqual(ACK);
    expect(current().mode).toBe('flowing');
  });

  it('takes at once what was in the list before the one that handed over to it', async () => {
    const { listed, run, sent, clock } = aList({ wokenAt: undefined });
    const old = await listed(500);
    await listed(20);
    const listedBefore = secondsAfter(clock(), -90).toISOString();
    expect(await run({ listedBefore }, 1)).toEqual(retryIn(5));
    expect(sent).toEqual([old]);
  });

  it('keeps a dispatch at the head for a short wait of its plan, and tries none early', async () => {
    const { listed, run, sent, clock, isListed } = aList({}, [broken]);
    const [first] = [await listed(100), await listed(90)];
    expect(await run()).toEqual(retryIn(5));
    clock.advance(2);
    expect(await run()).toEqual(retryIn(3));
    expect(sent).toEqual([first]);
    expect(isListed(first)).toBe(true);
    clock.advance(3);
    await run();
    expect(sent.slice(0, 2)).toEqual([first, first]);
  });

  it('leaves all others alone when the target still takes nothing, and is void then', async () => {
    const { listed, run, sent, isListed, dispatchOf, current } = aList({ reason: 'It is down.', failures: 3 }, [
      broken,
    ]);
    const [first, other] = [await listed(100), await listed(90)];
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([first]);
    expect([isListed(first), isListed(other)]).toEqual([true, true]);
    expect(dispatchOf(first)).toMatchObject({ attemptCount: 1, nextAttemptAt: '2026-11-20T12:02:00.000Z' });
    expect(current()).toMatchObject({ probes: 1, wakeUp: 8, nextCheckAt: '2026-11-20T12:02:00.000Z' });
    expect(await run()).toEqual(ACK);
    expect(sent).toHaveLength(1);
  });

  it('does not call a provider that asked not to be called for longer', async () => {
    const retryAfterUntil = '2026-11-20T13:00:00.000Z';
    const { listed, run, sent, current } = aList({ reason: 'It is down.', retryAfterUntil });
    await listed(100);
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(current()).toMatchObject({ nextCheckAt: retryAfterUntil, reason: 'The provider asked us to wait.' });
  });

  it('ends what has waited for too long though its provider asked not to be called, and looks again within the hour', async () => {
    const retryAfterUntil = '2026-11-23T12:00:00.000Z';
    const { listed, run, sent, dispatchOf, isListed, current } = aList({ reason: 'It is down.', retryAfterUntil });
    const [old, young] = [await listed(40_000), await listed(90)];
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(dispatchOf(old)).toMatchObject({
      state: 'error',
      errorMessage: expect.stringContaining('as long as your plan'),
    });
    expect(isListed(young)).toBe(true);
    expect(current()).toMatchObject({ wakeUp: 8, retryAfterUntil, nextCheckAt: '2026-11-20T13:00:00.000Z' });
  });

  it('calls no provider early for what only the index says has waited for too long', async () => {
    const { listed, run, sent, stores, dispatchOf, isListed, current, clock } = aList({
      reason: 'It is down.',
      retryAfterUntil: '2026-11-23T12:00:00.000Z',
    });
    const id = await listed(90);
    await stores.dispatches.save(dispatchOf(id), 'listed', secondsAfter(clock(), -1));
    expect(await run()).toEqual(ACK);
    expect(sent).toEqual([]);
    expect(isListed(id)).toBe(true);
    expect(current().nextCheckAt).toBe('2026-11-20T13:00:00.000Z');
  });

  it('tries the one first that its owner called up, wherever that stands', async () => {
    const { listed, run, sent, stores, dispatchOf, clock } = aList({ wokenAt: undefined });
    const [, called] = [await listed(100), await listed(90)];
    await stores.dispatches.save({ ...dispatchOf(called), generation: 2 }, secondsAfter(clock(), 900));
    expect(await run({ first: { invocationId: called, generation: 2 } }, 1)).toEqual(retryIn(5));
    expect(sent).toEqual([called]);
  });

  it('ends what has waited for too long, without an attempt, while the target takes nothing', async () => {
    const { listed, run, sent, dispatchOf } = aList({ reason: 'It is down.' }, [broken]);
    const [old, young] = [await listed(40_000), await listed(90)];
    await run();
    expect(sent).toEqual([young]);
    expect(dispatchOf(old).errorMessage).toContain('for as long as your plan keeps messages');
  });

  it('ends everything when the target was deleted, and lets the lane flow', async () => {
    const { listed, run, table, dispatchOf, current } = aList({ reason: 'Disabled.', disabled: true });
    const ids = [await listed(100), await listed(90)];
    table.targets.delete(21);
    await run();
    expect(await run()).toEqual(ACK);
    for (const id of ids) expect(dispatchOf(id).errorMessage).toContain('deleted');
    expect(current().mode).toBe('flowing');
  });

  it('passes over what is not in the list any more, whatever the index still shows', async () => {
    const { listed, run, sent, table, dispatchOf } = aList();
    const [moved, next] = [await listed(100), await listed(90)];
    table.dispatches.set(dispatchKey({ invocationId: moved, targetId: 21 }), { ...dispatchOf(moved), generation: 5 });
    await run();
    expect(sent).toEqual([next]);
  });

  it('completes what was decided when a crash kept that out of the overview', async () => {
    const { listed, run, table, isListed } = aList();
    const id = await listed(100);
    const key = dispatchKey({ invocationId: id, targetId: 21 });
    table.dispatches.set(key, { ...(table.dispatches.get(key) as Dispatch), state: 'success' });
    await run();
    expect(table.summaries.get(id)?.dispatches[21]).toBe('success');
    expect(isListed(id)).toBe(false);
  });
});

describe('a listed message that kills its function', () => {
  it('counts a crash before each try, and is given to the dead letters after the third time', async () => {
    const { listed, run, ports, letters, sent, dispatchOf, isListed } = aList();
    const [bad, good] = [await listed(100), await listed(90)];
    const { render } = ports.renderer;
    ports.renderer.render = () => new Promise(() => {});
    for (let kills = 1; kills <= 3; kills++) {
      void run();
      await new Promise((resolve) => setImmediate(resolve));
      expect(dispatchOf(bad).crashes).toBe(kills);
    }
    ports.renderer.render = render;
    await run();
    expect(letters).toEqual([expect.objectContaining({ invocationId: bad })]);
    expect(isListed(bad)).toBe(false);
    expect(sent).toEqual([good]);
  });

  it('is counted once when the failure can be caught', async () => {
    const { listed, run, letters, clock, dispatchOf } = aList({}, ['crash', 'crash', 'crash']);
    const id = await listed(100);
    expect(await run()).toEqual(retryIn(10));
    expect(dispatchOf(id)).toMatchObject({ crashes: 1, state: 'waiting' });
    clock.advance(10);
    expect(await run()).toEqual(retryIn(60));
    clock.advance(60);
    await run();
    expect(letters).toHaveLength(1);
  });
});

describe('a lane that flows again', () => {
  it('is checked once more for what its list showed too late', async () => {
    const { listed, run, sent, clock, current } = aList({ mode: 'flowing', wokenAt: undefined });
    const id = await listed(100);
    expect(await run({}, 1)).toEqual(retryIn(5));
    expect(current().mode).toBe('catching-up');
    clock.advance(5);
    await run();
    expect(sent).toEqual([id]);
  });

  it('is not checked again when that found nothing', async () => {
    const { run, current, ports } = aList({ mode: 'flowing', wokenAt: undefined, failures: 1 });
    expect(await run({}, 1)).toEqual(ACK);
    expect(current()).toMatchObject({ mode: 'flowing', nextCheckAt: undefined, failures: 1 });
    const message = { userId: 1, webhookId: 11, invocationId: 'gone', targetId: 21, generation: 0 };
    const receipt = { receives: 1, queuedAt: ports.clock(), firstReceivedAt: ports.clock(), timeLeftMs: () => 30_000 };
    expect(await deliver(message, receipt, ports)).toEqual(ACK);
  });
});
