import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { dispatchStore } from '../../lambdas/adapters/dynamodb/dispatch-store.ts';
import { dispatchDueIndex, fallbackIndex } from '../../lambdas/adapters/dynamodb/due-index.ts';
import { invocationStore } from '../../lambdas/adapters/dynamodb/invocation-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { parseTarget, targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import { isUndelivered, missesTarget } from '../../lambdas/dispatches/fallback.ts';
import { startCycle } from '../../lambdas/dispatches/owner/resend.ts';
import { reportLateFailure } from '../../lambdas/dispatches/recovery/late-failure.ts';
import { requeueDue } from '../../lambdas/dispatches/recovery/requeue-due.ts';
import { sendFallbacks } from '../../lambdas/dispatches/recovery/send-fallbacks.ts';
import { write } from '../../lambdas/dispatches/save-dispatch.ts';
import { applyRouting, end, giveUp, joinList, leaveQueue } from '../../lambdas/dispatches/states.ts';
import { type Dispatch, newDispatch } from '../../lambdas/model/dispatch.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { DispatchMessage } from '../../lambdas/model/lane-message.ts';
import { laneMessageOf } from '../../lambdas/model/placement.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Target } from '../../lambdas/model/target.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { dispatchId } from '../../lambdas/platform/ids.ts';
import type { RoutingRule } from '../../lambdas/templates/routing/routing.ts';
import { broken, dispatcher, receiptOf } from '../support/dispatcher.ts';
import { aSummary, aTarget, movableClock, noCounts } from '../support/in-memory.ts';
import { audit } from '../support/ledger/audit.ts';
import { goodBehaviour } from '../support/ledger/providers.ts';
import { FIRST_TARGET, type World } from '../support/ledger/scenario.ts';
import { fallbackScenarioOf, UNEVENTFUL } from '../support/ledger/scenarios.ts';
import { play } from '../support/ledger/world.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';

captureLog();

const start = new Date('2026-11-20T12:00:00.000Z');
const soon = secondsAfter(start, 300);
const fresh = newDispatch(aSummary(start), 21);
const busy = { code: 'provider-unavailable' as const, text: 'The provider is busy.' };
const failed = (code: Dispatch['errorCode']) => giveUp(fresh, { code, text: 'It failed.' });

describe('a message misses its target', () => {
  it.each([
    ['that will be retried', leaveQueue(fresh, busy, soon)],
    ['on the waiting list', joinList(fresh, plans.free)],
    ['that the provider rejected', failed('message-refused')],
    ['to a target that is not active', failed('target-inactive')],
    ['that crashed too often', failed('processing-failed')],
  ])('%s', (_, dispatch) => expect(missesTarget(dispatch)).toBe(true));

  it.each([
    ['before its first attempt', fresh],
    ['that was delivered', end(fresh, 'success', undefined)],
    ['that its rule skips', applyRouting(fresh, { outcome: 'skipped', by: 'a rule' }, start)],
    ['in quiet hours', applyRouting(fresh, { outcome: 'held', until: soon, by: 'quiet hours' }, start)],
    ['with a template error', failed('T2001')],
    ['that cannot be rendered at the moment', leaveQueue(fresh, { code: 'E2004', text: 'Later.' }, soon)],
    ['that its owner stopped', failed('given-up')],
  ])('unlike one %s', (_, dispatch) => expect(missesTarget(dispatch)).toBe(false));

  it('until it is delivered or ends for another reason', () => {
    expect(isUndelivered(fresh)).toBe(true);
    expect(isUndelivered(leaveQueue(fresh, { code: 'E2004', text: 'Later.' }, soon))).toBe(true);
    expect(isUndelivered(failed('given-up'))).toBe(false);
    expect(isUndelivered(end(fresh, 'success', undefined))).toBe(false);
  });
});

const withFallbackTo = (targetId: number, minutes = 10): Partial<Target> => ({
  options: { fallback_target_id: targetId, fallback_after_minutes: minutes },
});

const onlyGoodbye: RoutingRule['when'] = {
  match: 'all',
  conditions: [{ field: 'body.hello', op: 'is', value: 'goodbye' }],
};

