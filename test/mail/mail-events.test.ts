import type { Context, SQSEvent } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseSesEvent } from '../../lambdas/adapters/ses-events.ts';
import { queueConsumer } from '../../lambdas/http/queue-consumer.ts';
import { recordMailEvent } from '../../lambdas/mail/suppression.ts';
import { createMailEvents } from '../../lib/local/events/mail-events.ts';
import { type Poller, startPoller } from '../../lib/local/events/poller.ts';
import type { FunctionResult } from '../../lib/local/functions/protocol.ts';
import { type QueueStandIn, startFauxqs } from '../../lib/local/stand-ins/fauxqs.ts';
import { ensureQueues } from '../../lib/local/stand-ins/queues.ts';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { type Deployment, readDeployment } from '../../lib/local/template/deployment.ts';
import { localAssembly } from '../support/assembly.ts';
import { captureLog } from '../support/log.ts';

captureLog();
const QUEUE = 'tellhook-local-mail-events';
const DEAD = 'tellhook-local-dead-mail-events';
const urlOf = (name: string) => `http://localhost/000000000000/${name}`;

let deployment: Deployment;
beforeAll(async () => {
  deployment = readDeployment(readAssembly(await localAssembly()));
}, 120_000);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The template's topic, queues and event source, and the work of `callbacks` on a table that can be unavailable. */
const open = async () => {
  const clock = { minutes: 0 };
  const now = () => Date.now() + clock.minutes * 60_000;
  const queues: QueueStandIn = await startFauxqs({ dataDir: null, region: deployment.region, now });
  ends.push(queues.stop);
  await ensureQueues(queues, deployment.queues, deployment.region);
  const suppressed: string[] = [];
  let tableIsAway = true;
  const attempts: number[] = [];
  const consume = queueConsumer({
    work: async ({ body, attributes }) => {
      attempts.push(Number(attributes.ApproximateReceiveCount));
      const event = parseSesEvent(body);
      if (!event) throw new Error('not an event');
      const add = async (address: string) => {
        if (tableIsAway) throw new Error('the table does not answer');
        suppressed.push(address);
      };
      await recordMailEvent(event, { add }, new Date(now()));
      return { kind: 'ack' };
    },
  });
  const context = { getRemainingTimeInMillis: () => 15_000 } as Context;
  const spec = deployment.mappings.find(({ queueName }) => queueName === QUEUE);
  if (!spec) throw new Error('no function reads the mail events');
  const poller: Poller = startPoller({
    spec,
    concurrency: 1,
    sqs: queues,
    queueUrl: urlOf(spec.queueName),
    deadLetter: () => undefined,
    invoke: async (event): Promise<FunctionResult> => ({
      ok: true,
      value: await consume(event as SQSEvent, context),
      requestId: 'r',
      durationMs: 1,
      cpuMs: 1,
    }),
    onBatch: () => undefined,
    onError: () => undefined,
  });
  ends.push(poller.stop);
  const report = createMailEvents({
    destinations: deployment.mailEvents,
    subscriptions: deployment.subscriptions,
    now: () => new Date(now()),
    send: (name, MessageBody) => queues.call('SendMessage', { QueueUrl: urlOf(name), MessageBody }),
  });
  return {
    clock,
    attempts,
    suppressed,
    report,
    dead: () => queues.depth(DEAD).waiting,
    tableIsBack: () => {
      tableIsAway = false;
    },
  };
};
const mail = { to: ['gone@example.com'], from: 'tellhook@tellhook.example', subject: 'Hi' };

describe('a bounce that cannot be stored', () => {
  it('survives five minutes without the table', async () => {
    const { clock, attempts, suppressed, report, dead, tableIsBack } = await open();
    await report('bounce', mail);
    for (const minute of [0, 2, 4]) {
      clock.minutes = minute;
      await expect.poll(() => attempts.length).toBe(minute / 2 + 1);
    }
    tableIsBack();
    clock.minutes = 6;
    await expect.poll(() => suppressed).toEqual(['gone@example.com']);
    expect([attempts, dead()]).toEqual([[1, 2, 3, 4], 0]);
  });

  it('is kept for the operator after an hour of failures', async () => {
    const { clock, attempts, report, dead } = await open();
    await report('complaint', mail);
    for (let tries = 1; tries <= 40; tries += 1) {
      await expect.poll(() => attempts.length).toBe(tries);
      clock.minutes += 2;
    }
    await expect.poll(dead).toBe(1);
    expect(attempts).toHaveLength(40);
  });
});
