import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failedIds, type MappingSpec, type Poller, startPoller } from '../../../lib/local/events/poller.ts';
import { traceAfter } from '../../../lib/local/events/recursion.ts';
import type { FunctionResult } from '../../../lib/local/functions/protocol.ts';
import { type QueueStandIn, startFauxqs } from '../../../lib/local/stand-ins/fauxqs.ts';
import { ensureQueues } from '../../../lib/local/stand-ins/queues.ts';

interface Batch {
  bodies: string[];
  records: { messageId: string; body: string; attributes: Record<string, string>; eventSourceARN: string }[];
  end(value?: unknown): void;
  fail(): void;
}

const region = 'eu-central-1';
let queues = 0;
let queueName = '';
let deadName = '';
const VISIBILITY_SECONDS = 60;
/** SQS searches 120,000. */
const SEARCHED = 30;
let standIn: QueueStandIn;
let clockMs = 0;
let poller: Poller | undefined;

beforeAll(async () => {
  standIn = await startFauxqs({ dataDir: null, region, now: () => Date.now() + clockMs, searched: SEARCHED });
});
// Each test has new queues, because an abandoned poll may still receive a message.
beforeEach(async () => {
  queues++;
  queueName = `lanes-${queues}.fifo`;
  deadName = `dead-${queues}.fifo`;
  const attributes = { FifoQueue: 'true', VisibilityTimeout: String(VISIBILITY_SECONDS) };
  const spec = (name: string) => ({ name, arn: arnOf(name), attributes, redrive: undefined });
  const redrive = { deadLetterQueue: deadName, maxReceiveCount: 2 };
  await ensureQueues(standIn, [{ ...spec(queueName), redrive }, spec(deadName)], region);
});
afterEach(async () => {
  for (const batch of open.splice(0)) batch.end();
  await poller?.stop();
});
afterAll(() => standIn.stop());

const arnOf = (name: string) => `arn:aws:sqs:${region}:000000000000:${name}`;
const urlOf = (name: string) => `http://localhost/000000000000/${name}`;
let sent = 0;
const send = (MessageBody: string, MessageGroupId: string) =>
  standIn.call('SendMessage', {
    QueueUrl: urlOf(queueName),
    MessageBody,
    MessageGroupId,
    MessageDeduplicationId: String(++sent),
  });
const expire = () => {
  clockMs += VISIBILITY_SECONDS * 1000 + 1;
};

const open: Batch[] = [];
/** Starts polling. Each batch stays in `batches` until the test ends it. */
const poll = ({ concurrency = 3, ...more }: Partial<MappingSpec> & { concurrency?: number } = {}) => {
  const batches: Batch[] = [];
  const spec: MappingSpec = {
    queueName,
    queueArn: arnOf(queueName),
    functionName: 'dispatcher',
    batchSize: 10,
    reportsItemFailures: true,
    mayRecur: false,
    ...more,
  };
  const done: { messages: number; failed: number }[] = [];
  const problems: string[] = [];
  poller = startPoller({
    spec,
    concurrency,
    sqs: standIn,
    queueUrl: urlOf(queueName),
    invoke: (event) =>
      new Promise<FunctionResult>((resolve) => {
        const { Records: records } = event as { Records: Batch['records'] };
        const meta = { requestId: 'r', durationMs: 1, cpuMs: 1 };
        const batch: Batch = {
          bodies: records.map(({ body }) => body),
          records,
          end: (value = null) => resolve({ ok: true, value, ...meta }),
          fail: () => resolve({ ok: false, errorType: 'Error', errorMessage: 'no', ...meta }),
        };
        batches.push(batch);
        open.push(batch);
      }),
    deadLetter: (receiptHandles) => standIn.deadLetter(queueName, receiptHandles),
    onBatch: (batch) => done.push(batch),
    onError: (message) => problems.push(message),
  });
  return { batches, done, problems };
};
const until = (what: () => unknown) => expect.poll(what, { interval: 5, timeout: 5000 });

