import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { SEND_MS } from '../../../lambdas/dispatches/attempt.ts';
import { bury } from '../../../lambdas/dispatches/bury.ts';
import { giveUpDispatch, retryNow, sendAgain } from '../../../lambdas/dispatches/control.ts';
import { deliver } from '../../../lambdas/dispatches/deliver.ts';
import { releaseTarget, superviseLanes } from '../../../lambdas/dispatches/hold.ts';
import { createPace, type Pace } from '../../../lambdas/dispatches/pace.ts';
import { reconcile } from '../../../lambdas/dispatches/reconcile.ts';
import { sweep } from '../../../lambdas/dispatches/sweep.ts';
import { queueConsumer } from '../../../lambdas/http/queue-consumer.ts';
import { acceptCall } from '../../../lambdas/invocations/accept-call.ts';
import type { LaneMessage } from '../../../lambdas/invocations/ports.ts';
import { AppError } from '../../../lambdas/platform/errors.ts';
import { dispatchId } from '../../../lambdas/platform/ids.ts';
import { runAll } from '../../../lambdas/platform/run-all.ts';
import { units } from '../../../lambdas/templates/split-message.ts';
import { PLAIN_INTAKE } from '../../../lambdas/webhooks/webhook.ts';
import { aTarget, aWebhook } from '../in-memory.ts';
import { chanceOf } from './chance.ts';
import { Killed, NO_FAULTS, type Run, unreliable } from './faults.ts';
import { fifoQueue, type Received } from './fifo-queue.ts';
import { dispatchKey, memoryStores, memoryTable } from './memory-table.ts';
import type { Plot, World } from './plot.ts';
import { type Mood, providers } from './providers.ts';
import { virtualTime } from './virtual-time.ts';

interface Process {
  process: { alive: boolean };
  pace: Pace;
}

const START = Date.UTC(2026, 10, 20, 12);
const WORKERS = 4;
const FUNCTION_MS = 30_000;
const VISIBILITY_SECONDS = 180;
const FIRST_TARGET = 21;

/** Messages a second of the kinds of these worlds, and how long a text may be. */
const kinds: Record<string, { pace: number; max: number }> = {
  slow: { pace: 1, max: 60 },
  quick: { pace: 10, max: 60 },
  free: { pace: 1000, max: 4000 },
};

