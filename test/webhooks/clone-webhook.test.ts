import { describe, expect, it } from 'vitest';
import { webhookSettings } from '#contract/webhook-settings';
import { plans } from '../../lambdas/model/plans.ts';
import { type Webhook, webhookDefaults } from '../../lambdas/model/webhook.ts';
import { cloneWebhook } from '../../lambdas/webhooks/clone-webhook.ts';
import { settingsToWire } from '../../lambdas/webhooks/wire.ts';
import { aWebhook, movableClock } from '../support/in-memory.ts';

/** Every setting differs from its default. */
const source = aWebhook({
  name: 'Shop',
  splitMessage: !webhookDefaults.splitMessage,
  useTemplate: true,
  template: 'Order {{id}}',
  enabled: false,
  paused: true,
  targetIds: [21, 22],
  retentionDays: 3,
  silenceAlarmMinutes: 1500,
  silentSince: '2026-11-19T00:00:00.000Z',
  intake: {
    duplicates: 'drop',
    duplicateWindowMinutes: 7,
    duplicateFields: ['order.id'],
    answerHandshakes: !webhookDefaults.intake.answerHandshakes,
    verifyToken: 'known to one app of Meta',
    methods: ['PUT'],
    answer: { status: 200, contentType: 'text/plain', body: 'ok' },
  },
  format: 'rich',
  timeZone: 'Asia/Tokyo',
  follow: 'auto',
  digest: { after: 5, withinSeconds: 60 },
  acknowledge: { from: 'critical', steps: [{ afterMinutes: 10, targetIds: [23] }] },
  subject: { from: 'own', key: 'id', state: 'state', severity: 'level', title: 'title', link: 'url' },
  routing: [
    {
      targetId: 22,
      when: { match: 'all', conditions: [] },
      template: 'Only {{id}}',
    } as unknown as Webhook['routing'][0],
  ],
  oldRoutes: [{ route: 'before', until: '2026-12-01T00:00:00.000Z' }],
  verification: { mode: 'enforce', sender: 'github', allowIps: [], secrets: [] } as unknown as NonNullable<
    Webhook['verification']
  >,
});

const setUp = (outcome: 'stored' | 'limit-reached' | 'target-gone' = 'stored') => {
  const inserted: Webhook[] = [];
  const ports = {
    webhooks: {
      get: async (userId: number, id: number) => (userId === 1 && id === source.id ? source : undefined),
      list: async () => [source],
      insert: async (webhook: Webhook) => {
        if (outcome === 'stored') inserted.push(webhook);
        return outcome;
      },
    },
    targets: {
      list: async (): Promise<{ id: number; status: 'active' | 'inactive' }[]> => [
        { id: 21, status: 'active' },
        { id: 22, status: 'inactive' },
        { id: 23, status: 'inactive' },
      ],
    },
    owners: { get: async () => ({ status: 'free' as const, premiumUntil: '0001-01-01T00:00:00Z' }) },
    plans,
    clock: movableClock(),
  } as unknown as Parameters<typeof cloneWebhook>[3];
  return { ports, inserted };
};

describe('a clone of a webhook', () => {
  it('has all settings, including targets that are now inactive, but not its name and URL verification token', async () => {
    const { ports, inserted } = setUp();
    const clone = await cloneWebhook(1, source.id, 'Other shop', ports);
    expect(inserted).toEqual([clone]);
    expect(settingsToWire(clone)).toEqual({
      ...settingsToWire(source),
      name: 'Other shop',
      intake: { ...settingsToWire(source).intake, verify_token: '' },
    });
    const defaults: Record<string, unknown> = settingsToWire(aWebhook());
    const settings: Record<string, unknown> = settingsToWire(clone);
    // This check fails for a new setting until it is set above, so its copy is tested too.
    for (const name of Object.keys(webhookSettings.shape)) expect(settings[name], name).not.toEqual(defaults[name]);
  });

  it('is a separate webhook: URL, id, age and position, without old URLs and verification', async () => {
    const { ports } = setUp();
    const clone = await cloneWebhook(1, source.id, 'Other shop', ports);
    expect(clone.route).toMatch(/^a[\w-]{24}$/);
    expect(clone.id).not.toBe(source.id);
    expect(clone).toMatchObject({ userId: 1, position: 1, oldRoutes: [] });
    expect(clone.createdAt).not.toBe(source.createdAt);
    expect(clone.verification).toBeUndefined();
  });

  it.each([
    ['enforce', false],
    ['report', true],
    ['off', true],
    [undefined, true],
  ] as const)(
    'of a webhook that verifies its calls (%s) accepts all calls only if the original did',
    async (mode, enabled) => {
      const { ports } = setUp();
      const { verification: _, ...open } = source;
      const verification = { mode, sender: 'github', allowIps: [], secrets: [] };
      ports.webhooks.get = async () => ({ ...open, enabled: true, ...(mode && { verification }) }) as Webhook;
      expect(await cloneWebhook(1, source.id, 'Other shop', ports)).toMatchObject({ enabled });
    },
  );

  it("does not exist for another account's webhook or a missing one", async () => {
    const { ports, inserted } = setUp();
    await expect(cloneWebhook(2, source.id, 'Mine', ports)).rejects.toMatchObject({ problem: 'not-found' });
    await expect(cloneWebhook(1, source.id + 1, 'Mine', ports)).rejects.toMatchObject({ problem: 'not-found' });
    expect(inserted).toEqual([]);
  });

  it('is rejected at the plan’s limit', async () => {
    const { ports } = setUp('limit-reached');
    await expect(cloneWebhook(1, source.id, 'One more', ports)).rejects.toMatchObject({
      problem: 'limit-reached',
      code: 'webhook-limit-reached',
    });
  });

  it('is rejected if a target is deleted at the same moment', async () => {
    const { ports } = setUp('target-gone');
    await expect(cloneWebhook(1, source.id, 'Late', ports)).rejects.toMatchObject({ code: 'target-unknown' });
    const gone = setUp();
    gone.ports.targets.list = async () => [{ id: 21, status: 'active' }];
    await expect(cloneWebhook(1, source.id, 'Late', gone.ports)).rejects.toMatchObject({ code: 'target-unknown' });
    expect(gone.inserted).toEqual([]);
  });
});
