import { createHash, randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_TEMPLATE } from '#contract/bounds';
import { documentedHeaders, documentedPush } from '../../bench/support/documented-push.ts';
import { packContent, unpackContent } from '../../lambdas/adapters/dynamodb/content-chunks.ts';
import { CONTENT_DICTIONARY, FIRST_DICTIONARY } from '../../lambdas/adapters/dynamodb/content-dictionary.ts';
import { counter } from '../../lambdas/adapters/dynamodb/counter-names.ts';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { deletionStore } from '../../lambdas/adapters/dynamodb/deletion-store.ts';
import { dispatchStore } from '../../lambdas/adapters/dynamodb/dispatch-store.ts';
import { dispatchDueIndex } from '../../lambdas/adapters/dynamodb/due-index.ts';
import { invocationStore } from '../../lambdas/adapters/dynamodb/invocation-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { noticeStore } from '../../lambdas/adapters/dynamodb/notice-store.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import { subscriptionStatusStore } from '../../lambdas/adapters/dynamodb/subscription-status-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { undecidedFinder } from '../../lambdas/adapters/dynamodb/undecided-finder.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { reconcile } from '../../lambdas/dispatches/recovery/reconcile.ts';
import { requeueDue } from '../../lambdas/dispatches/recovery/requeue-due.ts';
import { write } from '../../lambdas/dispatches/save-dispatch.ts';
import { end, giveUp } from '../../lambdas/dispatches/states.ts';
import { type Dispatch, newDispatch } from '../../lambdas/model/dispatch.ts';
import type { DispatchStore } from '../../lambdas/model/dispatch-ports.ts';
import { flowingLane } from '../../lambdas/model/lane.ts';
import type { DispatchMessage } from '../../lambdas/model/lane-message.ts';
import { dueAt } from '../../lambdas/model/placement.ts';
import type { WebhookStore } from '../../lambdas/model/webhook-ports.ts';
import { secondsAfter } from '../../lambdas/platform/clock.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { aRoute, aSummary, aTarget, aWebhook, movableClock, noCounts } from '../support/in-memory.ts';
import { storeTargets, tableStandIn } from '../support/tables.ts';

const standIn = tableStandIn();
let table: Table;
beforeEach(async () => {
  table = await standIn.another();
});

