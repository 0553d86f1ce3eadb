import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { SEND_MS } from '../../../lambdas/dispatches/delivery/attempt.ts';
import { processMessage } from '../../../lambdas/dispatches/delivery/process-message.ts';
import { mayHaveCrashed } from '../../../lambdas/dispatches/delivery/try-dispatch.ts';
import type { DeliveryPorts } from '../../../lambdas/dispatches/ports.ts';
import { queueConsumer } from '../../../lambdas/http/queue-consumer.ts';
import type { DispatchMessage } from '../../../lambdas/model/lane-message.ts';
import type { Delivery, Message } from '../../../lambdas/model/message.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../../lambdas/targets/circuit-breaker.ts';
import { createDigester } from '../../../lambdas/targets/digest.ts';
import { createPace, type Pace } from '../../../lambdas/targets/pace.ts';
import { followsOf } from '../../../lambdas/targets/send.ts';
import type { CallRender } from '../../../lambdas/templates/call-render.ts';
import type { RenderResult } from '../../../lambdas/templates/render.ts';
import { plainOf } from '../../../lambdas/templates/rich/plain.ts';
import type { RichMessage } from '../../../lambdas/templates/rich/tree.ts';
import { renderRouted } from '../../../lambdas/templates/routed-call.ts';
import { limitsInMemory } from '../in-memory.ts';
import { isWakeUp, type Received } from '../simulation/fifo-queue.ts';
import { dispatchKey } from '../simulation/table.ts';
import { Killed, type Run } from './faults.ts';
import { subjectOf } from './living.ts';
import { chatOf } from './providers.ts';
import { isCriticalCall } from './routes.ts';
import { kinds, type Simulation, START } from './simulation.ts';

interface Process {
  process: { alive: boolean };
  pace: Pace;
  circuitBreaker: CircuitBreaker;
}

const WORKERS = 4;
const FUNCTION_MS = 30_000;

/**
 * The dispatcher functions: several processes that take batches from the queue until they die, and their replacements.
 * @returns the number of tries of each dispatch that met its poison
 */
