import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { deletionStore } from '../../../lambdas/adapters/dynamodb/deletion-store.ts';
import { invocationStore } from '../../../lambdas/adapters/dynamodb/invocation-store.ts';
import { key, within } from '../../../lambdas/adapters/dynamodb/keys.ts';
import { below } from '../../../lambdas/adapters/dynamodb/query.ts';
import { sampleStore } from '../../../lambdas/adapters/dynamodb/sample-store.ts';
import type { Table } from '../../../lambdas/adapters/dynamodb/table.ts';
import { webhookStore } from '../../../lambdas/adapters/dynamodb/webhook-store.ts';
import { removeSample, renameSample } from '../../../lambdas/invocations/samples/change-sample.ts';
import { keepSample } from '../../../lambdas/invocations/samples/keep-sample.ts';
import { getSample, listSamples } from '../../../lambdas/invocations/samples/read-samples.ts';
import type { InvocationContent } from '../../../lambdas/model/invocation.ts';
import { newInvocationId } from '../../../lambdas/platform/ids.ts';
import { deleteWebhook } from '../../../lambdas/webhooks/delete-webhook.ts';
import { aWebhook, movableClock } from '../../support/in-memory.ts';
import { storeTargets, tableStandIn } from '../../support/tables.ts';

const standIn = tableStandIn();
const owner = { status: 'free', premiumUntil: '2000-01-01T00:00:00.000Z' } as const;
const NOT_FOUND = { problem: 'not-found' };
let table: Table;
let clock: ReturnType<typeof movableClock>;
let ports: ReturnType<typeof portsOf>;

const portsOf = (of: Table) => ({
  webhooks: webhookStore(of, clock),
  invocations: invocationStore(of),
  samples: sampleStore(of),
  clock,
});

beforeEach(async () => {
  table = await standIn.another();
  clock = movableClock(new Date().toISOString());
  ports = portsOf(table);
  const profile = { status: 'free', email: 'ada@example.com', webhook_count: 0, target_count: 0 };
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...key.profile(1), ...profile } }));
  await storeTargets(table, 1, [21]);
  await ports.webhooks.insert(aWebhook({ id: 11, targetIds: [21] }), owner, 25);
});

const headers = { 'content-type': 'application/json', authorization: 'Bearer ********' };

/** Stores a call of a webhook. @returns its id */
const called = async (body: string | Uint8Array = '{"a":1}', { webhookId = 11, seconds = 3600 } = {}) => {
  clock.advance(0.001);
  const now = clock();
  const id = newInvocationId(webhookId, now);
  const content: InvocationContent = { headers, body: Buffer.from(body as string) };
  await ports.invocations.insert(
    {
      id,
      userId: 1,
      webhookId,
      invokedAt: now.toISOString(),
      ip: '203.0.113.7',
      method: 'PUT',
      query: 'a=1',
      contentType: 'application/json',
      size: content.body.byteLength,
      preview: '',
      dispatches: {},
      plan: 'free',
      expiresAt: Math.floor(now.getTime() / 1000) + seconds,
    },
    content,
  );
  return id;
};
const keep = (invocationId: string, name = 'Push', userId = 1, webhookId = 11) =>
  keepSample(userId, webhookId, { invocationId, name }, ports);
const itemsLeft = async () =>
  (await table.client.send(new QueryCommand({ TableName: table.name, ...below(within.samples(1, 11)) }))).Items ?? [];

