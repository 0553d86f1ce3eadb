import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { watchStore } from '../../lambdas/adapters/dynamodb/watch-store.ts';
import { changeWatch } from '../../lambdas/dispatches/acknowledge.ts';
import { watchCall } from '../../lambdas/dispatches/watch.ts';
import { hashOfKey } from '../../lambdas/model/matter.ts';
import type { Watch } from '../../lambdas/model/watch.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { startCountedAws } from '../support/counted-aws.ts';
import { tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();

const start = new Date('2026-11-20T03:00:00.000Z');
const call = newInvocationId(11, start);
const fresh: Watch = {
  ...{ invocationId: call, latestCall: call, severity: 'critical', title: 'CPU', stepsDone: 0, version: 0 },
  ...{ startedAt: start.toISOString(), endsAt: '2026-11-27T03:00:00.000Z', nextAt: '2026-11-20T03:10:00.000Z' },
};
const id = { userId: 1, webhookId: 11, name: hashOfKey('cpu') };
const at = (minute: number) => new Date(start.getTime() + minute * 60_000);

it('a watch is stored by version, and due at the time of its next step only', async () => {
  const watches = watchStore(standIn.table);
  const due = async (minute: number) =>
    (
      await Promise.all(Array.from({ length: watches.shards }, (_, shard) => watches.due(shard, at(minute), 10)))
    ).flat();
  expect(await watches.get(id)).toBeUndefined();
  expect(await Promise.all([watches.save(id, fresh), watches.save(id, fresh)])).toContain(false);
  expect(await watches.get(id)).toEqual({ ...fresh, version: 1 });
  expect(await due(9)).toEqual([]);
  expect(await due(10)).toEqual([id]);
  const done = { ...fresh, version: 1, nextAt: undefined, acknowledged: { at: at(5).toISOString(), by: 'Ops' } };
  expect(await watches.save(id, done)).toBe(true);
  expect(await watches.save(id, { ...fresh, version: 1 })).toBe(false);
  expect(await due(60)).toEqual([]);
  expect(await watches.get(id)).toEqual({ ...done, version: 2 });
});

it('a webhook’s watches are listed, those of matters before calls without a key', async () => {
  const watches = watchStore(standIn.table);
  const other = { ...id, userId: 2 };
  const alone = { ...other, name: call };
  await watches.save(alone, { ...fresh, title: '💥'.repeat(100) });
  await watches.save(other, fresh);
  await watches.save({ ...other, webhookId: 12 }, fresh);
  const listed = await watches.list(2, 11, 10);
  expect(listed.map(({ name }) => name)).toEqual([id.name, call]);
  expect(listed[1]?.title).toBe('💥'.repeat(40));
  expect(await watches.list(2, 11, 1)).toHaveLength(1);
  expect((await watches.get(alone))?.invocationId).toBe(call);
});

it('a watched call costs one read and one write with its index entry, and a further call only the read', async () => {
  const aws = await startCountedAws('{}');
  onTestFinished(() => aws.stop());
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: aws.endpoint, region: 'eu-central-1', credentials });
  const options = { marshallOptions: { removeUndefinedValues: true } };
  const watches = watchStore({ name: aws.tableName, client: DynamoDBDocumentClient.from(client, options) });
  const choice = { from: 'always' as const, steps: [{ afterMinutes: 10, targetIds: [31] }] };
  const unitsOf = async (invocationId: string) => {
    aws.take();
    const said = { call: invocationId, state: 'open', severity: 'critical', title: '告'.repeat(200) } as const;
    const change = (known: Watch | undefined) => watchCall(known, { ...said, endsAt: at(9999) }, choice, start);
    await changeWatch(id, change, { watches });
    const all = aws.take();
    const sum = (name: 'readUnits' | 'writeUnits') => all.reduce((total, request) => total + request[name], 0);
    return { read: sum('readUnits'), write: sum('writeUnits') };
  };
  expect(await unitsOf(call)).toEqual({ read: 1, write: 2 });
  expect(await unitsOf(newInvocationId(11, at(1)))).toEqual({ read: 1, write: 0 });
});