/** The sweeper of a dispatcher in memory, and the fallback target 22. */
const rig = (options: Parameters<typeof dispatcher>[0] = {}) => {
  const made = dispatcher({ target: withFallbackTo(22), ...options });
  const { memory, ports, clock } = made;
  memory.table.targets.set(22, aTarget({ id: 22, kind: 'email', name: 'me' }));
  const queued: DispatchMessage[] = [];
  const sweep = () =>
    sendFallbacks({
      ...ports,
      fallbackIndex: memory.stores.fallbackIndex,
      invocations: memory.stores.invocations,
      targets: memory.stores.targets,
      laneQueue: { send: async (messages: DispatchMessage[]) => void queued.push(...messages) },
      keepGoing: () => true,
    });
  const later = async (minutes: number) => {
    clock.advance(minutes * 60);
    return sweep();
  };
  /** Delivers the message that the sweeper queued last. */
  const deliverQueued = () => deliver(queued.at(-1) as DispatchMessage, receiptOf(clock), ports);
  return { ...made, later, deliverQueued };
};

describe('a message to a target that has a fallback', () => {
  it('is planned for it at its first failure, once, and nothing is stored before', async () => {
    const { run, memory, clock } = rig({ answers: [broken, broken] });
    const { planFallback } = memory.stores.dispatches;
    let plannedTimes = 0;
    memory.stores.dispatches.planFallback = (dispatch) => {
      plannedTimes += 1;
      return planFallback(dispatch);
    };
    await run();
    const at = secondsAfter(start, 600).toISOString();
    expect(memory.dispatchOf()?.fallbackAt).toBe(at);
    expect([...memory.table.fallbacks.values()]).toMatchObject([{ at, message: { targetId: 21 } }]);
    clock.advance(60);
    await run();
    expect(memory.dispatchOf()?.attemptCount).toBe(2);
    expect(plannedTimes).toBe(1);
  });

  it('has no plan if it is delivered', async () => {
    const { run, memory } = rig();
    await run();
    expect(memory.dispatchOf()).toMatchObject({ state: 'success' });
    expect(memory.table.fallbacks.size).toBe(0);
  });

  it('goes to the fallback after ten minutes, and says so in its first line', async () => {
    const { run, later, memory, deliverQueued } = rig({ answers: [broken] });
    await run();
    expect(await later(9)).toBe(0);
    expect(await later(1)).toBe(1);
    expect(memory.summary()?.dispatches).toEqual({ 21: 'waiting', 22: 'pending' });
    await deliverQueued();
    expect(memory.dispatchOf(22)?.headline?.title).toBe('Hello: you');
    expect(memory.dispatchOf(22)).toMatchObject({ state: 'success', attempts: [{ cause: 'fallback' }] });
    expect(memory.dispatchOf(22)?.renderedMessage).toBe(
      'Mock “Ops channel” has not accepted this message yet. Tellhook keeps trying.\n\nHello: you',
    );
    expect(memory.dispatchOf()?.state).toBe('waiting');
    expect(await later(60)).toBe(0);
  });

  it('does not go there if it is delivered in time', async () => {
    const { run, later, clock, memory } = rig({ answers: [broken] });
    await run();
    clock.advance(60);
    await run();
    expect(memory.dispatchOf()?.state).toBe('success');
    expect(await later(10)).toBe(0);
    expect(memory.table.fallbacks.size).toBe(0);
  });

  it.each([
    [
      'rejected by the provider',
      { kind: 'fail_message', code: 'message-refused', reason: 'No.' },
      'did not accept this',
    ],
    [
      'sent to a target that no longer works',
      { kind: 'fail_target', code: 'chat-gone', reason: 'No.' },
      'did not accept',
    ],
  ] as const)('goes there if it was %s', async (_, answer, words) => {
    const { run, later, deliverQueued, memory } = rig({ answers: [answer] });
    await run();
    expect(await later(10)).toBe(1);
    await deliverQueued();
    expect(memory.dispatchOf(22)?.renderedMessage).toContain(words);
  });

  it('goes there if its target is disabled, and says so', async () => {
    const { run, later, deliverQueued, memory } = rig({ target: { ...withFallbackTo(22), status: 'disabled' } });
    await run();
    expect(await later(10)).toBe(1);
    await deliverQueued();
    expect(memory.dispatchOf(22)?.renderedMessage).toMatch(/^Mock “Ops channel” is disabled\. /);
  });

  it('does not go there with a template error, or if its owner stops it', async () => {
    const wrong = rig({ webhook: { useTemplate: true, template: '{{$error("no")}}' } });
    await wrong.run();
    expect(wrong.memory.dispatchOf()?.state).toBe('error');
    expect(await wrong.later(10)).toBe(0);
    const stopped = rig({ answers: [broken] });
    await stopped.run();
    const known = stopped.memory.dispatchOf() as Dispatch;
    await write(known, (base) => giveUp(base, { code: 'given-up', text: 'Stopped.' }), stopped.ports);
    expect(await stopped.later(10)).toBe(0);
  });

  it('goes there after all if its owner stopped it, resent it later, and it failed again', async () => {
    const { run, later, memory, ports } = rig({ answers: [broken, broken] });
    await run();
    await write(memory.dispatchOf() as Dispatch, (base) => giveUp(base, { code: 'given-up', text: 'Stopped.' }), ports);
    expect(await later(10)).toBe(0);
    const laneQueue = { send: async () => {} };
    const counters = { countResend: async () => {} };
    await startCycle(memory.summary() as InvocationSummary, 21, { ...ports, laneQueue, counters });
    expect(memory.dispatchOf()?.fallbackAt).toBeUndefined();
    await deliver(laneMessageOf(memory.dispatchOf() as Dispatch), receiptOf(ports.clock), ports);
    expect(await later(9)).toBe(0);
    expect(await later(1)).toBe(1);
  });

  it('does not go there if the fallback was removed, or if one of the targets was deleted', async () => {
    for (const change of [
      (targets: Map<number, Target>) => targets.set(21, aTarget()),
      (targets: Map<number, Target>) => targets.delete(21),
      (targets: Map<number, Target>) => targets.delete(22),
      (targets: Map<number, Target>) => targets.set(22, aTarget({ id: 22, status: 'deleted' })),
    ]) {
      const { run, later, memory } = rig({ answers: [broken] });
      await run();
      change(memory.table.targets as Map<number, Target>);
      expect(await later(10)).toBe(0);
      expect(memory.table.fallbacks.size).toBe(0);
    }
  });

  it('is rejected with the reason if the fallback target is not confirmed yet', async () => {
    const { run, later, memory, deliverQueued } = rig({ answers: [broken] });
    const reason = { code: 'address-unconfirmed' as const, text: 'The address is not confirmed yet.' };
    memory.table.targets.set(22, aTarget({ id: 22, status: 'pending', statusReason: reason }));
    await run();
    expect(await later(10)).toBe(1);
    await deliverQueued();
    expect(memory.dispatchOf(22)).toMatchObject({ state: 'error' });
    expect(memory.dispatchOf(22)?.errorMessage).not.toBe('');
  });

  it('does not go to a fallback target that has the call already, but to one that skipped it', async () => {
    const { run, runFor, later, memory, deliverQueued } = rig({
      answers: [broken],
      webhook: { routing: [{ targetId: 22, when: onlyGoodbye, template: null, quiet: null, otherwise: false }] },
    });
    await run();
    const summary = memory.summary();
    if (summary)
      memory.table.summaries.set(summary.id, { ...summary, dispatches: { ...summary.dispatches, 22: 'pending' } });
    await runFor(22);
    expect(memory.dispatchOf(22)?.state).toBe('skipped');
    expect(await later(10)).toBe(1);
    await deliverQueued();
    expect(memory.dispatchOf(22)?.state).toBe('success');
    const other = rig({ answers: [broken] });
    await other.run();
    await other.runFor(22);
    expect(other.memory.dispatchOf(22)?.state).toBe('success');
    expect(await other.later(10)).toBe(0);
  });

  it('goes through a chain, which ends where it meets a target again', async () => {
    const { run, later, memory, deliverQueued } = rig({ answers: [broken, broken, broken, broken] });
    memory.table.targets.set(22, aTarget({ id: 22, ...withFallbackTo(23, 5) }));
    memory.table.targets.set(23, aTarget({ id: 23, ...withFallbackTo(21, 5) }));
    await run();
    expect(await later(10)).toBe(1);
    await deliverQueued();
    expect(await later(4)).toBe(0);
    expect(await later(1)).toBe(1);
    await deliverQueued();
    expect(await later(5)).toBe(0);
    expect(await later(100)).toBe(0);
    expect(Object.keys(memory.summary()?.dispatches ?? {})).toEqual(['21', '22', '23']);
    expect(memory.dispatchOf(23)?.fallbackFor).toMatchObject({ targetId: 22 });
  });

  it('goes there after a late report that it did not arrive', async () => {
    const { run, later, memory, ports, message } = rig();
    await run();
    const reason = { code: 'mail-bounced' as const, text: 'It bounced.' };
    const id = dispatchId(message.invocationId, 21);
    await reportLateFailure(
      { userId: 1, targetId: 21, dispatchId: id, reason },
      { ...ports, targets: memory.stores.targets },
    );
    expect(await later(10)).toBe(1);
  });

  it('is rich there, with the line below its title', async () => {
    const { run, later, memory, deliverQueued } = rig({
      answers: [broken],
      webhook: { format: 'rich', useTemplate: true, template: '{{#title}}Deployed{{/title}}All well.' },
    });
    await run();
    await later(10);
    await deliverQueued();
    const { rich, headline, renderedMessage } = memory.dispatchOf(22) as Dispatch;
    expect(rich?.message?.title?.[0]?.text).toBe('Deployed');
    expect(rich?.message?.blocks[0]).toMatchObject({ runs: [{ text: expect.stringContaining('Ops channel') }] });
    expect(headline?.title).toBe('Deployed');
    expect(renderedMessage).toContain('Tellhook keeps trying.');
  });
});

