import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { deletionStore } from '../../lambdas/adapters/dynamodb/deletion-store.ts';
import { exchangeVerification } from '../../lambdas/adapters/dynamodb/exchange-verification.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import { subscriptionStatusStore } from '../../lambdas/adapters/dynamodb/subscription-status-store.ts';
import type { Table } from '../../lambdas/adapters/dynamodb/table.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { acceptCall } from '../../lambdas/invocations/accept-call.ts';
import { createRouteCache } from '../../lambdas/invocations/route-cache.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { applySubscriptionStatus } from '../../lambdas/webhooks/apply-subscription-status.ts';
import { deleteWebhook } from '../../lambdas/webhooks/delete-webhook.ts';
import { getWebhook } from '../../lambdas/webhooks/read-webhooks.ts';
import { rotateWebhook } from '../../lambdas/webhooks/rotate-webhook.ts';
import { aWebhook, movableClock } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { noSamples } from '../support/no-samples.ts';
import { storeTargets, tableStandIn } from '../support/tables.ts';

captureLog();

const standIn = tableStandIn();
const HOUR = 3600;
const owner = { status: 'premium', premiumUntil: '2027-01-01T00:00:00.000Z' } as const;
let table: Table;
let clock: ReturnType<typeof movableClock>;
let ports: ReturnType<typeof portsOf>;

const portsOf = (of: Table) => ({
  webhooks: webhookStore(of, clock),
  routes: routeReader(of, clock),
  counters: countersStore(of),
  owners: { get: async () => owner },
  plans,
  clock,
});

beforeEach(async () => {
  table = await standIn.another();
  // The stand-in uses the real time to expire items.
  clock = movableClock(new Date().toISOString());
  ports = portsOf(table);
  const profile = { status: owner.status, premium_until: owner.premiumUntil, email: 'ada@example.com' };
  const Item = { ...key.profile(1), ...profile, webhook_count: 0, target_count: 0 };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  await storeTargets(table, 1, [21, 22]);
  await ports.webhooks.insert(aWebhook({ route: 'first' }), owner, 25);
});

const rotate = (hours = 24, with_ = ports) => rotateWebhook(1, 11, hours, with_);
const routeOf = (route: string) => ports.routes.byRoute(route);
const itemOf = async (route: string) =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key: key.route(route) }))).Item;

/** For each stored call, true if it used a previous URL. */
let byOldUrl: boolean[];

