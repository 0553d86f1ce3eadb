import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountStore } from '../../lambdas/adapters/dynamodb/account-store.ts';
import { billingStore } from '../../lambdas/adapters/dynamodb/billing-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import { subscriptionStatusStore } from '../../lambdas/adapters/dynamodb/subscription-status-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { applySubscriptionStatus } from '../../lambdas/webhooks/apply-subscription-status.ts';
import { aWebhook } from '../support/in-memory.ts';
import { storeTargets, tableStandIn } from '../support/tables.ts';
import { aRecord, day, USER } from './stripe-world.ts';

const stand = tableStandIn();
let table: Table;
beforeEach(async () => {
  table = await stand.another();
});

const full = aRecord({
  checkout: { id: 'cs_1', expiresAt: day(1) },
  state: { status: 'premium', premiumUntil: day(30), paymentFailed: true, subscriptionId: 'sub_1' },
  toldFailed: 'sub_1|x',
  toldEnded: 'sub_0',
  nextCheckAt: day(2),
});

describe('a billing record', () => {
  it('is read as it was written, with and without optional fields', async () => {
    const store = billingStore(table);
    expect(await store.get(USER)).toBeUndefined();
    expect(await store.insert(full)).toBe(true);
    expect(await store.get(USER)).toEqual(full);
    expect(await store.save({ ...aRecord(), version: 1 })).toBe(true);
    expect(await store.get(USER)).toEqual({ ...aRecord(), version: 2 });
  });

  it('is inserted once, and replaced only with its version', async () => {
    const store = billingStore(table);
    await store.insert(full);
    expect(await store.insert(aRecord())).toBe(false);
    const saves = await Promise.all([1, 2, 3].map((at) => store.save({ ...full, toldEnded: `sub_${at}` })));
    expect(saves.filter(Boolean)).toHaveLength(1);
    expect((await store.get(USER))?.version).toBe(2);
  });

  it('is due when its time has come, and never without one', async () => {
    const store = billingStore(table);
    await store.insert(full);
    await store.insert(aRecord({ userId: 8, customerId: 'cus_8' }));
    expect(await store.due(new Date(day(1.9)), 10)).toEqual([]);
    expect(await store.due(new Date(day(2)), 10)).toEqual([USER]);
    await store.save({ ...full, nextCheckAt: undefined });
    expect(await store.due(new Date(day(9)), 10)).toEqual([]);
  });

  it('of a deleted account is removed after 90 days', async () => {
    const store = billingStore(table);
    await store.insert(full);
    await store.save({ ...full, closedAt: day(0) });
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key.billing(USER) }));
    expect(Item?.expires_at).toBe(Date.parse(day(90)) / 1000);
  });

  it('remembers processed events', async () => {
    const store = billingStore(table);
    expect(await store.hasSeen('evt_1')).toBe(false);
    await store.markSeen('evt_1', new Date(day(30)));
    await store.markSeen('evt_1', new Date(day(30)));
    expect(await store.hasSeen('evt_1')).toBe(true);
    expect(await store.hasSeen('evt_2')).toBe(false);
  });
});