const standIn = tableStandIn();

/** The real stores, with two targets, a call, and a first failure of its message. */
const stored = async () => {
  const clock = movableClock();
  const table = await standIn.another();
  const targets = targetStore(table);
  const invocations = invocationStore(table);
  const dispatches = dispatchStore(table, parseTarget);
  const Item = { ...key.profile(1), status: 'free', webhook_count: 0, target_count: 0 };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  await targets.insert(aTarget(withFallbackTo(22)), null);
  await targets.insert(aTarget({ id: 22, name: 'me' }), null);
  const queued: DispatchMessage[] = [];
  const ports = {
    dispatches,
    invocations,
    targets,
    fallbackIndex: fallbackIndex(table),
    dueIndex: dispatchDueIndex(table),
    counters: noCounts,
    laneQueue: { send: async (messages: DispatchMessage[]) => void queued.push(...messages) },
    keepGoing: () => true,
    clock,
  };
  const call = async () => {
    clock.advance(1);
    const summary = aSummary(clock());
    await invocations.insert(summary, { headers: {}, body: Buffer.from('{}') });
    const dispatch = { ...newDispatch(summary, 21, aTarget()), fallbackMinutes: 10 };
    return { summary, dispatch };
  };
  const fail = ({ dispatch }: { dispatch: Dispatch }) =>
    write(dispatch, (base) => leaveQueue(base, busy, secondsAfter(clock(), 3600)), ports);
  return { clock, table, ports, queued, call, fail };
};

