import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { deliver } from '../../lambdas/dispatches/delivery/deliver.ts';
import { mayHaveCrashed } from '../../lambdas/dispatches/delivery/try-dispatch.ts';
import type { DeliveryPorts } from '../../lambdas/dispatches/ports.ts';
import { queueConsumer } from '../../lambdas/http/queue-consumer.ts';
import type { DispatchStore } from '../../lambdas/model/dispatch-ports.ts';
import type { DispatchMessage } from '../../lambdas/model/lane-message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { createCircuitBreaker } from '../../lambdas/targets/circuit-breaker.ts';
import { createPace } from '../../lambdas/targets/pace.ts';
import {
  aSummary,
  aTarget,
  aWebhook,
  mattersInMemory,
  memoryDispatches,
  movableClock,
  noCounts,
  noFollowUps,
} from '../support/in-memory.ts';
import { acknowledgeLink, watchesInMemory } from '../support/watches.ts';

/** After this time, the queue redelivers the messages of a killed function. */
const VISIBILITY_SECONDS = 180;
const HOSTILE = 'kills its function';

/** A waiting message of a separate account, and its results. */
interface Waiting {
  record: SQSRecord;
  memory: ReturnType<typeof memoryDispatches>;
  message: DispatchMessage;
  body: string;
  receives: number;
  mostCrashes: number;
}

const never = new Promise<never>(() => {});

/** A batch with one message per body. A function that processes the hostile one is killed immediately. */
const batchOf = (bodies: string[]) => {
  const clock = movableClock();
  const start = clock();
  const deadLetters: DispatchMessage[] = [];
  let queue = bodies.map((body, index): Waiting => {
    const userId = index + 1;
    const summary = aSummary(clock(), { userId });
    const memory = memoryDispatches({
      summary,
      target: aTarget({ userId }),
      webhook: aWebhook({ userId }),
      content: { headers: {}, body: Buffer.from(body) },
    });
    const message = {
      kind: 'dispatch' as const,
      userId,
      webhookId: 11,
      invocationId: summary.id,
      targetId: 21,
      generation: 0,
    };
    const record = { messageId: String(index), receiptHandle: String(index), body: '', attributes: {} } as SQSRecord;
    return { record, memory, message, body, receives: 0, mostCrashes: 0 };
  });
  const all = [...queue];

  /** Runs one function with all waiting messages. Resolves when the batch has ended or the function was killed. */
  const run = async (): Promise<void> => {
    let killed: () => void = () => {};
    let alive = true;
    const death = new Promise<void>((resolve) => {
      killed = resolve;
    });
    /** A killed process does no more work. */
    const unlessKilled = <Input extends unknown[], Result>(act: (...input: Input) => Promise<Result>) =>
      ((...input) => (alive ? act(...input) : never)) as typeof act;
    const portsOf = ({ memory, body, ...waiting }: Waiting): DeliveryPorts => {
      const noted =
        (save: DispatchStore['save']): DispatchStore['save'] =>
        (dispatch) => {
          const entry = all.find(({ message }) => message === waiting.message) as Waiting;
          entry.mostCrashes = Math.max(entry.mostCrashes, dispatch.crashes);
          return save(dispatch);
        };
      return {
        dispatches: {
          ...memory.stores.dispatches,
          save: unlessKilled(noted(memory.stores.dispatches.save)),
          saveWithoutSummary: unlessKilled(noted(memory.stores.dispatches.saveWithoutSummary)),
        },
        laneStore: memory.stores.laneStates,
        waitingList: memory.stores.waitingList,
        laneQueue: { send: async () => {} },
        pace: createPace({ paceOf: () => 1000, laneStore: memory.stores.laneStates, clock, sleep: async () => {} }),
        sleep: async () => {},
        circuitBreaker: createCircuitBreaker({ clock, random: () => 0.5 }),
        deadLetters: { send: unlessKilled(async (messages: DispatchMessage[]) => void deadLetters.push(...messages)) },
        invocations: { content: memory.content },
        sender: {
          send: unlessKilled(async () => ({ kind: 'ok' as const })),
          ...noFollowUps,
          limitOf: () => undefined,
          richFitOf: async () => undefined,
          providerOf: () => ({ id: 'telegram', kind: 'telegram', name: 'Telegram' }),
        },
        effects: { apply: async () => {} },
        outbox: { put: async () => {} },
        counters: noCounts,
        plans,
        renderer: {
          render: unlessKilled(async () => {
            if (body !== HOSTILE) return { message: body };
            alive = false;
            killed();
            return never;
          }),
        },
        matters: mattersInMemory().store,
        watches: watchesInMemory().store,
        acknowledgeLink,
        notices: { claim: async () => true },
        clock,
        random: () => 0.5,
        appUrl: 'https://app.example.com',
      };
    };
    for (const waiting of queue) {
      waiting.receives++;
      Object.assign(waiting.record.attributes, {
        MessageGroupId: String(waiting.message.userId),
        ApproximateReceiveCount: String(waiting.receives),
      });
    }
    const receiptOf = ({ receives }: Waiting) => ({
      receives,
      queuedAt: start,
      firstReceivedAt: start,
      timeLeftMs: () => 30_000,
    });
    const waitingOf = ({ messageId }: SQSRecord) => all[Number(messageId)] as Waiting;
    const done = new Set<Waiting>();
    const handler = queueConsumer({
      work: async (record) => {
        const waiting = waitingOf(record);
        const verdict = await deliver(waiting.message, receiptOf(waiting), portsOf(waiting));
        if (verdict.kind === 'ack') done.add(waiting);
        return verdict;
      },
      mayHaveCrashed: (record) => mayHaveCrashed(receiptOf(waitingOf(record)), clock()),
    }) as unknown as (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
    const context = { getRemainingTimeInMillis: () => 30_000 } as Context;
    await Promise.race([death, handler({ Records: queue.map(({ record }) => record) }, context)]);
    // If its function was killed, no message leaves the queue.
    if (alive) queue = queue.filter((waiting) => !done.has(waiting));
    clock.advance(VISIBILITY_SECONDS);
  };
  return { run, all, deadLetters, left: () => queue.length };
};

describe('a message that kills its function without a trace', () => {
  it.each([0, 4, 9])('becomes the only dead letter of its batch, at any position (%i)', async (at) => {
    const bodies = Array.from({ length: 10 }, (_, index) => (index === at ? HOSTILE : `call ${index}`));
    const { run, all, deadLetters, left } = batchOf(bodies);
    for (let round = 0; round < 8 && left() > 0; round++) await run();
    expect(left()).toBe(0);
    expect(deadLetters.map(({ userId }) => userId)).toEqual([at + 1]);
    const innocent = all.filter(({ body }) => body !== HOSTILE);
    expect(innocent.map(({ memory }) => memory.dispatchOf()?.state)).toEqual(innocent.map(() => 'success'));
    // A message counts a crash only while it is processed alone. Messages that had not started count none.
    expect(Math.max(...innocent.map(({ mostCrashes }) => mostCrashes))).toBeLessThanOrEqual(1);
  });

  it('does not delay the others of its batch until it is identified', async () => {
    const { run, all } = batchOf([HOSTILE, ...Array.from({ length: 9 }, (_, index) => `call ${index}`)]);
    for (let round = 0; round < 3; round++) await run();
    const states = all.map(({ memory }) => memory.dispatchOf()?.state);
    expect(states.filter((state) => state === 'success')).toHaveLength(9);
  });
});
