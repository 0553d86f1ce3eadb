import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeStore } from '../../lambdas/adapters/dynamodb/code-store.ts';
import { digestStore } from '../../lambdas/adapters/dynamodb/digest-store.ts';
import { dispatchDueIndex } from '../../lambdas/adapters/dynamodb/due-index.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { providerReferenceStore } from '../../lambdas/adapters/dynamodb/provider-reference-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { tableStandIn } from '../support/tables.ts';
import { START, target } from './support.ts';

const stand = tableStandIn();
let table: Table;
beforeEach(async () => {
  table = await stand.another();
  await table.client.send(new PutCommand({ TableName: table.name, Item: { ...key.profile(11), target_count: 0 } }));
});
const count = async () =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key: key.profile(11) }))).Item?.target_count;
const later = new Date(START.getTime() + 60_000);

describe('the store of targets', () => {
  it('returns targets as they were stored, and none to another account', async () => {
    const store = targetStore(table);
    const one = target({
      secrets: { url: 'https://x' },
      options: { nested: { list: [1, 'a', null] }, none: undefined },
    });
    expect(await store.insert(one, 5)).toBe(true);
    const { none: _none, ...options } = one.options;
    expect(await store.get(11, 21)).toEqual({ ...one, options });
    expect(await store.get(12, 21)).toBeUndefined();
    expect(await store.list(12)).toEqual([]);
    expect(await count()).toBe(1);
  });

  it('changes a target only if it is unchanged since it was read, where this is expected', async () => {
    const store = targetStore(table);
    const read = target();
    await store.insert(read, null);
    expect(await store.update(11, 21, { name: 'First' }, later, read)).toMatchObject({ name: 'First' });
    expect(await store.update(11, 21, { name: 'Second' }, later, read)).toBeUndefined();
    expect(await store.get(11, 21)).toMatchObject({ name: 'First', updatedAt: later.toISOString() });
  });

  it('lists oldest first', async () => {
    const store = targetStore(table);
    await store.insert(target({ id: 3, createdAt: '2026-01-02' }), null);
    await store.insert(target({ id: 9, createdAt: '2026-01-01' }), null);
    expect((await store.list(11)).map(({ id }) => id)).toEqual([9, 3]);
  });

  it('lists all fields except for secrets', async () => {
    const store = targetStore(table);
    const one = target({ id: 3, createdAt: '2026-01-02T00:00:00.000Z', secrets: { url: 'https://x' } });
    const two = target({
      id: 9,
      createdAt: '2026-01-01T00:00:00.000Z',
      statusReason: { code: 'bot-blocked', text: 'Blocked the bot' },
    });
    for (const each of [one, two]) await store.insert(each, null);
    const shown = [two, one].map((each) => ({ ...each, sealedSecrets: undefined }));
    expect(one.sealedSecrets).toBeDefined();
    expect(await store.list(11, { mayLag: true })).toEqual(shown);
  });

  it('accepts exactly the number that the plan allows, even in races', async () => {
    const store = targetStore(table);
    const results = await Promise.all(Array.from({ length: 12 }, (_, n) => store.insert(target({ id: n + 1 }), 5)));
    expect(results.filter(Boolean)).toHaveLength(5);
    expect(await store.list(11)).toHaveLength(5);
    expect(await count()).toBe(5);
  });

  it('accepts no target for a missing account, and no id twice', async () => {
    const store = targetStore(table);
    expect(await store.insert(target({ userId: 99 }), null)).toBe(false);
    await store.insert(target(), 5);
    expect(await store.insert(target(), 5)).toBe(false);
    expect(await count()).toBe(1);
  });

  it('accepts no target for an account that is being deleted', async () => {
    const tombstone = { ...key.profile(11), deleting_since: START.toISOString() };
    await table.client.send(new PutCommand({ TableName: table.name, Item: tombstone }));
    for (const limit of [5, null]) expect(await targetStore(table).insert(target(), limit)).toBe(false);
  });

  it('frees the place once when a target is removed', async () => {
    const store = targetStore(table);
    await store.insert(target(), 1);
    expect(await Promise.all([store.remove(11, 21), store.remove(11, 21)])).toEqual(
      expect.arrayContaining([true, false]),
    );
    expect(await count()).toBe(0);
    expect(await store.insert(target({ id: 22 }), 1)).toBe(true);
  });

  it('changes named fields and keeps the rest; undefined removes', async () => {
    const store = targetStore(table);
    await store.insert(target({ secrets: { a: 'b' } }), 5);
    const changed = await store.update(11, 21, { name: 'New', options: { a: 1 } }, later);
    expect(changed).toMatchObject({ name: 'New', options: { a: 1 }, status: 'active', updatedAt: later.toISOString() });
    expect(changed?.sealedSecrets).toBeDefined();
    expect((await store.update(11, 21, { sealedSecrets: undefined }, later))?.sealedSecrets).toBeUndefined();
    expect(await store.update(12, 21, { name: 'x' }, later)).toBeUndefined();
    expect(await store.get(12, 21)).toBeUndefined();
  });

  it('changes only in the expected status', async () => {
    const store = targetStore(table);
    await store.insert(target(), 5);
    expect(await store.update(11, 21, { status: 'disabled' }, later, ['pending', 'inactive'])).toBeUndefined();
    expect((await store.update(11, 21, { status: 'disabled' }, later, ['active']))?.status).toBe('disabled');
    expect(await store.markInactive(11, 21, { code: 'chat-gone', text: 'refused' }, later)).toBe(false);
  });

  it('marks an active target inactive with the reason', async () => {
    const store = targetStore(table);
    await store.insert(target(), 5);
    expect(await store.markInactive(11, 21, { code: 'bot-blocked', text: 'Blocked.' }, later)).toBe(true);
    expect(await store.get(11, 21)).toMatchObject({
      status: 'inactive',
      statusReason: { code: 'bot-blocked', text: 'Blocked.' },
    });
  });
});