describe('a stored fallback', () => {
  it('is dispatched once, in the order of the calls, and forgotten', async () => {
    const { ports, call, fail, clock, queued } = await stored();
    const calls = [await call(), await call(), await call()];
    for (const each of [...calls].reverse()) await fail(each);
    expect(await sendFallbacks(ports)).toBe(0);
    clock.advance(600);
    expect(await sendFallbacks(ports)).toBe(3);
    expect(queued.map(({ invocationId }) => invocationId)).toEqual(calls.map(({ summary }) => summary.id));
    const [first] = calls;
    const id = first?.summary.id as string;
    expect(await ports.dispatches.get(1, id, 22)).toMatchObject({
      state: 'pending',
      fallbackFor: { targetId: 21, name: 'Ops channel', kind: 'mock', state: 'waiting' },
    });
    expect((await ports.invocations.get(1, 11, id, clock()))?.dispatches).toMatchObject({ 22: 'pending' });
    clock.advance(60);
    expect(await sendFallbacks(ports)).toBe(0);
  });

  it('is sent later if the queue fails, and if the sweeper crashes after each step', async () => {
    for (const step of ['send', 'done', 'save'] as const) {
      const { ports, call, fail, clock, queued } = await stored();
      const made = await call();
      await fail(made);
      clock.advance(600);
      const crash = () => Promise.reject(new Error('crashed'));
      const crashing = {
        ...ports,
        ...(step === 'send' && { laneQueue: { send: crash } }),
        ...(step === 'done' && { fallbackIndex: { ...ports.fallbackIndex, done: crash } }),
        ...(step === 'save' && {
          dispatches: {
            ...ports.dispatches,
            save: async (dispatch: Dispatch) => {
              await ports.dispatches.saveWithoutSummary(dispatch);
              return crash();
            },
          },
        }),
      };
      await sendFallbacks(crashing).catch(() => {});
      clock.advance(60);
      await requeueDue(ports);
      expect(await sendFallbacks(ports), step).toBe(0);
      const sent = new Set(queued.map(({ targetId, generation }) => `${targetId} ${generation}`));
      expect(sent, step).toEqual(new Set(['22 1']));
      expect(await ports.dispatches.get(1, made.summary.id, 22), step).toMatchObject({ state: 'pending' });
      expect(await ports.fallbackIndex.due(21 % 8, clock(), 10), step).toEqual([]);
    }
  });

  it('is not lost if the failure itself is not stored after its plan', async () => {
    const { ports, call, fail, clock } = await stored();
    const made = await call();
    const saveWithoutSummary = () => Promise.reject(new Error('crashed'));
    const crashing = { ...ports, dispatches: { ...ports.dispatches, saveWithoutSummary, save: saveWithoutSummary } };
    const change = (base: Dispatch) => leaveQueue(base, busy, soon);
    await expect(write(made.dispatch, change, crashing)).rejects.toThrow('crashed');
    await fail(made);
    clock.advance(600);
    expect(await sendFallbacks(ports)).toBe(1);
  });

  it('is dispatched once by two sweepers at the same time', async () => {
    const { ports, call, fail, clock } = await stored();
    await fail(await call());
    clock.advance(600);
    const counts = await Promise.all([sendFallbacks(ports), sendFallbacks(ports)]);
    expect(counts.sort()).toEqual([0, 1]);
  });

  it('ends with its call', async () => {
    const { ports, call, fail, clock } = await stored();
    const made = await call();
    await fail(made);
    await ports.invocations.remove(made.summary, { headers: {}, body: Buffer.from('{}') });
    clock.advance(600);
    expect(await sendFallbacks(ports)).toBe(0);
  });
});

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 20, 12);