describe('a new subscription status', () => {
  const profile = async (over: object = {}) => {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          ...key.profile(USER),
          user_id: USER,
          email: 'ada@example.com',
          password_hash: 'x',
          status: 'free',
          webhook_count: 0,
          target_count: 0,
          epoch: 0,
          ...over,
        },
      }),
    );
    if (!('deleting_since' in over)) await storeTargets(table, USER);
  };
  const free = { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' } as const;
  const premium = { status: 'premium', premiumUntil: day(30), paymentFailed: false } as const;
  const ports = () => ({ subscriptionStatuses: subscriptionStatusStore(table), webhooks: webhookStore(table) });
  const routeOf = async (route: string) => (await routeReader(table).byRoute(route))?.owner;
  const accountOf = () => accountStore(table).get(USER);

  it('reaches the account and all its routes', async () => {
    await profile();
    const { webhooks } = ports();
    await webhooks.insert(aWebhook({ id: 1, userId: USER, route: 'one' }), free, 9);
    await webhooks.insert(aWebhook({ id: 2, userId: USER, route: 'two' }), free, 9);
    await applySubscriptionStatus(USER, { ...premium, paymentFailed: true }, 5, ports());
    expect(await accountOf()).toMatchObject({ ...premium, paymentFailed: true, webhookCount: 2 });
    for (const route of ['one', 'two'])
      expect(await routeOf(route)).toEqual({ status: 'premium', premiumUntil: day(30) });
  });

  it('that is older than the stored one changes nothing', async () => {
    await profile();
    await ports().webhooks.insert(aWebhook({ userId: USER, route: 'one' }), free, 9);
    await applySubscriptionStatus(USER, premium, 5, ports());
    await applySubscriptionStatus(USER, { ...free, paymentFailed: false }, 4, ports());
    expect(await accountOf()).toMatchObject(premium);
    expect(await routeOf('one')).toMatchObject({ status: 'premium' });
    await subscriptionStatusStore(table).setOnRoute('one', free, 4);
    expect(await routeOf('one')).toMatchObject({ status: 'premium' });
  });

  it('is completed by a second run if a crash left routes out', async () => {
    await profile();
    const { webhooks, subscriptionStatuses } = ports();
    for (const [id, route] of ['one', 'two', 'three'].entries())
      await webhooks.insert(aWebhook({ id: id + 1, userId: USER, route }), free, 9);
    const crashing = {
      ...subscriptionStatuses,
      setOnRoute: async (route: string, ...rest: [typeof free | typeof premium, number]) => {
        if (route === 'two') throw new Error('crash');
        await subscriptionStatuses.setOnRoute(route, ...rest);
      },
    };
    await expect(
      applySubscriptionStatus(USER, premium, 5, { webhooks, subscriptionStatuses: crashing }),
    ).rejects.toThrow('crash');
    await applySubscriptionStatus(USER, premium, 5, ports());
    for (const route of ['one', 'two', 'three']) expect(await routeOf(route)).toMatchObject({ status: 'premium' });
  });

  it('corrects a route that was written with the old one meanwhile', async () => {
    await profile();
    await applySubscriptionStatus(USER, premium, 5, ports());
    await ports().webhooks.insert(aWebhook({ userId: USER, route: 'late' }), free, 9);
    await applySubscriptionStatus(USER, premium, 6, ports());
    expect(await routeOf('late')).toMatchObject({ status: 'premium' });
  });

  it('survives a change of the webhook that began before it', async () => {
    await profile();
    const { webhooks, subscriptionStatuses } = ports();
    await webhooks.insert(aWebhook({ userId: USER, route: 'one' }), free, 9);
    await webhooks.change(USER, 11, async (webhook) => {
      await applySubscriptionStatus(USER, premium, 5, { webhooks, subscriptionStatuses });
      return { ...webhook, name: 'Renamed' };
    });
    expect(await routeOf('one')).toMatchObject({ status: 'premium' });
    await subscriptionStatuses.setOnRoute('one', free, 4);
    expect(await routeOf('one')).toMatchObject({ status: 'premium' });
  });

  it('leaves administrators and deleted accounts unchanged', async () => {
    await profile({ status: 'admin' });
    await ports().webhooks.insert(aWebhook({ userId: USER, route: 'one' }), { ...free, status: 'admin' }, 9);
    await applySubscriptionStatus(USER, { ...free, paymentFailed: false }, 5, ports());
    expect([(await accountOf())?.status, (await routeOf('one'))?.status]).toEqual(['admin', 'admin']);
    await profile({ email: undefined, deleting_since: day(0) });
    await applySubscriptionStatus(USER, premium, 6, ports());
    const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key.profile(USER) }));
    expect(Item).not.toHaveProperty('premium_until');
  });
});