const free = { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' } as const;
const now = new Date('2026-11-20T12:00:00.000Z');
/** A call’s storage that is kept for a week, in a plan with plenty left. */
const storage = { bytes: 1000, maxBytes: 1e9, until: new Date('2026-11-27T12:00:00.000Z') };
const profile = async () => {
  const Item = { ...key.profile(1), status: 'free', webhook_count: 0, target_count: 0 };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  await storeTargets(table);
};

describe('the daily quota', () => {
  const call = { userId: 1, webhookId: 11, targetIds: [21, 22], limit: 25, storage, now };

  it('is exact for any number of concurrent calls', async () => {
    const counters = countersStore(table);
    const taken = await Promise.all(Array.from({ length: 60 }, () => counters.takeInvocation(call)));
    expect(
      taken.flatMap((each) => (typeof each === 'object' && 'used' in each ? [each.used] : [])).sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
    const usage = await counters.usage(1, now);
    expect(usage.usedToday).toBe(25);
    expect(usage.of(11)).toMatchObject({ invocations: 25, invocationsToday: 25, lastInvocation: now.toISOString() });
    expect((await counters.read(1))[22]).toEqual({ total: 25, lastAt: now.toISOString() });
  });

  it('starts again at midnight UTC, while the totals continue', async () => {
    const counters = countersStore(table);
    for (let i = 0; i < 3; i++) await counters.takeInvocation({ ...call, limit: 2 });
    const tomorrow = new Date('2026-11-21T00:00:00.000Z');
    expect(await counters.takeInvocation({ ...call, limit: 2, now: tomorrow })).toMatchObject({ used: 1 });
    expect((await counters.usage(1, tomorrow)).of(11)).toMatchObject({ invocations: 3, invocationsToday: 1 });
  });

  it('rejects every call if the plan allows none', async () => {
    expect(await countersStore(table).takeInvocation({ ...call, limit: 0 })).toEqual({ refused: 'quota' });
  });

  it('counts the errors of three days and forgets earlier days', async () => {
    const counters = countersStore(table);
    const day = (date: string) => new Date(`${date}T10:00:00.000Z`);
    for (const date of ['2026-11-10', '2026-11-18', '2026-11-19', '2026-11-20']) {
      await counters.takeInvocation({ ...call, now: day(date) });
      await counters.countError(1, 11, day(date));
    }
    expect((await counters.usage(1, now)).of(11)).toMatchObject({ errors: 4, errorsLastDays: 3 });
    const { client, name } = table;
    const { Item = {} } = await client.send(new GetCommand({ TableName: name, Key: key.counters(1) }));
    const daysOf = (letter: string) =>
      Object.keys(Item).flatMap((attribute) => new RegExp(`^(\\d{6})${letter}`).exec(attribute)?.[1] ?? []);
    expect(daysOf('E').sort()).toEqual(['261118', '261119', '261120']);
    expect(daysOf('W')).toEqual(['261120']);
  });

  it('counts errors that were not resent as open, on the day of the failure', async () => {
    const counters = countersStore(table);
    const day = (date: string) => new Date(`${date}T10:00:00.000Z`);
    for (const date of ['2026-11-19', '2026-11-19', '2026-11-20']) await counters.countError(1, 11, day(date));
    const resent = { userId: 1, webhookId: 11, targetId: 22 };
    await counters.countResend(resent, day('2026-11-19'), now);
    await counters.countResend(resent, day('2026-11-10'), now);
    expect((await counters.usage(1, now)).of(11)).toMatchObject({ errors: 3, errorsLastDays: 3, openErrors: 2 });
    expect((await counters.usage(1, day('2026-11-22'))).of(11)).toMatchObject({ errorsLastDays: 1, openErrors: 1 });
  });
});

it('a resent message is its target’s latest dispatch', async () => {
  const counters = countersStore(table);
  await counters.countDispatch(1, 22, new Date('2026-11-19T10:00:00.000Z'));
  await counters.countResend({ userId: 1, webhookId: 11, targetId: 22 }, undefined, now);
  expect((await counters.read(1))[22]).toEqual({ total: 1, lastAt: now.toISOString() });
});

describe('call storage', () => {
  const KB = 1000;
  const at = (date: string, time = '12:00') => new Date(`${date}T${time}:00.000Z`);
  const store = (size: number, on: Date, days = 7, maxBytes = 10 * KB) =>
    countersStore(table).takeInvocation({
      userId: 1,
      webhookId: 11,
      targetIds: [21],
      limit: 100,
      storage: { bytes: size, maxBytes, until: new Date(on.getTime() + days * 86_400_000) },
      now: on,
    });
  const storedAt = async (on: Date) => (await countersStore(table).usage(1, on)).storedBytes;

  it('is exact for any number of concurrent calls, and does not count rejected ones', async () => {
    const taken = await Promise.all(Array.from({ length: 30 }, () => store(KB, now)));
    const stored = taken.flatMap((each) => (typeof each === 'object' && 'used' in each ? [each.storedBytes] : []));
    expect(stored.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => (index + 1) * KB));
    expect(taken.filter((each) => typeof each === 'object' && 'freeAt' in each)).toHaveLength(20);
    expect(await countersStore(table).usage(1, now)).toMatchObject({ usedToday: 10, storedBytes: 10 * KB });
  });

  it('accepts a smaller call when a larger one is rejected', async () => {
    await store(9 * KB, now);
    expect(await store(2 * KB, now)).toHaveProperty('freeAt');
    expect(await store(KB, now)).toMatchObject({ storedBytes: 10 * KB });
  });

  it('is free again on the day after the calls expire, and a rejection names that time', async () => {
    await store(6 * KB, at('2026-11-20'));
    await store(4 * KB, at('2026-11-21'));
    expect(await store(5 * KB, at('2026-11-22'))).toEqual({ refused: 'storage', freeAt: at('2026-11-28', '00:00') });
    expect(await store(7 * KB, at('2026-11-22'))).toEqual({ refused: 'storage', freeAt: at('2026-11-29', '00:00') });
    expect(await store(5 * KB, at('2026-11-27', '23:59'))).toHaveProperty('freeAt');
    expect(await storedAt(at('2026-11-27', '23:59'))).toBe(10 * KB);
    expect(await storedAt(at('2026-11-28', '00:00'))).toBe(4 * KB);
    expect(await store(5 * KB, at('2026-11-28', '00:00'))).toMatchObject({ used: 1, storedBytes: 9 * KB });
    expect(await store(2 * KB, at('2026-11-28', '00:01'))).toHaveProperty('freeAt');
  });

  it('is freed only once when the first calls of a day are concurrent', async () => {
    for (let count = 0; count < 10; count++) await store(KB, at('2026-11-20'));
    const later = at('2026-11-28');
    const taken = await Promise.all(Array.from({ length: 30 }, () => store(KB, later)));
    expect(taken.filter((each) => typeof each === 'object' && 'used' in each)).toHaveLength(10);
    expect(await storedAt(later)).toBe(10 * KB);
  });

  it('is never freed before the calls expire, for any retention', async () => {
    for (let days = 7; days <= 90; days++) await store(1, now, days);
    for (let days = 7; days <= 90; days++) {
      const justBefore = new Date(now.getTime() + days * 86_400_000 - 1);
      expect(await storedAt(justBefore)).toBeGreaterThanOrEqual(90 - days + 1);
    }
    expect(await storedAt(new Date(now.getTime() + 98 * 86_400_000))).toBe(0);
  });

  it('needs at most 24 counters, so its item stays small', async () => {
    for (let day = 0; day < 120; day++)
      for (const days of [7, 90]) await store(1, new Date(now.getTime() + day * 86_400_000), days);
    const { Item = {} } = await table.client.send(new GetCommand({ TableName: table.name, Key: key.counters(1) }));
    expect(Object.keys(Item).filter((name) => counter.dayOfStored(name) !== undefined).length).toBeLessThanOrEqual(24);
  });

  it('exists for an account without calls, and rejects a call larger than all of it', async () => {
    expect(await store(11 * KB, now)).toHaveProperty('freeAt');
    expect(await storedAt(now)).toBe(0);
  });
});

describe('a stored webhook', () => {
  it('is found by its route as soon as it exists, and no longer after its deletion', async () => {
    await profile();
    const webhooks = webhookStore(table);
    const webhook = aWebhook();
    expect(await webhooks.insert(webhook, free, 1)).toBe('stored');
    expect(await routeReader(table).byRoute('a-route')).toEqual(
      aRoute(webhook, { owner: free, webhookVersion: expect.any(String) }),
    );
    expect(await webhooks.get(1, 11)).toEqual(webhook);
    const changed = { ...webhook, enabled: false, retentionDays: 3 };
    await webhooks.change(1, 11, () => changed);
    expect(await webhooks.get(1, 11)).toEqual(changed);
    expect(await routeReader(table).byRoute('a-route')).toMatchObject({ enabled: false, retentionDays: 3 });
    expect(await webhooks.remove(webhook)).toBe(true);
    expect(await webhooks.remove(webhook)).toBe(false);
    expect(await routeReader(table).byRoute('a-route')).toBeUndefined();
  });

  it('counts against the plan even if two are created at the same time', async () => {
    await profile();
    const webhooks = webhookStore(table);
    const made = await Promise.all(
      [11, 12, 13].map((id) => webhooks.insert(aWebhook({ id, route: `route-${id}` }), free, 1)),
    );
    expect(made.filter((each) => each === 'stored')).toHaveLength(1);
    expect(await webhooks.list(1)).toHaveLength(1);
  });

  it('is invisible to other accounts', async () => {
    await profile();
    await webhookStore(table).insert(aWebhook(), free, 1);
    expect(await webhookStore(table).get(2, 11)).toBeUndefined();
    expect(await webhookStore(table).list(2)).toEqual([]);
  });

  it('is listed with all others, however long their templates are', async () => {
    await profile();
    const webhooks = webhookStore(table);
    // At three bytes per character, the templates exceed the 1 MB at which DynamoDB ends a page.
    const template = '漢'.repeat(MAX_TEMPLATE);
    for (let id = 1; id <= 25; id++) await webhooks.insert(aWebhook({ id, route: `route-${id}`, template }), free, 25);
    expect(await webhooks.list(1)).toHaveLength(25);
  });
});

describe('a call to a cached webhook', () => {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const take = (routeReadAt?: Date) =>
    countersStore(table).takeInvocation({
      userId: 1,
      webhookId: 11,
      targetIds: [21],
      limit: 25,
      storage,
      now,
      routeReadAt,
    });

  it.each([
    ['changed', (webhooks: WebhookStore) => webhooks.change(1, 11, (webhook) => ({ ...webhook, enabled: false }))],
    ['deleted', (webhooks: WebhookStore) => webhooks.remove(aWebhook())],
  ])('uses no quota after the webhook was %s, until it is read again', async (_what, change) => {
    await profile();
    const webhooks = webhookStore(table, () => now);
    await webhooks.insert(aWebhook(), free, 1);
    expect(await take()).toMatchObject({ used: 1 });
    expect(await take(at(-10))).toMatchObject({ used: 2 });
    await change(webhooks);
    expect(await take(at(-10))).toEqual({ refused: 'changed' });
    // Data read at the same millisecond may be older than the change.
    expect(await take(at(5))).toEqual({ refused: 'changed' });
    expect(await take(at(5.001))).toMatchObject({ used: 3 });
  });

  it('uses no quota if its account is being deleted or does not exist', async () => {
    expect(await take(now)).toEqual({ refused: 'changed' });
    await take();
    await deletionStore(table).removeRoutes(1);
    expect(await take(new Date())).toEqual({ refused: 'changed' });
  });

  it('uses no quota by the rules of an earlier plan', async () => {
    const account = { ...key.profile(1), email: 'someone@example.com', status: 'free' };
    await table.client.send(new PutCommand({ TableName: table.name, Item: account }));
    await take();
    const status = { ...free, status: 'premium', paymentFailed: false } as const;
    await subscriptionStatusStore(table).setOnAccount(1, status, 1);
    expect(await take(new Date())).toEqual({ refused: 'changed' });
  });
});

describe('a stored invocation', () => {
  it.each([
    ['text', Buffer.from('{"hello":"you"}')],
    ['nothing', Buffer.alloc(0)],
    ['1 MiB of incompressible data', randomBytes(1_048_576)],
  ])('is read back byte for byte: %s', async (_what, body) => {
    const store = invocationStore(table);
    const summary = aSummary(now, { size: body.byteLength });
    const headers = { 'content-type': 'application/json', 'x-odd': 'a, b' };
    await store.insert(summary, { headers, body });
    const content = await store.content(1, summary.id);
    expect(content?.headers).toEqual(headers);
    expect(Buffer.from(content?.body ?? []).equals(body)).toBe(true);
    expect(await store.get(1, 11, summary.id, now)).toEqual(summary);
    expect(await store.get(2, 11, summary.id, now)).toBeUndefined();
  });

  it('is found even if an eventually consistent read misses it', async () => {
    const summary = aSummary(now);
    await invocationStore(table).insert(summary, { headers: {}, body: Buffer.alloc(0) });
    const { client, name } = table;
    const send = async (command: GetCommand) => (command.input.ConsistentRead ? client.send(command) : {});
    const lagging = { name, client: { send } as unknown as Table['client'] };
    expect(await invocationStore(lagging).get(1, 11, summary.id, now)).toEqual(summary);
  });

  it('has no content while only a part of it is stored', async () => {
    const store = invocationStore(table);
    const summary = aSummary(now);
    await store.insert(summary, { headers: {}, body: randomBytes(1_000_000) });
    const { client, name } = table;
    await client.send(new DeleteCommand({ TableName: name, Key: key.content(1, summary.id, 1) }));
    expect(await store.content(1, summary.id)).toBeUndefined();
  });

  it('is readable if it was stored before there were compression dictionaries', () => {
    const head = '{"x-odd":"a"}';
    const whole = Buffer.concat([Buffer.from([0, 0, 0, head.length, 0, 0, 0, 4]), Buffer.from(`${head}body`)]);
    const content = unpackContent([deflateRawSync(whole, { level: 1 })]);
    expect(content).toEqual({ headers: { 'x-odd': 'a' }, body: Buffer.from('body') });
  });

  it('never inflates a decompression bomb, even a small one', () => {
    const bomb = deflateRawSync(Buffer.alloc(100_000_000));
    expect(bomb.byteLength).toBeLessThan(380_000);
    expect(() => unpackContent([bomb])).toThrow(/larger than/);
  });

  it('is compressed with dictionaries that never change', () => {
    const hashOf = (dictionary: Buffer) => createHash('sha256').update(dictionary).digest('hex');
    expect([FIRST_DICTIONARY, CONTENT_DICTIONARY].map(hashOf)).toEqual([
      'f3efef388e27786a62c34ac1d77eb023fc81c07891abf138d2722036b91ab942',
      '1ba46467a12decb684d21b8562c2ce18621832a92ad2c22da2bb7d13d82c3296',
    ]);
  });

  it('is readable if it was compressed with the first dictionary', () => {
    const head = '{"x-github-event":"push"}';
    const whole = Buffer.concat([Buffer.from([0, 0, 0, head.length, 0, 0, 0, 4]), Buffer.from(`${head}body`)]);
    const packed = Buffer.concat([Buffer.from([0b110]), deflateRawSync(whole, { dictionary: FIRST_DICTIONARY })]);
    expect(unpackContent([packed])).toEqual({ headers: { 'x-github-event': 'push' }, body: Buffer.from('body') });
  });

  it.each([
    ['a push', documentedPush],
    ['text with the bytes that stand for names', '"login":"octo" \u0001\u0002 octo'],
    ['broken JSON at a name', '"login":"octo"login":"mona" octo mona'],
    ['names within names', '"full_name":"octo/octo","login":"octo","full_name":"octo/web" octo/octo octo/web'],
    ['a name that looks like a replacement pattern', '"login":"$&$1" $&$1 $$'],
    ['bytes that are not text', Buffer.from([0xff, 0xfe, 0, ...Buffer.from('"login":"abc" abc')])],
  ])('is unpacked byte for byte: %s', (_, body) => {
    const content = { headers: documentedHeaders, body: Buffer.from(body) };
    expect(unpackContent([packContent({ ...content })])).toEqual(content);
  });

  it('is rejected if a newer version packed it', () => {
    expect(() => unpackContent([Buffer.from([0b10111, 1, 2])])).toThrow(/not known here/);
  });

  it('is listed newest first, by offset and by cursor, without duplicates', async () => {
    const store = invocationStore(table);
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      const summary = aSummary(new Date(now.getTime() + i));
      ids.unshift(summary.id);
      await store.insert(summary, { headers: {}, body: Buffer.alloc(0) });
    }
    const page = async (offset: number, limit: number, cursor?: string) =>
      store.list(1, 11, { offset, limit, cursor }, now);
    expect((await page(2, 3)).items.map((each) => each.id)).toEqual(ids.slice(2, 5));
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const next = await page(0, 3, cursor);
      walked.push(...next.items.map((each) => each.id));
      cursor = next.cursor;
    } while (cursor);
    expect(walked).toEqual(ids);
    await expect(page(0, 3, 'bm9uc2Vuc2U')).rejects.toMatchObject({ problem: 'invalid-input' });
  });

  it('is hidden from the moment it expires, even if its item still exists', async () => {
    const store = invocationStore(table);
    const summary = aSummary(now);
    await store.insert(summary, { headers: {}, body: Buffer.alloc(0) });
    const later = new Date(summary.expiresAt * 1000);
    expect(await store.get(1, 11, summary.id, later)).toBeUndefined();
    expect((await store.list(1, 11, { offset: 0, limit: 10 }, later)).items).toEqual([]);
  });
});