describe('the store of codes', () => {
  const code = { userId: 11, targetId: 21, expiresAt: Math.floor(START.getTime() / 1000) + 60 };
  it('gives a code only once', async () => {
    const store = codeStore(table);
    await store.put('activation', 'hash', code);
    expect(await store.read('activation', 'hash', START)).toEqual(code);
    const taken = await Promise.all([1, 2, 3].map(() => store.take('activation', 'hash', START)));
    expect(taken.filter(Boolean)).toEqual([code]);
  });

  it('gives no expired or removed code, and none for another purpose', async () => {
    const store = codeStore(table);
    for (const hash of ['a', 'b', 'c']) await store.put('activation', hash, code);
    expect(await store.read('activation', 'a', later)).toBeUndefined();
    expect(await store.take('activation', 'a', later)).toBeUndefined();
    expect(await store.take('confirm', 'b', START)).toBeUndefined();
    await store.remove('activation', 'c');
    expect(await store.take('activation', 'c', START)).toBeUndefined();
  });

  it('lets one of several claim a thing, until it is returned', async () => {
    const store = codeStore(table);
    const claims = await Promise.all([1, 2, 3].map(() => store.claim('handled', 'update', code.expiresAt)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await store.remove('handled', 'update');
    expect(await store.claim('handled', 'update', code.expiresAt)).toBe(true);
  });

  it('counts attempts per window', async () => {
    const store = codeStore(table);
    const counts = await Promise.all([1, 2, 3].map(() => store.countAttempt('chat 42', 60, START)));
    expect(counts.sort()).toEqual([1, 2, 3]);
    expect(await store.countAttempt('chat 43', 60, START)).toBe(1);
    expect(await store.countAttempt('chat 42', 60, later)).toBe(1);
  });
});

it("finds the targets of a provider's id, and forgets them", async () => {
  const store = providerReferenceStore(table);
  const [a, b] = [
    { userId: 11, targetId: 21 },
    { userId: 12, targetId: 22 },
  ];
  await store.add('telegram', '-1005', a);
  await store.add('telegram', '-1005', a);
  await store.add('telegram', '-1005', b);
  await store.add('telegram', '-10055', a);
  expect(await store.list('telegram', '-1005')).toEqual([a, b]);
  await store.remove('telegram', '-1005', a);
  expect(await store.list('telegram', '-1005')).toEqual([b]);
  expect(await store.list('whatsapp', '-1005')).toEqual([]);
});

describe('the store of digests', () => {
  const digest = { userId: 11, targetId: 21, webhookId: 0, id: 'digest-h0c1' };
  const dueAt = new Date(START.getTime() + 900_000);
  const batched = (id: string) => ({
    id,
    text: `Text of ${id}`,
    webhookName: 'Builds',
    link: 'https://app.example.com/',
    severity: 'warning' as const,
  });
  /** The dispatches that the sweeper finds due. */
  const dueIn = async (seconds: number) => {
    const index = dispatchDueIndex(table);
    const now = new Date(START.getTime() + seconds * 1000);
    const due = await Promise.all(Array.from({ length: index.shards }, (_, shard) => index.due(shard, now, 10)));
    return due.flat();
  };

  it('stores each message once, in order, until the digest is due', async () => {
    const store = digestStore(table, () => START);
    expect(await store.open(digest)).toBeUndefined();
    for (const id of ['b.1', 'a.1', 'b.1']) expect(await store.keep(digest, batched(id), dueAt)).toBe(true);
    await store.keep({ ...digest, targetId: 22 }, batched('c.1'), dueAt);
    expect(await store.messages(digest)).toEqual([batched('a.1'), batched('b.1')]);
    expect(await store.open(digest)).toEqual({ mailsDone: 0, startedAt: START });
    expect(await dueIn(899)).toEqual([]);
    expect((await dueIn(900)).map(({ message }) => message).sort((a, b) => a.targetId - b.targetId)).toEqual([
      { kind: 'digest', userId: 11, webhookId: 0, digestId: digest.id, targetId: 21 },
      { kind: 'digest', userId: 11, webhookId: 0, digestId: digest.id, targetId: 22 },
    ]);
  });

  it('is in the due index like a dispatch, returns if it is postponed, but not if it is closed', async () => {
    const store = digestStore(table, () => START);
    await store.keep(digest, batched('a.1'), dueAt);
    const [due] = await dueIn(900);
    if (!due) throw new Error('not due');
    await dispatchDueIndex(table).postpone(due, new Date(START.getTime() + 1_800_000));
    expect(await dueIn(1799)).toEqual([]);
    await store.progress(digest, 1);
    await store.postpone(digest, new Date(START.getTime() + 2_000_000));
    expect(await dueIn(1999)).toEqual([]);
    expect(await dueIn(2000)).toHaveLength(1);
    expect(await store.open(digest)).toEqual({ mailsDone: 1, startedAt: START });
    await store.close(digest);
    expect(await dueIn(1e6)).toEqual([]);
    expect(await store.open(digest)).toBeUndefined();
    expect(await store.keep(digest, batched('b.1'), dueAt)).toBe(false);
    expect(await store.messages(digest)).toEqual([
      { id: 'a.1', text: '', webhookName: '', link: '', severity: 'warning' },
    ]);
  });
});
