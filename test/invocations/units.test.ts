import { createHmac } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { githubPush } from '../../bench/support/payloads.ts';
import { readOverview } from '../../lambdas/accounts/read-overview.ts';
import { accountStore } from '../../lambdas/adapters/dynamodb/account-store.ts';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { dispatchStore } from '../../lambdas/adapters/dynamodb/dispatch-store.ts';
import { failingTargets } from '../../lambdas/adapters/dynamodb/failing-targets.ts';
import { invocationStore } from '../../lambdas/adapters/dynamodb/invocation-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { laneStore } from '../../lambdas/adapters/dynamodb/lane-store.ts';
import { noticeChoiceStore } from '../../lambdas/adapters/dynamodb/notice-choice-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { createSealer } from '../../lambdas/adapters/sealing.ts';
import { listInvocations } from '../../lambdas/invocations/read-invocations.ts';
import { newDispatch } from '../../lambdas/model/dispatch.ts';
import { flowingLane } from '../../lambdas/model/lane.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { verificationBinding } from '../../lambdas/model/verification.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import type { RoutingRule } from '../../lambdas/templates/routing/routing.ts';
import { rotateWebhook } from '../../lambdas/webhooks/rotate-webhook.ts';
import { type Environment, startEnvironment } from '../../lib/local/functions/environment.ts';
import { readAssembly } from '../../lib/local/template/assembly.ts';
import { readDeployment } from '../../lib/local/template/deployment.ts';
import { localAssembly } from '../support/assembly.ts';
import { type AwsRequest, type CountedAws, startCountedAws } from '../support/counted-aws.ts';
import { aSummary, aTarget, aWebhook, nothingHeld } from '../support/in-memory.ts';

/** Ids with a realistic length, because the length affects the units. */
const USER = 4_812_345_678_901_234;
const WEBHOOK = 2_412_345_678_901_234;
const WIDE_WEBHOOK = 2_512_345_678_901_234;
const SIGNED_WEBHOOK = 2_612_345_678_901_234;
const RICH_WEBHOOK = 2_712_345_678_901_234;
const PICKY_WEBHOOK = 2_812_345_678_901_234;
const ROTATED_WEBHOOK = 2_912_345_678_901_234;
const STORM_WEBHOOK = 2_952_345_678_901_234;
const ROUTED_WEBHOOK = 2_992_345_678_901_234;
const TARGET = 3_312_345_678_901_234;

const pushes = aWebhook({
  id: WEBHOOK,
  userId: USER,
  targetIds: [TARGET],
  useTemplate: true,
  template: '{{repository.full_name}}: {{pusher.name}} pushed "{{head_commit.message}}"',
});

let aws: CountedAws;
let table: Table;
const functions = new Map<string, Environment>();
const lines: string[] = [];