describe('a saved sample', () => {
  it("contains the caller's data, and stays when the call is gone", async () => {
    const id = await called('{"a":1}', { seconds: 60 });
    await keep(id, 'Push');
    clock.advance(3600);
    await expect(keep(id)).rejects.toMatchObject(NOT_FOUND);
    expect(await getSample(1, id, ports)).toMatchObject({
      id,
      name: 'Push',
      method: 'PUT',
      query: 'a=1',
      content_type: 'application/json',
      raw_headers: JSON.stringify(headers),
      raw_body: '{"a":1}',
      raw_body_encoding: 'utf8',
      size: 7,
    });
  });

  it('can have the largest accepted body, and a binary one', async () => {
    const large = new Uint8Array(1_048_576).map((_, at) => (at * 7919 * (at >> 3)) % 256);
    const id = await called(large);
    await keep(id);
    const { raw_body: body, raw_body_encoding: encoding } = await getSample(1, id, ports);
    expect(encoding).toBe('base64');
    expect(Buffer.from(body, 'base64').equals(Buffer.from(large))).toBe(true);
  });

  it('is listed, newest first', async () => {
    const [first, second] = [await called(), await called()];
    await keep(second, 'Second');
    clock.advance(1);
    await keep(first, 'First');
    expect((await listSamples(1, 11, ports)).map(({ name }) => name)).toEqual(['First', 'Second']);
  });

  it('is saved once, regardless of the number of clicks', async () => {
    const id = await called();
    const kept = await Promise.all([keep(id, 'One'), keep(id, 'Two'), keep(id, 'Three')]);
    expect(new Set(kept.map(({ name }) => name)).size).toBe(1);
    expect(await listSamples(1, 11, ports)).toHaveLength(1);
  });

  it('is renamed and removed, with its content', async () => {
    const id = await called();
    await keep(id);
    await renameSample(1, id, 'Another', ports);
    expect(await listSamples(1, 11, ports)).toMatchObject([{ name: 'Another' }]);
    await removeSample(1, id, ports);
    expect(await listSamples(1, 11, ports)).toEqual([]);
    expect((await itemsLeft()).filter(({ sk }) => String(sk).startsWith('CONTENT#'))).toEqual([]);
    for (const again of [removeSample(1, id, ports), renameSample(1, id, 'Gone', ports), getSample(1, id, ports)])
      await expect(again).rejects.toMatchObject(NOT_FOUND);
  });

  it('belongs to one account and one webhook', async () => {
    await ports.webhooks.insert(aWebhook({ id: 12, route: 'another', targetIds: [21] }), owner, 25);
    const id = await called();
    await keep(id);
    for (const asked of [
      () => keep(id, 'Mine', 2),
      () => keep(id, 'Mine', 1, 12),
      () => keep('0mm8f3j0a00rz0s3pyw3n5h2k9ac', 'Never called'),
      () => listSamples(2, 11, ports),
      () => getSample(2, id, ports),
      () => renameSample(2, id, 'Mine', ports),
      () => removeSample(2, id, ports),
    ])
      await expect(asked()).rejects.toMatchObject(NOT_FOUND);
    expect(await listSamples(1, 12, ports)).toEqual([]);
  });
});

describe('a webhook’s samples', () => {
  it('are at most twenty, even if several are saved at the same time', async () => {
    const ids = [];
    for (let n = 0; n < 23; n++) ids.push(await called());
    const outcomes = await Promise.allSettled(ids.map((id) => keep(id)));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    expect(refused).toEqual(Array(3).fill('sample-limit-reached'));
    expect(await listSamples(1, 11, ports)).toHaveLength(20);
    await expect(keep(await called())).rejects.toMatchObject({
      code: 'sample-limit-reached',
      problem: 'limit-reached',
      message: expect.stringContaining('Remove one first'),
    });
  });

  it('have at most 5 MB together, and space again when one is removed', async () => {
    const body = 'x'.repeat(1_048_576);
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push(await called(body));
    for (const id of ids) await keep(id);
    const more = await called('{}');
    await expect(keep(more)).rejects.toMatchObject({
      code: 'sample-limit-reached',
      message: expect.stringContaining('5 MB'),
    });
    await removeSample(1, ids[0] as string, ports);
    await expect(keep(more)).resolves.toMatchObject({ size: 2 });
  });

  it('are deleted with it', async () => {
    await keep(await called('x'.repeat(500_000)));
    await deleteWebhook(1, 11, ports);
    expect(await itemsLeft()).toEqual([]);
    await expect(keep(await called())).rejects.toMatchObject(NOT_FOUND);
  });

  it('are deleted with it, including one saved at that moment', async () => {
    const id = await called();
    const remove: typeof ports.webhooks.remove = async (webhook) => {
      await keep(id);
      return ports.webhooks.remove(webhook);
    };
    await deleteWebhook(1, 11, { ...ports, webhooks: { ...ports.webhooks, remove } });
    expect(await itemsLeft()).toEqual([]);
  });

  it('are not stored for a webhook that was deleted meanwhile', async () => {
    const id = await called();
    const gone = {
      ...ports.invocations,
      content: async (...of: [number, string]) => {
        const found = await ports.invocations.content(...of);
        await deleteWebhook(1, 11, ports);
        return found;
      },
    };
    await expect(
      keepSample(1, 11, { invocationId: id, name: 'Late' }, { ...ports, invocations: gone }),
    ).rejects.toMatchObject(NOT_FOUND);
    expect(await itemsLeft()).toEqual([]);
  });

  it('are deleted with the account', async () => {
    await keep(await called());
    await deletionStore(table).removeInvocations(1, 11, () => true);
    expect(await itemsLeft()).toEqual([]);
  });

  it('cost nothing if there are none', async () => {
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key.sampleList(1, 11) }));
    expect(Item).toBeUndefined();
  });
});