const arrivedAt = ({ providers }: World, targetId: number) =>
  providers.asked
    .filter((asked) => asked.delivered && asked.targetId === targetId)
    .map(({ text, startedAt }) => ({
      call: Number(/call (\d+)/.exec(text)?.[1]),
      minute: (startedAt - START) / MINUTE,
    }));

describe('a provider that is down for an hour, during 100 calls', () => {
  it('gets all of them afterwards, and the fallback target gets them in order after ten minutes', async () => {
    const down = { ...goodBehaviour, down: { from: START, until: START + 60 * MINUTE } };
    const played = await play({
      seed: 7,
      plans,
      targets: [
        { kind: 'free', behaviour: down, fallback: { to: 1, afterMinutes: 10 } },
        { kind: 'free', behaviour: goodBehaviour },
      ],
      calls: Array.from({ length: 100 }, (_, number) => ({ atMs: number * 15_000, targets: [0], length: 20 })),
      ...UNEVENTFUL,
      untilMs: 6 * 60 * MINUTE,
    });
    expect(audit(played)).toEqual([]);
    const there = arrivedAt(played, FIRST_TARGET + 1);
    expect(there.map(({ call }) => call)).toEqual(Array.from({ length: 100 }, (_, number) => number));
    for (const { call, minute } of there) {
      expect(minute).toBeGreaterThanOrEqual(call * 0.25 + 10);
      expect(minute).toBeLessThanOrEqual(call * 0.25 + 11.5);
    }
    const here = arrivedAt(played, FIRST_TARGET);
    expect(new Set(here.map(({ call }) => call)).size).toBe(100);
    expect(Math.min(...here.map(({ minute }) => minute))).toBeGreaterThanOrEqual(60);
  });
});

describe('in worlds with crashes, losses and repetitions, fallbacks', () => {
  it.each([1, 2, 3, 4])('are sent, each once, and break no other promise (seed %i)', async (seed) => {
    const played = await play(fallbackScenarioOf(seed, 30));
    expect(audit(played)).toEqual([]);
    expect([...played.table.dispatches.values()].some(({ fallbackFor }) => fallbackFor)).toBe(true);
  });
});
