import { describe, expect, it } from 'vitest';
import { webhookChange } from '#contract/webhook';
import { WEBHOOK_DEFAULTS } from '#contract/webhook-defaults';
import { plans } from '../../lambdas/model/plans.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import type { SubscriptionStatus, WebhookStore } from '../../lambdas/model/webhook-ports.ts';
import { createWebhook } from '../../lambdas/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../lambdas/webhooks/delete-webhook.ts';
import { detachTarget } from '../../lambdas/webhooks/detach-target.ts';
import { getWebhook, listWebhooks } from '../../lambdas/webhooks/read-webhooks.ts';
import { updateWebhook } from '../../lambdas/webhooks/update-webhook.ts';
import { fieldsOf } from '../../lambdas/webhooks/wire.ts';
import { aWebhook, chosenFields, movableClock } from '../support/in-memory.ts';
import { noSamples } from '../support/no-samples.ts';

const owners: Record<number, SubscriptionStatus> = {
  1: { status: 'premium', premiumUntil: '2027-01-01T00:00:00Z' },
  2: { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' },
};

const setUp = (seed: Webhook[] = []) => {
  const stored = new Map(seed.map((webhook) => [webhook.id, webhook]));
  const own = (userId: number) => [...stored.values()].filter((webhook) => webhook.userId === userId);
  const webhooks: WebhookStore = {
    insert: async (webhook, _owner, max) => {
      if (own(webhook.userId).length >= max) return 'limit-reached';
      stored.set(webhook.id, webhook);
      return 'stored';
    },
    change: async (userId, id, change) => {
      const webhook = own(userId).find((each) => each.id === id);
      if (!webhook) return undefined;
      const changed = await change(webhook);
      stored.set(id, changed);
      return changed;
    },
    remove: async (webhook) => stored.delete(webhook.id),
    get: async (userId, id) => own(userId).find((webhook) => webhook.id === id),
    list: async (userId) => own(userId).sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
  };
  const usage = {
    invocations: 5,
    lastInvocation: undefined,
    invocationsToday: 2,
    errors: 1,
    errorsLastDays: 1,
    openErrors: 1,
    held: 0,
  };
  return {
    stored,
    ports: {
      webhooks,
      samples: noSamples,
      targets: {
        list: async (userId: number) =>
          userId === 1
            ? [
                { id: 21, status: 'active' as const },
                { id: 22, status: 'inactive' as const },
              ]
            : [{ id: 31, status: 'active' as const }],
      },
      owners: { get: async (userId: number) => owners[userId] },
      counters: {
        usage: async () => ({
          usedToday: 25,
          storedBytes: 0,
          heldByQuota: 0,
          holdOrder: 'newest-day-first' as const,
          byOldRoute: () => 3,
          of: () => usage,
        }),
      },
      plans,
      heldCalls: { hasten: async () => {} },
      clock: movableClock(),
    },
  };
};

describe('creating a webhook', () => {
  it('gives it an unguessable route', async () => {
    const { ports } = setUp();
    const [a, b] = [await createWebhook(1, chosenFields(), ports), await createWebhook(1, chosenFields(), ports)];
    expect(a.route).toMatch(/^a[\w-]{24}$/);
    expect(a.route).not.toBe(b.route);
    expect([a.position, b.position]).toEqual([0, 1]);
  });

  it.each([
    ['without a target', [], 'target-needed'],
    ['with a target of somebody else', [31], 'target-unknown'],
    ['with a target that is not active', [22], 'target-not-active'],
  ])('is rejected %s', async (_what, targetIds, code) => {
    const { ports } = setUp();
    await expect(createWebhook(1, chosenFields({ targetIds }), ports)).rejects.toMatchObject({
      code,
      fields: [{ path: 'target_ids', code }],
    });
  });

  it("is rejected at the plan's limit, with a remedy", async () => {
    const { ports } = setUp([aWebhook({ userId: 2 })]);
    await expect(createWebhook(2, chosenFields({ targetIds: [31] }), ports)).rejects.toMatchObject({
      problem: 'limit-reached',
      message: expect.stringContaining('Upgrade'),
    });
  });

  it('does not ask Premium accounts to upgrade', async () => {
    const all = Array.from({ length: plans.premium.maxWebhooks }, (_, index) => aWebhook({ id: 100 + index }));
    const { ports } = setUp(all);
    await expect(createWebhook(1, chosenFields(), ports)).rejects.toMatchObject({
      problem: 'limit-reached',
      message: 'Your plan allows 25 webhooks. Contact us if you need more.',
    });
  });
});

describe('changing a webhook', () => {
  it('changes the settings of its owner, and keeps the rest', async () => {
    const { ports, stored } = setUp([aWebhook()]);
    await updateWebhook(1, 11, chosenFields({ name: 'Renamed', enabled: false }), ports);
    expect(stored.get(11)).toMatchObject({
      name: 'Renamed',
      enabled: false,
      route: 'a-route',
      createdAt: aWebhook().createdAt,
    });
  });

  it('rejects a rule for a target that it does not have, and drops those of removed targets', async () => {
    const rule = (targetId: number) => ({ targetId, when: null, template: 'Hi', quiet: null, otherwise: false });
    const before = aWebhook({ targetIds: [21, 22], routing: [rule(22)] });
    const { ports, stored } = setUp([before]);
    const refused = { code: 'invalid-input', fields: [{ path: 'routing', message: expect.stringContaining('31') }] };
    const stranger = chosenFields({ routing: [rule(21), rule(31)] });
    await expect(updateWebhook(1, 11, stranger, ports)).rejects.toMatchObject(refused);
    await expect(createWebhook(1, stranger, ports)).rejects.toMatchObject(refused);
    expect([...stored.values()]).toEqual([before]);
    await updateWebhook(1, 11, chosenFields({ targetIds: [21], routing: [rule(21), rule(22)] }), ports);
    expect(stored.get(11)?.routing).toEqual([rule(21)]);
  });

  it('changes the retention only if it is given', async () => {
    const { ports, stored } = setUp([aWebhook()]);
    const wire = { name: 'Deploys', target_ids: [21] };
    const change = (more: object) => updateWebhook(1, 11, fieldsOf(webhookChange.parse({ ...wire, ...more })), ports);
    await change({ retention_days: 3 });
    await change({});
    expect(stored.get(11)?.retentionDays).toBe(3);
    await change({ retention_days: null });
    expect(stored.get(11)?.retentionDays).toBeNull();
  });

  it.each([0, 1.5, 366, '3'])('rejects a retention of %j days', (retention_days) =>
    expect(webhookChange.safeParse({ name: 'Deploys', target_ids: [21], retention_days }).success).toBe(false),
  );

  it('keeps a target that became inactive, but accepts no new inactive one', async () => {
    const { ports } = setUp([aWebhook({ targetIds: [22] }), aWebhook({ id: 12 })]);
    await updateWebhook(1, 11, chosenFields({ targetIds: [22] }), ports);
    await expect(updateWebhook(1, 12, chosenFields({ targetIds: [22] }), ports)).rejects.toMatchObject({
      problem: 'invalid-input',
    });
  });

  it("does not find another account's webhook", async () => {
    const { ports } = setUp([aWebhook()]);
    await expect(updateWebhook(2, 11, chosenFields({ targetIds: [31] }), ports)).rejects.toMatchObject({
      problem: 'not-found',
    });
    await expect(deleteWebhook(2, 11, ports)).rejects.toMatchObject({ problem: 'not-found' });
    await expect(getWebhook(2, 11, ports)).rejects.toMatchObject({ problem: 'not-found' });
  });
});

describe('deleting', () => {
  it('a webhook moves the newer ones up', async () => {
    const { ports, stored } = setUp([
      aWebhook(),
      aWebhook({ id: 12, position: 1, createdAt: '2026-11-02T00:00:00.000Z' }),
      aWebhook({ id: 13, position: 2, createdAt: '2026-11-03T00:00:00.000Z' }),
    ]);
    await deleteWebhook(1, 11, ports);
    expect([stored.get(12)?.position, stored.get(13)?.position]).toEqual([0, 1]);
  });

  it('a target disables the webhooks that have no other target', async () => {
    const { ports, stored } = setUp([
      aWebhook(),
      aWebhook({ id: 12, targetIds: [21, 22] }),
      aWebhook({ id: 13, targetIds: [22] }),
    ]);
    await detachTarget(1, 21, ports);
    expect(stored.get(11)).toMatchObject({ targetIds: [], enabled: false });
    expect(stored.get(12)).toMatchObject({ targetIds: [22], enabled: true });
    expect(stored.get(13)).toEqual(aWebhook({ id: 13, targetIds: [22] }));
  });

  it('a target leaves webhooks that another target enables again, unless their owner disabled them', async () => {
    const { ports, stored } = setUp([aWebhook(), aWebhook({ id: 12, enabled: false })]);
    await detachTarget(1, 21, ports);
    expect(await getWebhook(1, 11, ports)).toMatchObject({ enabled: false, disabled_code: 'webhook-without-target' });
    expect(await getWebhook(1, 12, ports)).not.toHaveProperty('disabled_code');
    const asRead = chosenFields({ targetIds: [21], enabled: false });
    for (const id of [11, 12]) await updateWebhook(1, id, asRead, ports);
    expect([stored.get(11)?.enabled, stored.get(12)?.enabled]).toEqual([true, false]);
    // From now on, the owner's choice applies again.
    await updateWebhook(1, 11, asRead, ports);
    expect(stored.get(11)?.enabled).toBe(false);
  });
});

describe('listing webhooks', () => {
  it('shows usage and limits under the names of the wire format', async () => {
    const { ports } = setUp([aWebhook()]);
    expect(await listWebhooks(1, ports)).toEqual([
      {
        id: 11,
        name: 'Deploys',
        route: 'a-route',
        ...WEBHOOK_DEFAULTS,
        created_at: '2026-11-01T00:00:00.000Z',
        target_ids: [21],
        amount_invocations: 5,
        last_invocation: '0001-01-01T00:00:00Z',
        invocations_this_cycle: 2,
        max_invocations_per_cycle: 1500,
        amount_errors: 1,
        errors_last_days: 1,
        open_errors: 1,
        limit_hit: false,
        status: 'enabled',
      },
    ]);
  });

  it('gives the reason if one beyond the plan rejects calls', async () => {
    const { ports } = setUp([aWebhook({ userId: 2, targetIds: [31] }), aWebhook({ id: 12, userId: 2, position: 1 })]);
    const [first, second] = await listWebhooks(2, ports);
    expect(first).toMatchObject({ status: 'enabled', limit_hit: true });
    expect(second?.status).toBe('disabled');
    expect(second?.disabled_reason).toContain('Upgrade to Premium');
  });
});