/** A process of the invoke function with its cache. */
const host = () => {
  const stored: string[] = [];
  byOldUrl = [];
  const accepting = {
    ...ports,
    routeCache: createRouteCache(clock),
    deduplication: { claim: async () => undefined },
    invocations: {
      insert: async (summary: InvocationSummary) => void byOldUrl.push(summary.byOldUrl === true),
      remove: async () => {},
      get: async () => undefined,
    },
    laneQueue: { send: async (messages: { targetId: number }[]) => void stored.push(...messages.map(String)) },
    outbox: { put: async () => {} },
  };
  const call = { method: 'POST', query: '', headers: {}, ip: '203.0.113.7', body: Buffer.from('{}') };
  return async (route: string): Promise<string> => {
    try {
      await acceptCall({ ...call, route }, accepting);
      return 'accepted';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
};

/** The usage of previous URLs, as their owner sees it. */
const oldRoutes = async () => (await getWebhook(1, 11, ports)).old_routes;

describe('a replaced invoke URL', () => {
  it('accepts calls for a day, counted separately, and then looks as if it had never existed', async () => {
    const { route } = await rotate();
    const call = host();
    expect(route).toMatch(/^a[\w-]{24}$/);
    expect(await oldRoutes()).toEqual([{ route: 'first', until: expect.any(String), calls: 0 }]);
    for (const to of ['first', 'first', route]) expect(await call(to)).toBe('accepted');
    expect(await getWebhook(1, 11, ports)).toMatchObject({ route, amount_invocations: 3, invocations_this_cycle: 3 });
    expect((await oldRoutes())?.[0]?.calls).toBe(2);
    expect(byOldUrl).toEqual([true, true, false]);
    clock.advance(24 * HOUR - 1);
    expect(await call('first')).toBe('accepted');
    clock.advance(1);
    expect(await call('first')).toBe('webhook-unknown');
    expect(await call('never')).toBe('webhook-unknown');
    expect(await call(route)).toBe('accepted');
    expect(await oldRoutes()).toBeUndefined();
  });

  it('expires from the table, but not before its end', async () => {
    await rotate();
    expect(Number((await itemOf('first'))?.expires_at)).toBeGreaterThan(clock().getTime() / 1000 + 24 * HOUR);
  });

  it('ends immediately if its owner wants that, even for processes that cached it', async () => {
    const call = host();
    expect(await call('first')).toBe('accepted');
    const { route } = await rotate(0);
    expect(await call('first')).toBe('webhook-unknown');
    expect(await call(route)).toBe('accepted');
    expect(await itemOf('first')).toBeUndefined();
    expect(await oldRoutes()).toBeUndefined();
  });

  it('is recognised as old by a process that cached it as current', async () => {
    const call = host();
    expect(await call('first')).toBe('accepted');
    await rotate();
    expect(await call('first')).toBe('accepted');
    expect((await oldRoutes())?.[0]?.calls).toBe(1);
  });

  it('keeps its own end and its own count if the URL is changed again', async () => {
    const call = host();
    const second = (await rotate()).route;
    clock.advance(3 * HOUR);
    const third = (await rotate()).route;
    for (const to of ['first', second, second, third]) expect(await call(to)).toBe('accepted');
    expect((await oldRoutes())?.map(({ route, calls }) => [route, calls])).toEqual([
      ['first', 1],
      [second, 2],
    ]);
    clock.advance(21 * HOUR);
    expect(await call('first')).toBe('webhook-unknown');
    expect(await call(second)).toBe('accepted');
    clock.advance(3 * HOUR);
    expect(await call(second)).toBe('webhook-unknown');
    // The next change of the webhook deletes the expired routes.
    await ports.webhooks.change(1, 11, (webhook) => ({ ...webhook, name: 'Renamed' }));
    expect((await ports.webhooks.get(1, 11))?.oldRoutes).toEqual([]);
    expect([await itemOf('first'), await itemOf(second)]).toEqual([undefined, undefined]);
  });

  it('follows every change of its webhook', async () => {
    const { route } = await rotate();
    await ports.webhooks.change(1, 11, (webhook) => ({ ...webhook, targetIds: [22], enabled: false }));
    for (const each of ['first', route])
      expect(await routeOf(each)).toMatchObject({ targetIds: [22], enabled: false, owner });
    expect((await routeOf(route))?.validUntil).toBeUndefined();
  });

  it('follows a secret that its service sends', async () => {
    const verification = { mode: 'enforce', sender: 'asana', allowIps: [], secrets: [] } as const;
    await ports.webhooks.change(1, 11, (webhook) => ({
      ...webhook,
      verification: { ...verification, secrets: [], allowIps: [] },
    }));
    const { route, verification: before } = await rotate();
    if (!before) throw new Error('no verification');
    const after = { ...before, secrets: [{ id: 'one', hint: '…', createdAt: clock().toISOString() }] };
    expect(await exchangeVerification(table, clock)({ userId: 1, webhookId: 11 }, before, after)).toBe(true);
    for (const each of ['first', route]) expect((await routeOf(each))?.verification?.secrets).toHaveLength(1);
    expect(await exchangeVerification(table, clock)({ userId: 1, webhookId: 11 }, before, after)).toBe(false);
  });

  it('follows the plan of its owner, and so does a new one', async () => {
    const premium = { ...owner, status: 'premium_cancelled' as const, paymentFailed: false };
    const { route } = await rotate();
    await applySubscriptionStatus(1, premium, 7, { ...ports, subscriptionStatuses: subscriptionStatusStore(table) });
    for (const each of ['first', route]) expect((await routeOf(each))?.owner.status).toBe('premium_cancelled');
    const { route: third } = await rotate();
    expect(await itemOf(third)).toMatchObject({ owner_status: 'premium_cancelled', standing_revision: 7 });
  });

  it('is deleted with its webhook', async () => {
    const { route } = await rotate();
    await deleteWebhook(1, 11, { ...ports, samples: noSamples });
    expect([await itemOf('first'), await itemOf(route)]).toEqual([undefined, undefined]);
  });

  it('is deleted with the account', async () => {
    const { route } = await rotate();
    await deletionStore(table).removeRoutes(1);
    expect([await itemOf('first'), await itemOf(route)]).toEqual([undefined, undefined]);
  });
});

describe('a rotation', () => {
  /** Runs an action once between a verb's read of the webhook and its write. */
  const meeting = (act: () => Promise<unknown>) => {
    let done = false;
    const between = async (webhook: Webhook, change: (webhook: Webhook) => Webhook | Promise<Webhook>) => {
      const changed = await change(webhook);
      if (!done) {
        done = true;
        await act();
      }
      return changed;
    };
    return {
      ...ports,
      webhooks: {
        ...ports.webhooks,
        change: (userId: number, id: number, change: (webhook: Webhook) => Webhook | Promise<Webhook>) =>
          ports.webhooks.change(userId, id, (webhook) => between(webhook, change)),
      },
    };
  };

  it('keeps both URLs if the webhook is rotated twice at the same time', async () => {
    let other = '';
    const { route } = await rotate(
      24,
      meeting(async () => (other = (await rotate()).route)),
    );
    expect((await ports.webhooks.get(1, 11))?.oldRoutes.map((old) => old.route)).toEqual(['first', other]);
    for (const each of ['first', other, route]) expect(await routeOf(each)).toMatchObject({ webhookId: 11 });
  });

  it('copies the new plan if the plan changes at the same time', async () => {
    const status = { status: 'free' as const, premiumUntil: '0001-01-01T00:00:00Z', paymentFailed: false };
    const { route } = await rotate(
      24,
      meeting(() =>
        applySubscriptionStatus(1, status, 3, { ...ports, subscriptionStatuses: subscriptionStatusStore(table) }),
      ),
    );
    for (const each of ['first', route]) expect((await routeOf(each))?.owner.status).toBe('free');
  });

  it('leaves nothing if the webhook is deleted at the same time', async () => {
    const met = meeting(() => deleteWebhook(1, 11, { ...ports, samples: noSamples }));
    await expect(rotate(24, met)).rejects.toMatchObject({ problem: 'not-found' });
    expect(await itemOf('first')).toBeUndefined();
  });

  it('leaves nothing if the webhook is deleted first', async () => {
    let route = '';
    const get: typeof ports.webhooks.get = async (...of) => {
      const found = await ports.webhooks.get(...of);
      route = (await rotate()).route;
      return found;
    };
    await deleteWebhook(1, 11, { webhooks: { ...ports.webhooks, get }, samples: noSamples });
    expect([await itemOf('first'), await itemOf(route), await ports.webhooks.get(1, 11)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('leaves no new URL if the account is deleted at the same time', async () => {
    const met = meeting(() =>
      table.client.send(
        new UpdateCommand({ TableName: table.name, Key: key.profile(1), UpdateExpression: 'REMOVE email' }),
      ),
    );
    await expect(rotate(24, met)).rejects.toMatchObject({ problem: 'conflict' });
    expect((await ports.webhooks.get(1, 11))?.route).toBe('first');
  });

  it("returns 404 for another account's webhook", async () => {
    await expect(rotateWebhook(2, 11, 24, ports)).rejects.toMatchObject({ problem: 'not-found' });
  });
});
