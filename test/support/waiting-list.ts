import { drainWaitingList } from '../../lambdas/dispatches/delivery/drain-waiting-list.ts';
import type { DeliveryPorts } from '../../lambdas/dispatches/ports.ts';
import { waitForTarget } from '../../lambdas/dispatches/states.ts';
import type { PendingNotice } from '../../lambdas/mail/owner-notice.ts';
import { type Dispatch, newDispatch } from '../../lambdas/model/dispatch.ts';
import { flowingLane, type LaneState } from '../../lambdas/model/lane.ts';
import type { DispatchMessage, WakeUp } from '../../lambdas/model/lane-message.ts';
import type { Delivery } from '../../lambdas/model/message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { createCircuitBreaker } from '../../lambdas/targets/circuit-breaker.ts';
import { createPace } from '../../lambdas/targets/pace.ts';
import { aSummary, aTarget, aWebhook, mattersInMemory, movableClock, noCounts, noFollowUps } from './in-memory.ts';
import { dispatchKey, simulatedTable, storesOn } from './simulation/table.ts';
import { acknowledgeLink, watchesInMemory } from './watches.ts';

export const broken: Delivery = { kind: 'retry', code: 'provider-unavailable', reason: 'The provider is broken.' };

/** A paused lane with its list, and wake-up 7 at the head. The provider returns the responses in order, then `ok`. */
export const aList = (lane: Partial<LaneState> = {}, answers: (Delivery | 'crash')[] = []) => {
  const clock = movableClock();
  const table = simulatedTable();
  const stores = storesOn(table);
  table.targets.set(21, aTarget());
  table.webhooks.set(11, aWebhook({ useTemplate: true, template: 'x' }));
  const wakeUps: WakeUp[] = [];
  const letters: DispatchMessage[] = [];
  const sent: string[] = [];
  const owed: PendingNotice[] = [];
  const ports: DeliveryPorts = {
    dispatches: stores.dispatches,
    laneStore: stores.laneStates,
    waitingList: stores.waitingList,
    invocations: stores.invocations,
    laneQueue: {
      send: async (woken: WakeUp[]) => void wakeUps.push(...woken),
    },
    pace: createPace({ paceOf: () => 1000, laneStore: stores.laneStates, clock, sleep: async () => {} }),
    sleep: async () => {},
    circuitBreaker: createCircuitBreaker({ clock, random: () => 0.5 }),
    deadLetters: { send: async (messages: DispatchMessage[]) => void letters.push(...messages) },
    sender: {
      send: async ({ id }) => {
        sent.push(id.slice(0, id.indexOf('-')));
        const answer = answers.shift() ?? { kind: 'ok' };
        if (answer === 'crash') throw new Error('the engine failed');
        return answer;
      },
      ...noFollowUps,
      limitOf: () => undefined,
      richFitOf: async () => undefined,
      providerOf: () => ({ id: 'mock', kind: 'mock', name: 'Mock' }),
    },
    effects: { apply: async () => {} },
    outbox: { put: async (notice) => void owed.push(notice) },
    counters: noCounts,
    plans,
    renderer: { render: async () => ({ message: 'deployed' }) },
    matters: mattersInMemory().store,
    watches: watchesInMemory().store,
    acknowledgeLink,
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
    const context = { plan: plans.free, now: at, resumeAt: clock() };
    const dispatch = waitForTarget(
      newDispatch(summary, 21, { name: 'Ops', kind: 'mock' }),
      { code: 'provider-unavailable', text: 'It is down.' },
      context,
    );
    const until = secondsAfter(at, 30_000).toISOString();
    await stores.dispatches.save({ ...dispatch, placement: { kind: 'listed', until } });
    return summary.id;
  };
  table.lanes.set(21, {
    ...flowingLane(1, 21),
    mode: lane.reason ? 'paused' : 'catching-up',
    wakeUpNumber: 7,
    isWakeUpSent: true,
    wokenAt: secondsAfter(clock(), -60).toISOString(),
    nextWakeUpAt: secondsAfter(clock(), 300).toISOString(),
    version: 1,
    ...lane,
  });
  const arrivedAt = secondsAfter(clock(), -120);
  const run = async (wakeUp: Partial<WakeUp> = {}, receives = 2, firstReceivedAt = arrivedAt) => {
    const queuedAt = secondsAfter(clock(), -30);
    const receipt = { receives, queuedAt, firstReceivedAt, timeLeftMs: () => 30_000 };
    return drainWaitingList({ kind: 'wake-up', userId: 1, targetId: 21, number: 7, ...wakeUp }, receipt, ports);
  };
  const keyOf = (invocationId: string) => dispatchKey({ invocationId, targetId: 21 });
  const dispatchOf = (id: string) => table.dispatches.get(keyOf(id)) as Dispatch;
  const isListed = (id: string) => table.places.get(keyOf(id))?.kind === 'listed';
  const current = () => table.lanes.get(21) as LaneState;
  return { owed, clock, table, stores, ports, wakeUps, letters, sent, listed, run, dispatchOf, isListed, current };
};
