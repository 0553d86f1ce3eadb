import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { SEND_MS } from '../../lambdas/dispatches/delivery/attempt.ts';
import { processMessage } from '../../lambdas/dispatches/delivery/process-message.ts';
import { wakeDueLanes } from '../../lambdas/dispatches/lane/wake-up.ts';
import type { DeliveryPorts } from '../../lambdas/dispatches/ports.ts';
import { requeueDue } from '../../lambdas/dispatches/recovery/requeue-due.ts';
import { queueConsumer } from '../../lambdas/http/queue-consumer.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { DispatchMessage, WakeUp } from '../../lambdas/model/lane-message.ts';
import type { Delivery } from '../../lambdas/model/message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { runAll } from '../../lambdas/platform/run-all.ts';
import { createCircuitBreaker } from '../../lambdas/targets/circuit-breaker.ts';
import { cameAlone, createPace, gapSeconds } from '../../lambdas/targets/pace.ts';
import { paceOf, providerOf } from '../../lambdas/targets/send.ts';
import { aTarget, aWebhook, mattersInMemory, noFollowUps } from '../../test/support/in-memory.ts';
import { chanceOf } from '../../test/support/simulation/chance.ts';
import { fifoQueue, type Received } from '../../test/support/simulation/fifo-queue.ts';
import { virtualTime } from '../../test/support/simulation/virtual-time.ts';
import { acknowledgeLink, watchesInMemory } from '../../test/support/watches.ts';
import { capacity } from './capacity.ts';
import { measuresOf, type Result } from './measures.ts';
import { kindOf, NOISY_USER, type Scenario } from './scenario.ts';
import { timedTable } from './table.ts';

const START = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

const READ_MS = 4;
const WRITE_MS = 7;
const QUEUE_MS = 12;
const HANGS_MS = 10_000;
/** Maximum wait before a throttled write is retried, in milliseconds. */
const BACKOFF_MS = 200;

/** The functions' time limits, and the time in which a sweep queues messages, as in the stacks. */
const FUNCTION_MS = 30_000;
const VISIBILITY_SECONDS = 180;
const QUEUEING_MS = 15_000;

/**
 * Milliseconds between deletions of a batch's finished lanes. The real interval is shorter, but this one makes the
 * simulation faster.
 */
const MOMENT_MS = 100;

/** Sizes of bursts, from which one is chosen at random. Most calls come alone. */
const BURSTS = [1, 1, 1, 1, 1, 1, 2, 3, 5];
const MEAN_BURST = BURSTS.reduce((sum, each) => sum + each, 0) / BURSTS.length;

const CONTENT = { headers: {}, body: Buffer.from('{"text":"deployed"}') };

/**
 * Simulates a scenario with the product's real code for delivering, settling, pausing, pacing and requeueing. Table,
 * queue, provider and time are simulated. The same seed gives the same result. Only the provider fails here;
 * test/dispatches/ledger.test.ts covers other faults.
 * @param progress called with each simulated minute
 */