const start = async (name: string) => {
  const { functions: all } = readDeployment(readAssembly(await localAssembly()));
  const spec = all.find((each) => each.spec.name === name)?.spec;
  if (!spec) throw new Error(`no function ${name}`);
  const environment = {
    ...spec.environment,
    TABLE_NAME: aws.tableName,
    LANES_QUEUE_URL: `${aws.endpoint}/1/lanes.fifo`,
    DEAD_LETTERS_QUEUE_URL: `${aws.endpoint}/1/dead-letters.fifo`,
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  functions.set(
    name,
    startEnvironment({ spec: { ...spec, environment }, clockOffsetMs: 0, onLine: (line) => lines.push(line) }),
  );
};

const invoked = async <Result>(name: string, event: unknown): Promise<Result> => {
  const result = await functions.get(name)?.invoke(event, 0);
  if (!result?.ok) throw new Error(`${name}: ${result?.errorMessage}`);
  return result.value as Result;
};

/** The cost of one call. Round trips are counted until the response; concurrent requests count as one. */
interface Cost {
  accepting: string[];
  roundTrips: number;
  delivering: string[];
  readUnits: number;
  writeUnits: number;
  logBytes: number;
  items: AwsRequest[];
}

/** The sealing secret, and a sender's signing secret. */
const SEALING_SECRET = '{}';
const SIGNING_SECRET = 'it stands at the sender, too';

const callHeaders = { 'content-type': 'application/json', 'x-github-event': 'push', 'content-length': '6935' };

const signatureOf = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Sends a push through both functions, as the gateway and the queue would. */
const costOfCall = async (route: string, mark: string, secret?: string, answer = 202): Promise<Cost> => {
  aws.take();
  lines.length = 0;
  const body = JSON.stringify({ ...githubPush, head_commit: { ...githubPush.head_commit, message: mark } });
  const requestContext = { requestId: 'JKJaXmPLvHcESHA=', http: { method: 'POST', sourceIp: '203.0.113.7' } };
  const headers = { ...callHeaders, ...(secret !== undefined && { 'x-hub-signature-256': signatureOf(body, secret) }) };
  const event = { pathParameters: { route }, rawQueryString: '', headers, requestContext, body };
  expect(await invoked('invoke', event)).toMatchObject({ statusCode: answer });
  const accepting = aws.take();
  const now = String(Date.now());
  const times = { SentTimestamp: now, ApproximateFirstReceiveTimestamp: now };
  const Records = aws.takeMessages().map((message, index) => ({
    messageId: String(index),
    receiptHandle: String(index),
    body: message.body,
    attributes: { MessageGroupId: message.group, ApproximateReceiveCount: '1', ...times },
  }));
  expect(await invoked('dispatcher', { Records })).toEqual({ batchItemFailures: [] });
  const delivering = aws.take().filter(({ operation }) => !operation.startsWith('secretsmanager'));
  const all = [...accepting, ...delivering];
  const names = (requests: AwsRequest[]) => requests.map(({ operation }) => operation);
  return {
    accepting: names(accepting),
    roundTrips: new Set(accepting.map(({ wave }) => wave)).size,
    delivering: names(delivering),
    readUnits: all.reduce((sum, { readUnits }) => sum + readUnits, 0),
    writeUnits: all.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
    logBytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0),
    items: all,
  };
};

const storeProfile = (userId: number) => {
  const counts = { webhook_count: 0, target_count: 0, epoch: 0 };
  const person = { user_id: userId, email: 'someone@example.com', password_hash: 'x'.repeat(97), status: 'free' };
  const Item = { ...key.profile(userId), ...person, ...counts };
  return table.client.send(new PutCommand({ TableName: table.name, Item }));
};

/** The storage used by calls that tests count directly. */
const storage = { bytes: 7000, maxBytes: 1e9, until: new Date(Date.now() + 7 * 86_400_000) };

const readUnits = async (read: () => Promise<unknown>): Promise<number> => {
  aws.take();
  await read();
  return aws.take().reduce((sum, request) => sum + request.readUnits, 0);
};