describe('an undecided dispatch', () => {
  const dispatches = () => dispatchStore(table, () => aTarget());
  const lanes = () => {
    const queued: DispatchMessage[] = [];
    return { queued, send: async (messages: DispatchMessage[]) => void queued.push(...messages) };
  };
  const stored = async () => {
    const summary = aSummary(now);
    await invocationStore(table).insert(summary, { headers: {}, body: Buffer.alloc(0) });
    return summary;
  };

  it('recognises its own write when the response to it was lost, and its call shows the result', async () => {
    const summary = await stored();
    const store = dispatches();
    const first = (await store.save({
      ...newDispatch(summary, 21, { name: 'Ops', kind: 'slack' }),
      placement: dueAt(now),
    })) as Dispatch;
    // This store behaves like a client that repeats a write: the second attempt finds the version written by the first.
    const deaf: DispatchStore = { ...store, save: async (dispatch) => void (await store.saveWithoutSummary(dispatch)) };
    const attempt = { at: now.toISOString(), outcome: 'ok' as const, detail: 'Delivered.', durationMs: 7 };
    const tried = { attempts: [attempt], attemptCount: 1, renderedMessage: 'hello' };
    const delivered = await write(first, (base) => end({ ...base, ...tried }, 'success', undefined), {
      dispatches: deaf,
      counters: noCounts,
      clock: () => now,
    });
    expect(delivered).toMatchObject({ state: 'success', version: 2 });
    const shown = await invocationStore(table).get(1, summary.webhookId, summary.id, now);
    expect(shown?.dispatches).toEqual({ 21: 'success' });
    const again = { ...first, state: 'pending' as const, version: 2, attempts: [attempt], attemptCount: 1 };
    const reopened = (await store.save({ ...again, placement: dueAt(now) })) as Dispatch;
    const gone = await write(reopened, (base) => giveUp(base, { code: 'given-up', text: 'Ended.' }), {
      dispatches: deaf,
      counters: noCounts,
      clock: () => now,
    });
    expect(gone).toMatchObject({ state: 'error', version: 4 });
  });

  it('returns to its lane when due, and returns again if that message is lost', async () => {
    const summary = await stored();
    const waiting = {
      ...newDispatch(summary, 21, { name: 'Ops', kind: 'slack' }),
      state: 'waiting' as const,
      generation: 3,
    };
    const stayed = await dispatches().save({ ...waiting, placement: dueAt(new Date(now.getTime() + 120_000)) });
    const clock = movableClock(now.toISOString());
    const { queued, send } = lanes();
    const ports = { dueIndex: dispatchDueIndex(table), laneQueue: { send }, clock, keepGoing: () => true };
    expect(await requeueDue(ports)).toBe(0);
    clock.advance(120);
    expect(await requeueDue(ports)).toBe(1);
    expect(queued).toMatchObject([{ kind: 'dispatch', invocationId: summary.id, targetId: 21, generation: 3 }]);
    expect(await requeueDue(ports)).toBe(0);
    clock.advance(900);
    expect(await requeueDue(ports)).toBe(1);
    await dispatches().save({ ...waiting, version: stayed?.version ?? -1, state: 'success' });
    clock.advance(900);
    expect(await requeueDue(ports)).toBe(0);
    expect((await invocationStore(table).get(1, 11, summary.id, now))?.dispatches[21]).toBe('success');
  });

  it('keeps error texts of engine and provider, with broken characters replaced', async () => {
    const fresh = newDispatch(await stored(), 21, { name: 'Ops', kind: 'slack' });
    const attempt = { at: now.toISOString(), outcome: 'retry' as const, detail: 'said \ud800', durationMs: 1 };
    await dispatches().save({ ...fresh, state: 'error', errorMessage: 'got \udc00', attempts: [attempt] });
    expect(await dispatches().get(1, fresh.invocationId, 21)).toMatchObject({
      errorMessage: 'got \ufffd',
      attempts: [{ detail: 'said \ufffd' }],
    });
  });

  it('is found by its age if its first lane message never arrived', async () => {
    await profile();
    await webhookStore(table).insert(aWebhook(), free, 1);
    await countersStore(table).takeInvocation({ userId: 1, webhookId: 11, targetIds: [21], limit: 25, storage, now });
    const summary = await stored();
    const clock = movableClock(now.toISOString());
    const finder = undecidedFinder(table);
    const ports = { undecidedFinder: finder, dispatches: dispatches(), clock, keepGoing: () => true };
    clock.advance(300);
    await reconcile(ports);
    expect(await dispatches().get(1, summary.id, 21)).toBeUndefined();
    clock.advance(600);
    expect(await reconcile(ports)).toBe(1);
    const { queued, send } = lanes();
    await requeueDue({ dueIndex: dispatchDueIndex(table), laneQueue: { send }, clock, keepGoing: () => true });
    expect(queued[0]).toMatchObject({ invocationId: summary.id, targetId: 21, generation: 0 });
  });

  it('is found through the list of active users, which has pages and includes users whose calls continue', async () => {
    const counters = countersStore(table);
    const finder = undecidedFinder(table);
    const call = (userId: number, at: Date) =>
      counters.takeInvocation({ userId, webhookId: userId + 100, targetIds: [userId], limit: 25, storage, now: at });
    const later = secondsAfter(now, 600);
    await Promise.all(Array.from({ length: 20 }, (_, index) => call(index + 1, index < 10 ? later : now)));
    const seen = new Set<number>();
    const partitions = new Set<string>();
    let position: string | undefined;
    for (;;) {
      const page = await finder.activeUsers(now, position);
      if (!page) break;
      // A user who has not been seen yet calls again and moves to the current slot.
      if (seen.size === 0) await call(20, later);
      for (const user of page.users) seen.add(user);
      position = page.position;
      partitions.add(String(JSON.parse(position)[0]));
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    // The first calls of a slot are spread over partitions, because one accepts only 1,000 units a second.
    expect(partitions.size).toBe(16);
    expect(await finder.activeWebhooks([1, 12], later)).toEqual([{ userId: 1, webhookId: 101 }]);
    expect(await finder.activeUsers(secondsAfter(later, 1200))).toBeUndefined();
  });

  it('is ignored by the reconciler after its first attempt', async () => {
    await profile();
    await webhookStore(table).insert(aWebhook(), free, 1);
    await countersStore(table).takeInvocation({ userId: 1, webhookId: 11, targetIds: [21], limit: 25, storage, now });
    const summary = await stored();
    await dispatches().save(newDispatch(summary, 21, { name: 'Ops', kind: 'slack' }));
    const clock = movableClock(now.toISOString());
    clock.advance(900);
    const finder = undecidedFinder(table);
    expect(await reconcile({ undecidedFinder: finder, dispatches: dispatches(), clock, keepGoing: () => true })).toBe(
      0,
    );
  });

  it('is loaded together with its context, and ignores a repeated state after its deletion', async () => {
    const summary = await stored();
    const context = await dispatches().loadContext({
      userId: 1,
      webhookId: 11,
      invocationId: summary.id,
      targetId: 21,
    });
    expect(context).toMatchObject({
      summary,
      dispatch: undefined,
      target: undefined,
      webhook: undefined,
      lane: flowingLane(1, 21),
    });
    const gone = newDispatch(aSummary(now, { id: newInvocationId(11, now) }), 21);
    await expect(dispatches().repeatState({ ...gone, state: 'error' })).resolves.toBeUndefined();
  });
});

describe('notices', () => {
  it('are claimed once per webhook and target within their interval', async () => {
    const notices = noticeStore(table);
    expect(await notices.claim(11, 21, 600, now)).toBe(true);
    expect(await notices.claim(11, 21, 600, now)).toBe(false);
    expect(await notices.claim(11, 22, 600, now)).toBe(true);
    expect(await notices.claim(11, 21, 600, new Date(now.getTime() + 600_000))).toBe(true);
  });
});
