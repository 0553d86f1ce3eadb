import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
} from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { NEVER } from '#contract/never';
import { accountStore } from '../../lambdas/adapters/dynamodb/account-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { copyRestored, restoreTable } from '../../lib/deploy/restore.ts';
import { aWebhook } from '../support/in-memory.ts';
import { storeTargets, tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();
const now = new Date('2026-11-20T12:00:00.000Z');
let used: Table;
let backup: Table;
beforeEach(async () => {
  [used, backup] = [await standIn.another(), await standIn.another()];
});

const put = ({ client, name }: Table, Item: Record<string, unknown>) =>
  client.send(new PutCommand({ TableName: name, Item }));
const get = async ({ client, name }: Table, Key: object) =>
  (await client.send(new GetCommand({ TableName: name, Key: Key as Record<string, unknown>, ConsistentRead: true })))
    .Item;
const copy = (options: Partial<Parameters<typeof copyRestored>[0]> = {}) =>
  copyRestored({ client: used.client, from: backup.name, to: used.name, now, ...options });

/** Creates a user's data with the product's own stores. */
const seed = async (table: Table, userId: number) => {
  const account = { userId, email: `${userId}@example.com`, passwordHash: 'hash', createdAt: now };
  await accountStore(table).insert(account);
  await storeTargets(table, userId);
  const webhook = aWebhook({ userId, id: userId, route: `route-of-${userId}` });
  const stored = await webhookStore(table).insert(webhook, { status: 'free', premiumUntil: NEVER }, 10);
  expect(stored).toBe('stored');
  await put(table, { ...key.content(userId, 'call', 0), body: new Uint8Array([1, 2, 3]) });
  return webhook;
};

describe('a restored table', () => {
  it('gets missing items back and keeps newer ones', async () => {
    const webhook = await seed(backup, 7);
    await put(used, { ...key.profile(7), email: 'newer@example.com', user_id: 7 });
    const report = await copy();
    expect(await routeReader(used).byRoute(webhook.route)).toMatchObject({ userId: 7 });
    expect(await get(used, key.content(7, 'call', 0))).toMatchObject({ body: new Uint8Array([1, 2, 3]) });
    expect(await get(used, key.profile(7))).toMatchObject({ email: 'newer@example.com' });
    expect(report).toMatchObject({ kept: 1, passedOver: 0 });
    expect(report.copied).toBe(report.read - 1);
  });

  it('restores a single user with all their items', async () => {
    await seed(backup, 7);
    await seed(backup, 8);
    await put(backup, { ...key.providerReference('telegram', 'chat', 7, 1) });
    const report = await copy({ userId: 7 });
    const { Items = [] } = await used.client.send(new ScanCommand({ TableName: used.name }));
    const keys = Items.map(({ pk }) => String(pk)).sort();
    expect(keys).toEqual(
      expect.arrayContaining(['EMAIL#7@example.com', 'PROVIDER#telegram#chat', 'ROUTE#route-of-7', 'USER#7']),
    );
    expect(keys.filter((pk) => pk.includes('8'))).toEqual([]);
    expect(report.copied).toBe(Items.length);
    expect(report.passedOver).toBe(report.read - Items.length);
  });

  it('replaces all items if the whole table is damaged', async () => {
    await put(backup, { ...key.profile(7), email: 'right@example.com' });
    await put(used, { ...key.profile(7), email: 'wrong@example.com' });
    expect(await copy({ replace: true })).toMatchObject({ copied: 1, kept: 0 });
    expect(await get(used, key.profile(7))).toMatchObject({ email: 'right@example.com' });
  });

  it('restores no sessions, tokens or expired items', async () => {
    const past = now.getTime() / 1000 - 1;
    await put(backup, { ...key.session(7, 'family') });
    await put(backup, { ...key.token('reset', 'hash'), user_id: 7 });
    await put(backup, { ...key.seen(1, 'print'), expires_at: past + 100 });
    await put(backup, { ...key.invocation(7, 1, 'old'), expires_at: past });
    expect(await copy()).toEqual({ read: 4, passedOver: 4, copied: 0, kept: 0 });
  });

  it('copies items from every part of the table', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, id) => put(backup, { ...key.profile(id), user_id: id })));
    expect(await copy()).toEqual({ read: 300, passedOver: 0, copied: 300, kept: 0 });
    // An interrupted copy can be repeated safely.
    expect(await copy()).toEqual({ read: 300, passedOver: 0, copied: 0, kept: 300 });
  });
});

describe('restoring to a moment', () => {
  const missing = new ResourceNotFoundException({ message: 'no table', $metadata: {} });
  const at = new Date('2026-11-20T11:30:00.000Z');
  const restore = async (answers: (string | undefined)[]) => {
    const aws = mockClient(DynamoDBClient);
    let asked = 0;
    aws.on(DescribeTableCommand).callsFake(() => {
      const status = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      if (status === undefined) throw missing;
      return { Table: { TableStatus: status } };
    });
    aws.on(RestoreTableToPointInTimeCommand).resolves({});
    let pauses = 0;
    const name = await restoreTable({
      client: new DynamoDBClient({}),
      table: 'tellhook',
      at,
      pause: async () => {
        pauses += 1;
      },
    });
    const asks = aws.commandCalls(RestoreTableToPointInTimeCommand).map((call) => call.args[0].input);
    aws.restore();
    return { name, pauses, asks };
  };

  it('creates a new table and waits until it can be read', async () =>
    expect(await restore([undefined, 'CREATING', 'CREATING', 'ACTIVE'])).toEqual({
      name: 'tellhook-restored-20261120113000',
      pauses: 2,
      asks: [{ SourceTableName: 'tellhook', TargetTableName: 'tellhook-restored-20261120113000', RestoreDateTime: at }],
    }));

  it('continues with the table of an interrupted run', async () =>
    expect(await restore(['CREATING', 'ACTIVE'])).toMatchObject({ pauses: 0, asks: [] }));
});