beforeAll(async () => {
  aws = await startCountedAws(SEALING_SECRET);
  const client = new DynamoDBClient({
    endpoint: aws.endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  table = { name: aws.tableName, client: documents };
  await storeProfile(USER);
  const targetIds = Array.from({ length: 10 }, (_, index) => TARGET + index);
  for (const id of targetIds) await targetStore(table).insert(aTarget({ id, userId: USER }), null);
  const owner = { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' } as const;
  const wide = { ...pushes, id: WIDE_WEBHOOK, route: 'a-wide-route', targetIds };
  const sealed = createSealer(SEALING_SECRET).seal({ one: SIGNING_SECRET }, verificationBinding(USER, SIGNED_WEBHOOK));
  const secrets = [{ id: 'one', hint: '…', createdAt: '2026-11-01T00:00:00.000Z' }];
  const verification = { mode: 'enforce', sender: 'github', allowIps: [], secrets, sealed } as const;
  const signed = {
    ...pushes,
    id: SIGNED_WEBHOOK,
    route: 'a-signed-route',
    verification: { ...verification, allowIps: [] },
  };
  const rich = {
    ...pushes,
    id: RICH_WEBHOOK,
    route: 'a-rich-route',
    useTemplate: false,
    template: '',
    format: 'rich' as const,
  };
  const picky = {
    ...pushes,
    id: PICKY_WEBHOOK,
    route: 'a-picky-route',
    intake: {
      ...pushes.intake,
      methods: ['POST' as const],
      answer: { status: 200, contentType: 'application/json' as const, body: '{"received":true}' },
    },
  };
  const rotated = { ...pushes, id: ROTATED_WEBHOOK, route: 'a-former-route' };
  const quiet = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59', zone: 'UTC', unless: null, action: 'hold' };
  const nobody = { match: 'all', conditions: [{ field: 'body.repository.name', op: 'is', value: 'another' }] };
  const everything = { when: null, template: null, quiet: null, otherwise: false };
  const routed: Webhook = {
    ...pushes,
    id: ROUTED_WEBHOOK,
    route: 'a-routed-route',
    targetIds: [TARGET, TARGET + 1],
    routing: [
      {
        ...everything,
        targetId: TARGET,
        when: { match: 'all', conditions: [{ field: 'method', op: 'is', value: 'POST' }] },
      },
      {
        ...everything,
        targetId: TARGET + 1,
        when: nobody as RoutingRule['when'],
        quiet: quiet as RoutingRule['quiet'],
      },
    ],
  };
  // Another account, because the calls of one account are limited.
  await storeProfile(USER + 77);
  await targetStore(table).insert(aTarget({ id: TARGET, userId: USER + 77 }), null);
  const storm = {
    ...pushes,
    userId: USER + 77,
    id: STORM_WEBHOOK,
    route: 'a-storm-route',
    digest: { after: 3, withinSeconds: 600 },
  };
  for (const webhook of [pushes, wide, signed, rich, picky, rotated, routed, storm])
    await webhookStore(table).insert(webhook, owner, 100);
  await Promise.all([start('invoke'), start('dispatcher')]);
}, 120_000);

afterAll(async () => {
  await Promise.all([...functions.values()].map((each) => each.stop()));
  await aws.stop();
});

describe('a call of 7 KB delivered to one target', () => {
  it('takes a read and a write more if it is the first of its day and process', async () => {
    const cost = await costOfCall('a-route', 'the first');
    expect(cost).toMatchObject({ readUnits: 2, writeUnits: 6 });
  });

  it('costs five write units, one read unit, six requests, and two round trips before the response', async () => {
    aws.setPatience(150);
    const cost = await costOfCall('a-route', 'the second');
    expect(cost).toMatchObject({
      accepting: ['DynamoDB.UpdateItem', 'DynamoDB.BatchWriteItem', 'SQS.SendMessageBatch'],
      roundTrips: 2,
      delivering: ['DynamoDB.BatchGetItem', 'DynamoDB.PutItem', 'DynamoDB.UpdateItem'],
      readUnits: 1,
      writeUnits: 5,
    });
    aws.setPatience(0);
  });

  it('writes the compressed body once, into an item that is never updated or indexed', async () => {
    const { items } = await costOfCall('a-route', 'the third');
    const writes = items
      .filter(({ writeUnits }) => writeUnits > 0)
      .map(({ operation, input }) => ({ operation, input }));
    const holding = writes.filter(({ input }) => JSON.stringify(input).includes('"CONTENT#0"'));
    expect(holding.map(({ operation }) => operation)).toEqual(['DynamoDB.BatchWriteItem']);
    const texts = writes.map(({ input }) => JSON.stringify(input));
    // The deflated body is unreadable, and the summary contains only its first characters.
    expect(texts.every((text) => !text.includes('stargazers_url'))).toBe(true);
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(2500);
  });

  it('writes at most 0.6 KB of log in a busy process', async () => {
    let cost = await costOfCall('a-route', 'the next');
    // The first calls of an idle process write their metrics immediately; later ones share a line.
    for (let calls = 0; calls < 4; calls++) cost = await costOfCall('a-route', 'one more');
    expect(cost.logBytes).toBeGreaterThan(0);
    expect(cost.logBytes).toBeLessThanOrEqual(600);
  });
});

describe('a call with a rich message', () => {
  it('costs at most one write unit more, and no request', async () => {
    await costOfCall('a-rich-route', 'the first');
    aws.setPatience(150);
    const cost = await costOfCall('a-rich-route', 'the second');
    expect(cost).toMatchObject({
      accepting: ['DynamoDB.UpdateItem', 'DynamoDB.BatchWriteItem', 'SQS.SendMessageBatch'],
      delivering: ['DynamoDB.BatchGetItem', 'DynamoDB.PutItem', 'DynamoDB.UpdateItem'],
      readUnits: 1,
    });
    const kept = cost.items.filter(({ input }) => JSON.stringify(input).includes('"rich"'));
    expect(kept).toHaveLength(1);
    expect(cost.writeUnits).toBeLessThanOrEqual(6);
    aws.setPatience(0);
  });
});

describe('a call with verification', () => {
  it('costs no more than others, once the process has decrypted the secret', async () => {
    await costOfCall('a-signed-route', 'the first', SIGNING_SECRET);
    aws.setPatience(150);
    const cost = await costOfCall('a-signed-route', 'the second', SIGNING_SECRET);
    expect(cost).toMatchObject({
      accepting: ['DynamoDB.UpdateItem', 'DynamoDB.BatchWriteItem', 'SQS.SendMessageBatch'],
      roundTrips: 2,
      readUnits: 1,
      writeUnits: 5,
    });
    aws.setPatience(0);
  });

  it('costs one read and one limited write if it is unverified, and only the read if there are many', async () => {
    const requestContext = { requestId: 'JKJaXmPLvHcESHA=', http: { method: 'POST', sourceIp: '203.0.113.7' } };
    const body = JSON.stringify(githubPush);
    const headers = { ...callHeaders, 'x-hub-signature-256': signatureOf(body, 'another') };
    const event = { pathParameters: { route: 'a-signed-route' }, rawQueryString: '', headers, requestContext, body };
    const refuse = async () => {
      aws.take();
      expect(await invoked('invoke', event)).toMatchObject({ statusCode: 401 });
      return aws.take();
    };
    const first = await refuse();
    expect(first.map(({ operation }) => operation)).toEqual(['DynamoDB.GetItem', 'DynamoDB.PutItem']);
    expect(first.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBeLessThanOrEqual(4);
    for (let calls = 1; calls < 6; calls++) await refuse();
    expect((await refuse()).map(({ operation }) => operation)).toEqual(['DynamoDB.GetItem']);
  });
});

describe('a call to a webhook with a custom response and methods', () => {
  it('costs no more than others', async () => {
    await costOfCall('a-picky-route', 'the first', undefined, 200);
    aws.setPatience(150);
    const cost = await costOfCall('a-picky-route', 'the second', undefined, 200);
    expect(cost).toMatchObject({
      accepting: ['DynamoDB.UpdateItem', 'DynamoDB.BatchWriteItem', 'SQS.SendMessageBatch'],
      roundTrips: 2,
      readUnits: 1,
      writeUnits: 5,
    });
    aws.setPatience(0);
  });

  it('costs only the read of its route if it is rejected for its method', async () => {
    const requestContext = { requestId: 'JKJaXmPLvHcESHA=', http: { method: 'GET', sourceIp: '203.0.113.7' } };
    const event = { pathParameters: { route: 'a-picky-route' }, rawQueryString: '', headers: {}, requestContext };
    aws.take();
    expect(await invoked('invoke', event)).toMatchObject({ statusCode: 405 });
    expect(aws.take().map(({ operation, readUnits }) => [operation, readUnits])).toEqual([['DynamoDB.GetItem', 0.5]]);
  });
});

describe('a webhook with a changed URL', () => {
  it('costs no more than others at the new URL, and the read of its route more at the old one', async () => {
    // The change is old enough that processes cache the route.
    const clock = () => new Date(Date.now() - 60_000);
    const { route } = await rotateWebhook(USER, ROTATED_WEBHOOK, 24, { webhooks: webhookStore(table, clock), clock });
    const ordinary = ['DynamoDB.UpdateItem', 'DynamoDB.BatchWriteItem', 'SQS.SendMessageBatch'];
    await costOfCall(route, 'the first');
    aws.setPatience(150);
    expect(await costOfCall(route, 'the second')).toMatchObject({ accepting: ordinary, readUnits: 1, writeUnits: 5 });
    expect(await costOfCall('a-former-route', 'by the old one')).toMatchObject({
      accepting: ['DynamoDB.GetItem', ...ordinary],
      readUnits: 1.5,
      writeUnits: 5,
    });
    aws.setPatience(0);
  });
});

describe('a call to a webhook with a limit of single messages', () => {
  it('costs one write unit more, and six more in a digest', async () => {
    await costOfCall('a-storm-route', 'the first');
    const alone = await costOfCall('a-storm-route', 'the second');
    expect(alone).toMatchObject({ readUnits: 1, writeUnits: 6 });
    await costOfCall('a-storm-route', 'the third');
    const combined = await costOfCall('a-storm-route', 'the fourth');
    expect(combined.delivering).toContain('DynamoDB.TransactWriteItems');
    expect(combined.readUnits).toBe(1);
    expect(combined.writeUnits).toBeLessThanOrEqual(12);
  });
});

describe('a call that one of two targets skips', () => {
  it('costs as much as for one target, and three write units for the other', async () => {
    await costOfCall('a-routed-route', 'the first');
    const cost = await costOfCall('a-routed-route', 'the second');
    const skipped = cost.items.filter(({ input }) => JSON.stringify(input).includes('skipped'));
    expect(skipped.map(({ operation }) => operation)).toEqual(['DynamoDB.PutItem', 'DynamoDB.UpdateItem']);
    expect(skipped.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBeLessThanOrEqual(2);
    // The third write lowers the target's number of dispatches.
    expect(cost.writeUnits).toBe(5 + 3);
    expect(cost.readUnits).toBe(2);
  });
});

describe('a call whose target is failing', () => {
  it('gets its headline in the two writes that store its wait', async () => {
    const id = TARGET + 50;
    const owner = { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' } as const;
    await targetStore(table).insert(aTarget({ id, userId: USER }), null);
    const failing = { ...pushes, id: WEBHOOK + 50, route: 'a-failing-route', targetIds: [id] };
    await webhookStore(table).insert(failing, owner, 100);
    const reason = { code: 'provider-unavailable' as const, text: 'Telegram is not responding at the moment.' };
    const nextWakeUpAt = new Date(Date.now() + 600_000).toISOString();
    await laneStore(table).save({ ...flowingLane(USER, id), mode: 'paused', reason, nextWakeUpAt });
    const { items } = await costOfCall('a-failing-route', 'down');
    const told = items.filter(({ input }) => JSON.stringify(input).includes('pushed \\"down\\"'));
    expect(told.map(({ operation, writeUnits }) => [operation, writeUnits])).toEqual([
      // The waiting list is an index, which costs a unit more.
      ['DynamoDB.PutItem', 2],
      ['DynamoDB.UpdateItem', 1],
    ]);
    expect(JSON.stringify(told[1]?.input)).toContain('dispatches.#target = :state');
  });
});

describe('each further target', () => {
  it('costs two write units and a share of the requests', async () => {
    await costOfCall('a-wide-route', 'the first');
    const cost = await costOfCall('a-wide-route', 'to ten targets');
    expect(cost.accepting).toEqual(['DynamoDB.UpdateItem', 'DynamoDB.BatchWriteItem', 'SQS.SendMessageBatch']);
    expect(cost.writeUnits).toBe(5 + 9 * 2);
    expect(cost.readUnits).toBe(10);
  });
});

describe('taking quota', () => {
  /** A call’s units if all webhooks were called yesterday and today, each with a separate target. */
  const unitsWith = async (webhooks: number): Promise<number> => {
    const userId = USER + 100 + webhooks;
    const take = (webhook: number, time: string) => {
      const ids = { userId, webhookId: WEBHOOK + webhook, targetIds: [TARGET + webhook] };
      return countersStore(table).takeInvocation({ ...ids, limit: 1500, storage, now: new Date(time) });
    };
    for (const time of ['2026-11-19T10:00:00.123Z', '2026-11-20T10:00:00.123Z'])
      for (let webhook = 0; webhook < webhooks; webhook++) await take(webhook, time);
    aws.take();
    await take(0, '2026-11-20T10:00:01.234Z');
    return aws.take().reduce((sum, request) => sum + request.writeUnits, 0);
  };

  it.each([
    [1, 1],
    [10, 1],
    [12, 2],
    [25, 3],
  ])('of a user with %i called webhooks costs %i write units', async (webhooks, units) => {
    expect(await unitsWith(webhooks)).toBe(units);
  });
});

describe('reading lists', () => {
  const now = new Date();

  it('costs four and a half read units for a page of 50 calls with their messages', async () => {
    const invocations = invocationStore(table);
    const preview = JSON.stringify(githubPush).slice(0, 160);
    for (let i = 0; i < 60; i++) {
      const summary = aSummary(new Date(now.getTime() - i), { userId: USER, webhookId: WEBHOOK, preview });
      await invocations.insert(summary, { headers: {}, body: Buffer.from('{}') });
      const sent = newDispatch(summary, 21, { name: 'Ops', kind: 'mock' });
      const headline = { title: 'octo/hello: mona pushed to main', sender: 'GitHub', event: 'push' };
      await dispatchStore(table, () => aTarget()).save({ ...sent, state: 'success', headline });
    }
    const webhooks = webhookStore(table);
    const page = { offset: 0, limit: 50, view: 'summary' } as const;
    const units = await readUnits(() =>
      listInvocations(USER, WEBHOOK, page, { webhooks, invocations, ...nothingHeld, clock: () => now }),
    );
    expect(units).toBe(4.5);
  });

  it('costs nine and a half read units for a dashboard of 25 webhooks and 200 targets', async () => {
    const other = USER + 1;
    await storeProfile(other);
    const premium = { status: 'premium', premiumUntil: '2027-01-01T00:00:00Z' } as const;
    const sealedSecrets = 'x'.repeat(220);
    const options = { chat_id: -1_001_234_567_890, chat_title: 'Operations of the shop', chat_type: 'supergroup' };
    const counters = countersStore(table);
    const addWebhook = async (number: number) => {
      const targetIds = Array.from({ length: 8 }, (_, index) => TARGET + 1000 + number * 8 + index);
      for (const id of targetIds)
        await targetStore(table).insert(aTarget({ id, userId: other, kind: 'telegram', options, sealedSecrets }), null);
      const webhook = { ...pushes, id: WEBHOOK + 100 + number, userId: other, route: `a-route-${number}`, targetIds };
      await webhookStore(table).insert(webhook, premium, 100);
      await counters.takeInvocation({ userId: other, webhookId: webhook.id, targetIds, limit: 1500, storage, now });
    };
    for (let number = 0; number < 25; number++) await addWebhook(number);
    const failing = failingTargets(table);
    const stores = { webhooks: webhookStore(table), targets: targetStore(table), counters, failingTargets: failing };
    const owner = { accounts: accountStore(table), choices: noticeChoiceStore(table) };
    const units = await readUnits(async () => {
      const overview = await readOverview(other, { ...stores, ...owner, plans, clock: () => now });
      expect([overview.webhooks.length, overview.targets.length]).toEqual([25, 200]);
    });
    expect(units).toBe(9.5);
  });
});
