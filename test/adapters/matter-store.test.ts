import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deletionStore } from '../../lambdas/adapters/dynamodb/deletion-store.ts';
import { ownerIn } from '../../lambdas/adapters/dynamodb/keys.ts';
import { matterStore } from '../../lambdas/adapters/dynamodb/matter-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import type { MatterMessage } from '../../lambdas/model/matter.ts';
import { type CountedAws, startCountedAws } from '../support/counted-aws.ts';

let aws: CountedAws;
let table: Table;
beforeAll(async () => {
  aws = await startCountedAws('{}');
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: aws.endpoint, region: 'eu-central-1', credentials });
  const options = { marshallOptions: { removeUndefinedValues: true } };
  table = { name: aws.tableName, client: DynamoDBDocumentClient.from(client, options) };
});
afterAll(() => aws.stop());

const at = '2026-11-20T12:00:00.000Z';
const message: MatterMessage = {
  state: 'open',
  openedAt: at,
  lastAt: at,
  saidAt: at,
  count: 3,
  severity: 'warning',
  title: 'CPU high on web-3',
  link: 'https://grafana.example.com/d/1',
  turns: [at],
  lastCall: '0mwoxh4yo0000000000bk7c7i587',
  lastHow: 'update',
  ref: '-100123/456',
  place: 'a-fingerprint',
};
const id = { userId: 4_812_345_678_901_234, webhookId: 11, targetId: 21, key: 'web-3' };

const unitsOf = async (act: () => Promise<unknown>) => {
  aws.take();
  await act();
  const all = aws.take();
  return {
    read: all.reduce((sum, { readUnits }) => sum + readUnits, 0),
    write: all.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
  };
};

it('stores a matter for one write unit, also with long texts, and reads it for one unit', async () => {
  const matters = matterStore(table);
  const long = {
    ...message,
    title: '告'.repeat(200),
    link: `https://example.com/${'x'.repeat(480)}`,
    ref: 'r'.repeat(300),
    turns: [at, at, at, at],
    owed: 'refused' as const,
  };
  expect(await unitsOf(() => matters.put({ ...id, key: 'k'.repeat(10_000) }, long))).toEqual({ read: 0, write: 1 });
  expect(await unitsOf(() => matters.put(id, message))).toEqual({ read: 0, write: 1 });
  expect(await unitsOf(() => matters.get(id))).toEqual({ read: 1, write: 0 });
  expect(await matters.get(id)).toEqual(message);
});

it('keeps matters of webhooks, targets and keys apart', async () => {
  const matters = matterStore(table);
  await matters.put(id, message);
  for (const other of [{ webhookId: 12 }, { targetId: 22 }, { key: 'web-4' }, { userId: 2 }])
    expect(await matters.get({ ...id, ...other })).toBeUndefined();
});

it('lists the unexpired messages of a webhook up to a limit', async () => {
  const matters = matterStore(table);
  const ofList = { ...id, webhookId: 13 };
  for (const targetId of [21, 22]) await matters.put({ ...ofList, targetId }, message);
  await matters.put({ ...ofList, key: 'web-4' }, { ...message, lastAt: '2026-11-01T12:00:00.000Z' });
  const list = (limit: number) => matters.list(id.userId, 13, limit, new Date(at));
  const listed = await list(10);
  expect(listed).toMatchObject([
    { ...message, targetId: 21 },
    { ...message, targetId: 22 },
  ]);
  expect(new Set(listed.map(({ keyHash }) => keyHash)).size).toBe(1);
  aws.take();
  // An expired message does not count, but may need another query.
  expect(await list(1)).toHaveLength(1);
  expect(aws.take().length).toBeLessThanOrEqual(2);
});

it('forgets an open matter after seven days, and a resolved one after a day', async () => {
  const matters = matterStore(table);
  const expiry = async (state: 'open' | 'resolved') => {
    aws.take();
    await matters.put(id, { ...message, state });
    const [{ input } = { input: {} }] = aws.take();
    const { Item } = input as { Item: { pk: { S: string }; sk: { S: string } } };
    const Key = { pk: Item.pk.S, sk: Item.sk.S };
    const { Item: stored = {} } = await table.client.send(new GetCommand({ TableName: table.name, Key }));
    expect(ownerIn(stored)).toBe(id.userId);
    return Number(stored.expires_at) - Date.parse(at) / 1000;
  };
  expect(await expiry('open')).toBe(7 * 86_400);
  expect(await expiry('resolved')).toBe(86_400);
});

it('is deleted with its account', async () => {
  const matters = matterStore(table);
  await matters.put(id, message);
  await deletionStore(table).removeInvocations(id.userId, id.webhookId, () => true);
  expect(await matters.get(id)).toBeUndefined();
});