describe('an event source mapping', () => {
  it('invokes the function with the records of Lambda’s event', async () => {
    const { batches } = poll();
    await send('hello', 'target-1');
    await until(() => batches.length).toBe(1);
    expect(batches[0]?.records[0]).toMatchObject({
      body: 'hello',
      eventSource: 'aws:sqs',
      eventSourceARN: arnOf(queueName),
      awsRegion: region,
      attributes: { MessageGroupId: 'target-1', ApproximateReceiveCount: '1' },
    });
  });

  it('leaves messages in the queue at the concurrency limit, so they arrive in one batch', async () => {
    const { batches } = poll({ concurrency: 1 });
    await send('first', '0');
    await until(() => batches.length).toBe(1);
    await send('a', '1');
    await send('b', '2');
    expect(await standIn.depth(queueName)).toMatchObject({ receivable: 2, inFlight: 1 });
    batches[0]?.end();
    await until(() => batches.map(({ bodies }) => bodies)).toEqual([['first'], ['a', 'b']]);
  });

  it('deletes the messages that succeeded', async () => {
    const { batches, done } = poll();
    await send('a', '1');
    await until(() => batches.length).toBe(1);
    batches[0]?.end();
    await until(() => done).toEqual([expect.objectContaining({ messages: 1, failed: 0 })]);
    expect(await standIn.depth(queueName)).toEqual({ receivable: 0, inFlight: 0, waiting: 0 });
  });

  it('keeps a group in order: a message comes only after the previous one is done', async () => {
    const { batches } = poll();
    await send('first', '1');
    await until(() => batches.length).toBe(1);
    await send('second', '1');
    expect(await standIn.depth(queueName)).toMatchObject({ receivable: 0, inFlight: 1, waiting: 1 });
    batches[0]?.end();
    await until(() => batches.map(({ bodies }) => bodies)).toEqual([['first'], ['second']]);
  });

  it('delivers the waiting messages of a group together and in order, also after a retry', async () => {
    for (const body of ['1', '2', '3']) await send(body, 'a');
    const { batches } = poll();
    await until(() => batches.map(({ bodies }) => bodies)).toEqual([['1', '2', '3']]);
    batches[0]?.fail();
    await until(() => poller?.active()).toBe(0);
    await expire();
    await until(() => batches.map(({ bodies }) => bodies)).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
  });

  it('does not let a group with a long backlog delay the others', async () => {
    for (let count = 0; count < 15; count++) await send(`long ${count}`, 'long');
    await send('short', 'short');
    const { batches } = poll({ concurrency: 1 });
    await until(() => batches.length).toBe(1);
    batches[0]?.end();
    await until(() => batches.length).toBe(2);
    expect(batches[1]?.bodies).toContain('short');
  });

  it('does not see groups beyond the messages that the queue scans', async () => {
    for (let count = 0; count < SEARCHED; count++) await send(`flood ${count}`, 'flood');
    await send('other', 'other');
    const { batches } = poll();
    await until(() => batches.length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(batches).toHaveLength(1);
    batches[0]?.end();
    await until(() => batches.flatMap(({ bodies }) => bodies)).toContain('other');
  });

  const sendAfter = async (hops: number, MessageBody: string) => {
    const entry = { MessageBody, MessageGroupId: MessageBody, MessageDeduplicationId: String(++sent) };
    const body = JSON.stringify({ QueueUrl: urlOf(queueName), ...entry });
    await standIn.answer({ target: 'AmazonSQS.SendMessage', trace: `Root=1-0-0;Lineage=1:${hops}`, body });
  };

  it('moves messages to the dead-letter queue after too many functions in a row', async () => {
    await sendAfter(15, 'still fine');
    await sendAfter(16, 'one too many');
    const { batches, problems } = poll();
    await until(() => problems.length).toBe(1);
    await until(() => batches.flatMap(({ bodies }) => bodies)).toEqual(['still fine']);
    expect(standIn.depth(deadName).receivable).toBe(1);
    expect(traceAfter({ Records: batches[0]?.records })).toContain('Lineage=1:16');
  });

  it('puts no limit on a function that is allowed to start itself', async () => {
    await sendAfter(400, 'wake-up');
    const { batches } = poll({ mayRecur: true });
    await until(() => batches.flatMap(({ bodies }) => bodies)).toEqual(['wake-up']);
  });

  it('processes other groups while one is slow', async () => {
    const { batches } = poll();
    await send('slow', '1');
    await until(() => batches.length).toBe(1);
    await send('quick', '2');
    await until(() => batches.map(({ bodies }) => bodies)).toEqual([['slow'], ['quick']]);
  });

  it('runs no more concurrent batches than the mapping allows', async () => {
    const { batches } = poll({ concurrency: 2, batchSize: 1 });
    for (const group of ['1', '2', '3']) await send(group, group);
    await until(() => batches.length).toBe(2);
    expect(poller?.active()).toBe(2);
    expect(await standIn.depth(queueName)).toMatchObject({ receivable: 1, inFlight: 2 });
    batches[0]?.end();
    await until(() => batches.length).toBe(3);
  });

  it('keeps the failed messages, which return after the visibility timeout', async () => {
    const { batches, done } = poll();
    await send('good', '1');
    await send('bad', '2');
    await until(() => batches.flatMap(({ bodies }) => bodies).sort()).toEqual(['bad', 'good']);
    for (const batch of batches.splice(0)) {
      const failures = batch.records.filter(({ body }) => body === 'bad').map(({ messageId }) => messageId);
      batch.end({ batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) });
    }
    await until(() => done.reduce((sum, { messages }) => sum + messages, 0)).toBe(2);
    expect(done.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
    expect(await standIn.depth(queueName)).toMatchObject({ receivable: 0, inFlight: 1 });
    await expire();
    await until(() => batches.map(({ bodies }) => bodies)).toEqual([['bad']]);
    expect(batches[0]?.records[0]?.attributes.ApproximateReceiveCount).toBe('2');
  });

  it('keeps the whole batch of a failed function, and stops retrying after the queue’s limit', async () => {
    const { batches } = poll();
    await send('poison', '1');
    for (let attempt = 1; attempt <= 2; attempt++) {
      await until(() => batches.length).toBe(attempt);
      batches.at(-1)?.fail();
      await until(() => poller?.active()).toBe(0);
      await expire();
    }
    await until(async () => (await standIn.depth(deadName)).receivable).toBe(1);
    expect(batches).toHaveLength(2);
  });
});

describe('a partial batch response', () => {
  const ok = (value: unknown): FunctionResult => ({ ok: true, value, requestId: 'r', durationMs: 1, cpuMs: 1 });
  const ids = ['a', 'b'];
  const failed = (value: unknown, reports = true) => [...failedIds(ok(value), ids, reports)];

  it('names the messages that failed', () => {
    expect(failed({ batchItemFailures: [{ itemIdentifier: 'b' }] })).toEqual(['b']);
  });

  it.each([null, undefined, {}, { batchItemFailures: null }, { batchItemFailures: [] }])(
    'is a complete success when it is %o',
    (value) => {
      expect(failed(value)).toEqual([]);
    },
  );

  it.each([
    [{ batchItemFailures: [{ itemIdentifier: 'unknown' }] }],
    [{ batchItemFailures: [{ itemIdentifier: '' }] }],
    [{ batchItemFailures: [{}] }],
    [{ batchItemFailures: 'b' }],
  ])('is a complete failure when it is invalid: %o', (value) => {
    expect(failed(value)).toEqual(ids);
  });

  it('is ignored unless the mapping asks for it', () => {
    expect(failed({ batchItemFailures: [{ itemIdentifier: 'b' }] }, false)).toEqual([]);
  });
});