export const playDispatchers = (simulation: Simulation): Map<string, number> => {
  const { scenario, time, chance, table, stores, queue, withFaults } = simulation;
  const poisoned = new Map<string, number>();
  const limits = limitsInMemory();

  const newProcess = (): Process => {
    const process = { alive: true };
    const paceOf = ({ kind }: Target) => kinds[kind]?.pace ?? 1;
    const laneStates = withFaults(stores.laneStates, { ...simulation.fresh(), process });
    return {
      process,
      pace: createPace({ paceOf, laneStore: laneStates, clock: time.now, sleep: time.sleep }),
      circuitBreaker: createCircuitBreaker({ clock: time.now, random: chance.next }),
    };
  };

  /**
   * Milliseconds by which a message is ahead of its planned time. It ignores messages resent by their owner. It also
   * ignores those that wait for their target, since they are sent as soon as it resumes.
   */
  const earlyMs = ({ id }: Message, received: Received): number => {
    const { targetId } = received.message;
    const known = table.dispatches.get(dispatchKey({ invocationId: id.slice(0, id.indexOf('-')), targetId }));
    if (!known?.nextAttemptAt || known.waitsForTarget) return 0;
    return new Date(known.nextAttemptAt).getTime() - time.now().getTime();
  };

  let edits = 0;
  /** Renders with the newest template, whose number each part of the message contains. */
  const told = (text: string): RenderResult => {
    if (!scenario.rich) return { message: text };
    edits += 1;
    const run = { text, bold: true as const, link: `https://x.example/${edits}` };
    const rich: RichMessage = { severity: 'warning', blocks: [{ kind: 'paragraph', runs: [run] }] };
    return { message: plainOf(rich), rich };
  };

  /** Renders with the target's template. The product itself evaluates the rule. The text begins with the severity. */
  const routed = (request: CallRender, text: string): RenderResult => {
    if (scenario.living) return { ...told(text), subject: subjectOf(text) };
    const own = request.template?.startsWith('own ') ? `${text} ${request.template}` : text;
    const result = told(own);
    if (!scenario.routing || 'error' in result) return result;
    const judged = request.routing && renderRouted({ ...request, template: 'unused' });
    const severity = isCriticalCall(text) ? 'critical' : 'info';
    const subject = { state: 'open', severity, title: 'A call' } as const;
    return { ...result, subject, ...(judged && 'wanted' in judged && { wanted: judged.wanted }) };
  };

  const render = async (request: CallRender, invocationId: string, targetId: number, run: Run) => {
    const text = Buffer.from(request.body).toString();
    const poison = /^call \d+ poison (\w+)/.exec(text)?.[1];
    if (poison === undefined || time.now().getTime() >= START + scenario.mendedFromMs) return routed(request, text);
    const id = dispatchKey({ invocationId, targetId });
    poisoned.set(id, (poisoned.get(id) ?? 0) + 1);
    run.faults += 1;
    if (poison === 'throws') throw new Error('the engine failed');
    run.process.alive = false;
    throw new Killed();
  };

  const portsOf = (run: Run, { pace, circuitBreaker }: Process, received: Received): DeliveryPorts => {
    const { message: own } = received;
    let composed = isWakeUp(own) ? '' : own.invocationId;
    const { content } = withFaults(stores.invocations, run);
    return {
      ...simulation.reach(run),
      invocations: {
        content: (userId, invocationId) => {
          composed = invocationId;
          return content(userId, invocationId);
        },
      },
      pace,
      sleep: time.sleep,
      circuitBreaker,
      deadLetters: withFaults(
        { send: async (letters: DispatchMessage[]) => void simulation.deadLetters.push(...letters) },
        run,
      ),
      sender: {
        send: (message, target) => simulation.outside.send(message, target, run, earlyMs(message, received)),
        follow: (message, followed, target) =>
          simulation.outside.follow(message, followed, target, run, earlyMs(message, received)),
        intoDigest: createDigester({
          digests: withFaults(simulation.digests.store, run),
          limitStore: withFaults(limits.store, run),
          plans: scenario.plans,
          clock: time.now,
          kinds: { isMetered: () => false, isRead: () => false },
        }),
        followsOf,
        chatOf,
        richFitOf: async (kind) =>
          scenario.rich ? (part) => plainOf(part).length <= (kinds[kind]?.max ?? 4000) : undefined,
        limitOf: (kind) => ({ max: kinds[kind]?.max ?? 4000, counted: 'utf16' }),
        providerOf: ({ kind }) => ({ id: kind, kind, name: 'The provider' }),
      },
      outbox: { put: async () => {} },
      effects: withFaults(
        {
          apply: async (target: { id: number }, delivery: Delivery) => {
            const known = table.targets.get(target.id);
            if (known?.status === 'active' && delivery.kind === 'fail_target')
              table.targets.set(target.id, {
                ...known,
                status: 'inactive',
                statusReason: { code: delivery.code, text: delivery.reason },
              });
          },
        },
        run,
      ),
      plans: scenario.plans,
      renderer: { render: (input) => render(input, composed, own.targetId, run) },
      notices: { claim: async () => true },
      clock: time.now,
      random: chance.next,
      appUrl: 'https://app.example.com',
    };
  };

  const work = async (batch: Received[], own: Process): Promise<void> => {
    const { process } = own;
    const endsAt = time.now().getTime() + FUNCTION_MS;
    const consumer = queueConsumer({
      work: async (record, timeLeftMs) => {
        const received = batch.find(({ receipt }) => String(receipt) === record.receiptHandle) as Received;
        const { message } = received;
        const run: Run = { ...simulation.fresh(), process, isOfWakeUp: isWakeUp(message) };
        const ports = portsOf(run, own, received);
        const receipt = { ...received, timeLeftMs };
        const verdict = await processMessage(message, receipt, ports);
        run.done = process.alive;
        return verdict;
      },
      hide: async (handles, seconds) => {
        if (process.alive && !chance.happens(simulation.shares().fails)) queue.hide(handles.map(Number), seconds);
      },
      neededMs: SEND_MS,
      mayHaveCrashed: ({ receiptHandle }) => {
        const { message, ...receipt } = batch.find(({ receipt }) => String(receipt) === receiptHandle) as Received;
        return !isWakeUp(message) && mayHaveCrashed(receipt, time.now());
      },
    }) as unknown as (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
    const records = batch.map(
      ({ receipt, receives, group }) =>
        ({
          messageId: String(receipt),
          receiptHandle: String(receipt),
          body: '',
          attributes: { MessageGroupId: group, ApproximateReceiveCount: String(receives) },
        }) as SQSRecord,
    );
    const context = { getRemainingTimeInMillis: () => Math.max(0, endsAt - time.now().getTime()) } as Context;
    const { batchItemFailures } = await consumer({ Records: records }, context);
    // A process that ended deletes nothing; its messages return when their visibility timeout ends.
    if (!process.alive || time.now().getTime() >= endsAt) return;
    if (chance.happens(simulation.shares().fails)) return;
    const stayed = new Set(batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)));
    queue.delete(batch.map(({ receipt }) => receipt).filter((receipt) => !stayed.has(receipt)));
  };

  const worker = async (): Promise<void> => {
    let own = newProcess();
    for (;;) {
      if (!own.process.alive) own = newProcess();
      const batch = queue.receive();
      if (batch.length === 0) {
        await simulation.wokenWithin(60_000);
        continue;
      }
      const { process } = own;
      let ended = false;
      const killed = time.sleep(FUNCTION_MS).then(() => {
        if (!ended) process.alive = false;
      });
      await Promise.race([work(batch, own).catch(ignoreKilled), killed]);
      ended = true;
      simulation.wake();
    }
  };

  for (let count = 0; count < WORKERS; count++) void worker();
  return poisoned;
};

const ignoreKilled = (error: unknown): void => {
  if (!(error instanceof Killed)) throw error;
};