/** Plays a plot to its end, with the verbs of the product and everything outside them simulated. */
export const play = async (plot: Plot): Promise<World> => {
  const chance = chanceOf(plot.seed);
  const time = virtualTime(new Date(START));
  const table = memoryTable();
  const stores = memoryStores(table);
  const calm = () => time.now().getTime() >= START + plot.calmFromMs;
  const shares = () => (calm() ? NO_FAULTS : plot.faults);
  const fresh = (): Run => ({ process: { alive: true }, faults: 0, done: false });
  const shaky = <P extends object>(port: P, run: Run): P => unreliable(port, run, { time, chance, shares });

  const accepted = new Map<string, number>();
  const disturbed = new Set<string>();
  const arrivedAt = new Map<string, number>();
  const releasedAt: World['releasedAt'] = [];
  const calledUp = new Set<string>();
  const sentAgain = new Map<string, number>();
  const deadLetters: LaneMessage[] = [];
  let wakeWorkers = () => {};
  const queue = fifoQueue({
    now: time.now,
    chance,
    visibilitySeconds: VISIBILITY_SECONDS,
    maxReceives: 100,
    deadLetter: (message) => deadLetters.push(message),
    losses: () => (calm() ? { loses: 0, doubles: 0 } : plot.losses),
    disturbed: (message) => disturbed.add(dispatchKey(message)),
  });
  const lanes = {
    send: async (messages: LaneMessage[]) => {
      for (const message of messages) {
        const id = dispatchKey(message);
        if (!arrivedAt.has(id)) arrivedAt.set(id, time.now().getTime());
      }
      queue.send(messages);
      wakeWorkers();
    },
  };

  const moods = new Map<number, Mood>();
  plot.targets.forEach(({ kind, mood }, index) => {
    const id = FIRST_TARGET + index;
    moods.set(id, mood);
    table.targets.set(id, aTarget({ id, kind }));
  });
  table.webhooks.set(11, aWebhook({ useTemplate: true, template: 'unused' }));
  const outside = providers(moods, time, chance);
  const kindOf = (targetId: number) => plot.targets[targetId - FIRST_TARGET]?.kind ?? 'free';

  // Ids of the same millisecond sort by real chance; without such ids a seed plays the same world each time.
  let lastId = 0;
  const uniqueTime = () => {
    lastId = Math.max(lastId + 1, time.now().getTime());
    return new Date(lastId);
  };

  const call = async ({ targets, length }: Plot['calls'][number], number: number): Promise<void> => {
    for (let tries = 0; tries < 4; tries++) {
      const run = fresh();
      try {
        const summary = await acceptCall(
          {
            route: 'a-route',
            method: 'POST',
            query: '',
            headers: {},
            ip: '203.0.113.7',
            body: Buffer.from(`call ${number} `.padEnd(length, 'word ')),
          },
          {
            routes: shaky(
              {
                byRoute: async () => ({
                  userId: 1,
                  webhookId: 11,
                  enabled: true,
                  targetIds: targets.map((index) => FIRST_TARGET + index),
                  position: 0,
                  intake: PLAIN_INTAKE,
                  owner: { status: 'free' as const, premiumUntil: '0001-01-01T00:00:00Z' },
                }),
              },
              run,
            ),
            quota: shaky(stores.quota, run),
            invocations: { ...shaky(stores.invocations, run), get: async () => undefined },
            seen: { claim: async () => undefined },
            lanes: shaky(lanes, run),
            outbox: { put: async () => {} },
            plans: plot.plans,
            clock: uniqueTime,
          },
        );
        if ('handshake' in summary) throw new Error('no handshakes here');
        accepted.set(summary.id, time.now().getTime());
        return;
      } catch (error) {
        if (error instanceof AppError) throw error;
        await time.sleep(chance.between(1000, 20_000)); // The caller was told 5xx, or nothing at all, and tries again.
      }
    }
  };

  const newProcess = (): Process => {
    const process = { alive: true };
    const paceOf = (kind: string) => kinds[kind]?.pace ?? 1;
    const laneStates = shaky(stores.laneStates, { process, faults: 0, done: false });
    return { process, pace: createPace({ paceOf, lanes: laneStates, clock: time.now, nap: time.sleep }) };
  };

  /** How long before its planned time a message comes that nobody has called up. */
  const earlyMs = (message: LaneMessage): number => {
    const planned = table.dispatches.get(dispatchKey(message))?.nextAttemptAt;
    return planned && message.turn === undefined ? new Date(planned).getTime() - time.now().getTime() : 0;
  };

  const portsOf = (run: Run, pace: Pace, received: Received) => {
    const laneStates = shaky(stores.laneStates, run);
    return {
      dispatches: shaky(stores.dispatches, run),
      invocations: { content: shaky(stores.invocations, run).content },
      laneStore: laneStates,
      held: shaky(stores.held, run),
      lanes: shaky(lanes, run),
      pace,
      deadLetters: shaky({ send: async (messages: LaneMessage[]) => void deadLetters.push(...messages) }, run),
      sender: {
        send: (...[message, target]: Parameters<Parameters<typeof deliver>[2]['sender']['send']>) =>
          outside.send(message, target, run, earlyMs(received.message)),
        limitOf: (kind: string) => ({ max: kinds[kind]?.max ?? 4000, unit: 'characters', cost: units.utf16 }),
      },
      outbox: { put: async () => {} },
      effects: shaky(
        {
          apply: async (target: { id: number }, delivery: { kind: string; reason?: string }) => {
            const known = table.targets.get(target.id);
            if (known?.status === 'active' && delivery.kind === 'fail_target')
              table.targets.set(target.id, { ...known, status: 'inactive', statusReason: delivery.reason ?? '' });
          },
        },
        run,
      ),
      counters: shaky(stores.quota, run),
      plans: plot.plans,
      renderer: { render: async ({ body }: { body: string }) => ({ message: body }) },
      notices: { claim: async () => true },
      clock: time.now,
      random: chance.next,
      appUrl: 'https://app.example.com',
    };
  };

  const work = async (batch: Received[], { process, pace }: Process): Promise<void> => {
    const endsAt = time.now().getTime() + FUNCTION_MS;
    const consumer = queueConsumer({
      work: async (record, timeLeftMs) => {
        const received = batch.find(({ receipt }) => String(receipt) === record.receiptHandle) as Received;
        const run: Run = { process, faults: 0, done: false };
        const verdict = await deliver(received.message, { ...received, timeLeftMs }, portsOf(run, pace, received));
        run.done = process.alive;
        return verdict;
      },
      hide: async (handles, seconds) => {
        if (process.alive && !chance.happens(shares().fails)) queue.hide(handles.map(Number), seconds);
      },
      neededMs: SEND_MS,
    }) as unknown as (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;
    const records = batch.map(
      ({ receipt, receives, message }) =>
        ({
          messageId: String(receipt),
          receiptHandle: String(receipt),
          body: '',
          attributes: { MessageGroupId: String(message.targetId), ApproximateReceiveCount: String(receives) },
        }) as SQSRecord,
    );
    const context = { getRemainingTimeInMillis: () => Math.max(0, endsAt - time.now().getTime()) } as Context;
    const { batchItemFailures } = await consumer({ Records: records }, context);
    // A process that ended deletes nothing; what it held comes back when its time is up.
    if (!process.alive || time.now().getTime() >= endsAt) return;
    if (chance.happens(shares().fails)) return;
    const stayed = new Set(batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier)));
    queue.delete(batch.map(({ receipt }) => receipt).filter((receipt) => !stayed.has(receipt)));
  };

  const idle = async (): Promise<void> => {
    const next = queue.nextAt();
    const woken = new Promise<void>((resolve) => {
      wakeWorkers = resolve;
    });
    const wait = next === undefined ? 60_000 : Math.max(1, next - time.now().getTime());
    await Promise.race([woken, time.sleep(Math.min(wait, 60_000))]);
  };
  const worker = async (): Promise<void> => {
    let own = newProcess();
    for (;;) {
      if (!own.process.alive) own = newProcess();
      const batch = queue.receive();
      if (batch.length === 0) {
        await idle();
        continue;
      }
      const { process } = own;
      let ended = false;
      const killed = time.sleep(FUNCTION_MS).then(() => {
        if (!ended) process.alive = false;
      });
      await Promise.race([work(batch, own).catch(ignoreKilled), killed]);
      ended = true;
      wakeWorkers();
    }
  };

  const everyMinute = async (): Promise<void> => {
    for (;;) {
      await time.sleep(60_000);
      const run = fresh();
      const clock = time.now;
      const laneStates = shaky(stores.laneStates, run);
      const ports = {
        index: shaky(stores.index, run),
        laneIndex: laneStates,
        laneStore: laneStates,
        held: shaky(stores.held, run),
        finder: shaky(stores.finder, run),
        targets: shaky(stores.targets, run),
        dispatches: shaky(stores.dispatches, run),
        lanes: shaky(lanes, run),
        clock,
        keepGoing: () => true,
      };
      // Another machine's clock may be ahead.
      const ahead = { ...ports, clock: () => new Date(time.now().getTime() + 3000) };
      await runAll([() => sweep(ahead), () => superviseLanes(ports), () => reconcile(ports)]).catch(() => {});
    }
  };

  const everyLetter = async (): Promise<void> => {
    for (;;) {
      await time.sleep(30_000);
      for (const letter of deadLetters.splice(0)) {
        const run = fresh();
        const ports = {
          dispatches: shaky(stores.dispatches, run),
          counters: shaky(stores.quota, run),
          clock: time.now,
        };
        await bury(letter, ports).catch(() => deadLetters.push(letter));
      }
    }
  };

  const owner = async ({ atMs, target, wish }: Plot['owners'][number]): Promise<void> => {
    await time.sleep(atMs);
    const id = FIRST_TARGET + target;
    const known = table.targets.get(id);
    if (!known) return;
    if (wish === 'delete') table.targets.delete(id);
    else if (known.status === 'active' || known.status === 'disabled')
      table.targets.set(id, { ...known, status: wish === 'disable' ? 'disabled' : 'active' });
    if (wish === 'disable') return;
    const run = fresh();
    const ports = {
      dispatches: shaky(stores.dispatches, run),
      laneStore: shaky(stores.laneStates, run),
      held: shaky(stores.held, run),
      lanes: shaky(lanes, run),
      clock: time.now,
    };
    releasedAt.push({ targetId: id, at: time.now().getTime() });
    await releaseTarget(1, id, ports).catch(() => {});
  };

  const wish = async (each: Plot['wishes'][number]): Promise<void> => {
    await time.sleep(each.atMs);
    const fitting = [...table.dispatches.values()].filter(({ state }) =>
      each.wish === 'send again' ? state === 'error' || state === 'success' : state === 'waiting',
    );
    if (fitting.length === 0) return;
    const { invocationId, targetId } = chance.pick(fitting);
    const run = fresh();
    const ports = {
      invocations: { get: async () => structuredClone(table.summaries.get(invocationId)) },
      dispatches: shaky(stores.dispatches, run),
      targets: { get: async () => table.targets.get(targetId) },
      laneStore: shaky(stores.laneStates, run),
      lanes: shaky(lanes, run),
      replays: { takeReplays: async () => true, replayedToday: async () => 0 },
      accounts: { standing: async () => ({ status: 'free' as const, premiumUntil: '0001-01-01T00:00:00Z' }) },
      plans: plot.plans,
      clock: time.now,
    };
    const verb = { retry: retryNow, 'give up': giveUpDispatch, 'send again': sendAgain }[each.wish];
    const key = dispatchKey({ invocationId, targetId });
    calledUp.add(key);
    if (each.wish === 'send again') sentAgain.set(key, (sentAgain.get(key) ?? 0) + 1);
    else releasedAt.push({ targetId, at: time.now().getTime() });
    await verb(1, dispatchId(invocationId, targetId), ports).catch(() => {});
  };

  for (const each of plot.wishes) void wish(each);
  for (const [number, each] of plot.calls.entries()) void time.sleep(each.atMs).then(() => call(each, number));
  for (const each of plot.owners) void owner(each);
  for (let count = 0; count < WORKERS; count++) void worker();
  void everyMinute();
  void everyLetter();
  await time.runUntil(new Date(START + plot.untilMs));

  return {
    table,
    providers: outside,
    queue,
    time,
    start: START,
    accepted,
    disturbed,
    arrivedAt,
    releasedAt,
    calledUp,
    sentAgain,
    deadLettersLeft: deadLetters.length,
    intervalMsOf: (targetId) => 1000 / (kinds[kindOf(targetId)]?.pace ?? 1),
  };
};

const ignoreKilled = (error: unknown): void => {
  if (!(error instanceof Killed)) throw error;
};