export const simulate = async (scenario: Scenario, progress: (minute: number) => void = () => {}): Promise<Result> => {
  const chance = chanceOf(scenario.seed);
  const time = virtualTime(new Date(START));
  const elapsed = () => time.now().getTime() - START;
  const measures = measuresOf(scenario);
  const { outage, noisy } = scenario;
  const outageFrom = outage.fromMinute * MINUTE;
  const outageUntil = outageFrom + outage.minutes * MINUTE;

  const writes = capacity(scenario.writeUnitsPerSecond, () => time.now().getTime());
  const webhook = aWebhook({ useTemplate: true, template: 'unused' });
  const isolatedCalls = new Set<string>();
  const { table, stores } = timedTable({
    target: (id) => aTarget({ id, userId: id, kind: kindOf(id, scenario) }),
    webhook: () => webhook,
    read: () => time.sleep(READ_MS),
    wrote: async (count) => {
      measures.wrote(elapsed(), count);
      await time.sleep(WRITE_MS);
      // If the write exceeds the capacity of table and index, it is retried, as the SDK does.
      while (!writes.take(count)) {
        measures.throttled();
        await time.sleep(chance.next() * BACKOFF_MS);
      }
    },
    decided: ({ summary: { id, userId, invokedAt }, delivered, leftAlone }) =>
      measures.decided({
        invocationId: id,
        userId,
        leftAlone,
        kind: kindOf(userId, scenario),
        isNoisy: userId === NOISY_USER,
        isIsolated: isolatedCalls.delete(id),
        acceptedAt: new Date(invokedAt).getTime() - START,
        decidedAt: elapsed(),
        delivered,
      }),
  });

  const idle: (() => void)[] = [];
  const queue = fifoQueue({
    now: () => time.now().getTime(),
    sleep: time.sleep,
    ready: () => idle.shift()?.(),
    visibilitySeconds: VISIBILITY_SECONDS,
    maxReceives: 100,
    searched: scenario.searched,
    isEncoded: false,
    deadLetter: (message) => {
      throw new Error(`received too often: ${JSON.stringify(message)}`);
    },
  });
  const lanes = {
    send: async (messages: (DispatchMessage | WakeUp)[]) => {
      await time.sleep(QUEUE_MS * Math.ceil(messages.length / 10));
      queue.send(messages);
    },
  };

  const lastCall = new Map<number, string>();
  let calls = 0;
  const accept = async (userId: number): Promise<void> => {
    const now = time.now();
    calls += 1;
    const id = idOf(now, userId, calls);
    const previousAt = lastCall.get(userId) ?? null;
    lastCall.set(userId, now.toISOString());
    const summary = summaryOf(id, userId, now);
    table.summaries.set(id, summary);
    const { method, query, contentType, plan, expiresAt } = summary;
    const message: DispatchMessage = {
      ...{ kind: 'dispatch', userId, webhookId: userId, invocationId: id, targetId: userId, generation: 0, previousAt },
      call: { method, query, contentType, plan, expiresAt, webhookVersion: '', content: CONTENT },
    };
    if (cameAlone(gapSeconds(message))) isolatedCalls.add(id);
    await lanes.send([message]);
  };
  const callers = async (): Promise<void> => {
    const perMs = scenario.callsPerHour / MEAN_BURST / 3_600_000;
    const busy = Math.ceil(scenario.users / 5);
    for (;;) {
      await time.sleep(-Math.log(1 - chance.next()) / perMs);
      if (elapsed() >= scenario.minutes * MINUTE) return;
      // A fifth of the users send half of the calls.
      const userId = chance.happens(0.5) ? chance.between(2, busy) : chance.between(busy + 1, scenario.users);
      for (let count = chance.pick(BURSTS); count > 0; count--) void accept(userId);
    }
  };
  const noisyUser = async (): Promise<void> => {
    await time.sleep(noisy.atMinute * MINUTE);
    for (let count = 0; count < noisy.calls; count++) void accept(NOISY_USER);
  };

  const send = async (targetId: number): Promise<Delivery> => {
    const fails = kindOf(targetId, scenario) === outage.kind;
    if (fails) measures.asked(elapsed());
    if (!fails || elapsed() < outageFrom || elapsed() >= outageUntil) {
      await time.sleep(chance.between(80, 400));
      return { kind: 'ok' };
    }
    await time.sleep(outage.answer === 'hangs' ? HANGS_MS : chance.between(80, 400));
    return outage.answer === 'hangs'
      ? { kind: 'ambiguous', code: 'answer-lost', reason: 'The provider did not answer.', unanswered: true }
      : { kind: 'retry', code: 'provider-unavailable', reason: 'The provider is broken.' };
  };

  /** Creates the ports of one dispatcher. All dispatchers share their state, except the remembered rate limits. */
  const portsOf = (): DeliveryPorts => ({
    dispatches: stores.dispatches,
    invocations: {
      content: async () => {
        await time.sleep(READ_MS);
        return CONTENT;
      },
    },
    laneStore: stores.laneStates,
    waitingList: stores.waitingList,
    laneQueue: lanes,
    pace: createPace({ paceOf, laneStore: stores.laneStates, clock: time.now, sleep: time.sleep }),
    sleep: time.sleep,
    deadLetters: lanes,
    circuitBreaker: createCircuitBreaker({ clock: time.now, random: chance.next }),
    sender: {
      send: (_message, target) => send(target.id),
      ...noFollowUps,
      limitOf: () => undefined,
      richFitOf: async () => undefined,
      providerOf,
    },
    outbox: { put: async () => {} },
    effects: { apply: async () => {} },
    counters: {
      countError: () => time.sleep(WRITE_MS),
      countDispatch: () => time.sleep(WRITE_MS),
      uncountDispatch: () => time.sleep(WRITE_MS),
    },
    plans,
    renderer: { render: async () => ({ message: 'deployed' }) },
    matters: mattersInMemory().store,
    watches: watchesInMemory().store,
    acknowledgeLink,
    notices: { claim: async () => true },
    clock: time.now,
    random: chance.next,
    appUrl: 'https://app.example.com',
  });

  let busy = 0;
  const work = async (batch: Received[], ports: DeliveryPorts): Promise<void> => {
    const endsAt = time.now().getTime() + FUNCTION_MS;
    const consumer = queueConsumer({
      work: (record, timeLeftMs) => {
        const received = batch[Number(record.messageId)] as Received;
        const { message } = received;
        const receipt = { ...received, timeLeftMs };
        return processMessage(message, receipt, ports);
      },
      hide: async (handles, seconds) => {
        await time.sleep(QUEUE_MS);
        queue.hide(handles.map(Number), seconds);
      },
      finish: async (handles) => {
        await time.sleep(QUEUE_MS);
        queue.delete(handles.map(Number));
      },
      waitForOthers: () => time.sleep(MOMENT_MS),
      neededMs: SEND_MS,
    }) as unknown as (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
    const Records = batch.map(
      ({ group, receipt, receives }, index) =>
        ({
          messageId: String(index),
          receiptHandle: String(receipt),
          attributes: { MessageGroupId: group, ApproximateReceiveCount: String(receives) },
        }) as SQSRecord,
    );
    const context = { getRemainingTimeInMillis: () => endsAt - time.now().getTime() } as Context;
    const { batchItemFailures } = await consumer({ Records }, context);
    const kept = new Set(batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)));
    await time.sleep(QUEUE_MS);
    queue.delete(batch.filter((_, index) => !kept.has(index)).map(({ receipt }) => receipt));
  };
  const dispatcher = async (): Promise<void> => {
    const ports = portsOf();
    for (;;) {
      const batch = queue.receive();
      if (batch.length === 0) {
        await new Promise<void>((resolve) => idle.push(resolve));
        continue;
      }
      busy += 1;
      await time.sleep(QUEUE_MS);
      await work(batch, ports);
      busy -= 1;
    }
  };

  const sweeper = async (): Promise<void> => {
    const inTime = () => {
      const end = time.now().getTime() + QUEUEING_MS;
      return () => time.now().getTime() < end;
    };
    const ports = {
      dueIndex: stores.dueIndex,
      laneStore: stores.laneStates,
      dispatches: stores.dispatches,
      laneQueue: lanes,
      clock: time.now,
      sleep: time.sleep,
    };
    await runAll([
      () => requeueDue({ ...ports, keepGoing: inTime() }),
      () => wakeDueLanes({ ...ports, keepGoing: inTime() }),
    ]);
  };

  void callers();
  void noisyUser();
  for (let count = 0; count < scenario.dispatchers; count++) void dispatcher();
  for (let minute = 1; minute <= scenario.minutes || table.summaries.size > 0; minute++) {
    await time.runUntil(new Date(START + minute * MINUTE));
    measures.sample({ undecided: table.summaries.size, queued: queue.size(), inFlight: queue.inFlight(), busy });
    void sweeper();
    progress(minute);
  }
  return measures.result();
};

/** Creates an invocation id of the product's form, with a number instead of the random part. */
const idOf = (at: Date, webhookId: number, number: number): string =>
  at.getTime().toString(36).padStart(9, '0') +
  webhookId.toString(36).padStart(11, '0') +
  number.toString(36).padStart(8, '0');

const summaryOf = (id: string, userId: number, now: Date): InvocationSummary => ({
  id,
  userId,
  webhookId: userId,
  invokedAt: now.toISOString(),
  ip: '203.0.113.7',
  method: 'POST',
  query: '',
  contentType: 'application/json',
  size: CONTENT.body.byteLength,
  preview: '',
  dispatches: { [userId]: 'pending' },
  plan: 'premium',
  expiresAt: Math.floor(now.getTime() / 1000) + 86_400,
});
