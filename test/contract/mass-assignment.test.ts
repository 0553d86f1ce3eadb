import { describe, expect } from 'vitest';
import type { LocalRun } from '../support/local-run.ts';
import { solvedChallenge } from '../support/product.ts';
import { it, MOST } from '../support/shared-local.ts';
import { type Asking, createAsking } from './asking.ts';
import { type Belongings, freshAddress, settle } from './world.ts';

let run: LocalRun;
let asking: Asking;
let ada: Belongings;
let bob: Belongings;
it.beforeAll(async ({ roomy }) => {
  run = roomy;
  asking = createAsking(run);
  [ada, bob] = [await settle(run), await settle(run)];
}, 120_000);

/** Values that no caller can choose, under all possible names. */
const wished = (other: Belongings) => ({
  id: other.webhookId,
  user_id: other.user.userId,
  userId: other.user.userId,
  owner: other.user.userId,
  pk: `USER#${other.user.userId}`,
  sk: `WEBHOOK#${other.webhookId}`,
  route: 'my-own-route',
  created_at: '2001-01-01T00:00:00.000Z',
  updated_at: '2001-01-01T00:00:00.000Z',
  status: 'admin',
  'premium-until': '2999-01-01T00:00:00Z',
  premium_until: '2999-01-01T00:00:00Z',
  premiumUntil: '2999-01-01T00:00:00Z',
  email_verified: true,
  epoch: 99,
  password_hash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$aGFzaA',
  webhook_count: -100,
  target_count: -100,
  position: 0,
  amount_invocations: 12345,
  max_invocations_per_cycle: 12345,
  number_of_dispatches: 12345,
  version: 99,
  expires_at: 1,
});

describe('an account', () => {
  it("is always opened on the free plan with its own id, regardless of the registration's fields", async () => {
    const email = freshAddress();
    const challenge = await solvedChallenge(run, 'REGISTER');
    const { outcome, body } = await asking.ask('register', {
      body: { ...wished(ada), email, password: 'plum-tart-under-glass', challenge },
    });
    expect(outcome).toBe('success');
    expect([ada.user.userId, ada.webhookId]).not.toContain(body.user_id);
    const read = await asking.ask('getUser', { id: body.user_id, token: body.access_token });
    expect(read.body.profile).toMatchObject({ email, status: 'free', 'premium-until': '0001-01-01T00:00:00Z' });
    expect(read.body.limits).toMatchObject({ webhooks: 0, targets: 0, max_webhooks: MOST });
  });

  it('keeps its address and its plan when the password changes', async () => {
    const { user } = await settle(run);
    const before = await user.api('getUser', { id: user.userId });
    const password = 'violet.Tramway.9';
    const { outcome, body } = await asking.ask('updateUser', {
      id: user.userId,
      token: user.token,
      body: { ...wished(ada), email: 'mallory@example.com', current_password: user.password, password },
    });
    expect([outcome, body.user_id]).toEqual(['success', user.userId]);
    const after = await asking.ask('getUser', { id: user.userId, token: body.access_token });
    expect(after.body).toEqual(before);
    expect((await asking.ask('login', { body: { email: 'mallory@example.com', password } })).outcome).toBe(
      'unauthenticated',
    );
    expect((await asking.ask('login', { body: { email: user.email, password } })).outcome).toBe('success');
  });

  it('refreshes its session only for the owner of the cookie', async () => {
    const { outcome } = await asking.ask('refreshToken', {
      cookie: ada.user.cookie,
      body: { ...wished(bob), user_id: bob.user.userId },
    });
    expect(outcome).toBe('unauthenticated');
  });
});

describe('a webhook', () => {
  it('gets a generated id, route and date, and belongs to its caller', async () => {
    const { outcome, body } = await asking.ask('createWebhook', {
      token: ada.user.token,
      body: {
        ...wished(bob),
        webhook: { ...wished(bob), name: 'Mine', target_ids: [ada.targetId] },
        targets: [{ ...wished(bob), id: ada.targetId, status: 'active', target_type: 'mock', options: {} }],
      },
    });
    expect(outcome).toBe('success');
    expect(body.webhook_id).not.toBe(bob.webhookId);
    expect(body.route).not.toBe('my-own-route');
    const webhook = await ada.user.api('getWebhook', { id: body.webhook_id });
    expect(webhook).toMatchObject({
      name: 'Mine',
      amount_invocations: 0,
      status: 'enabled',
      target_ids: [ada.targetId],
    });
    expect(webhook.max_invocations_per_cycle).toBe(500);
    expect(webhook.created_at > '2020').toBe(true);
    expect((await fetch(`${run.invokeUrl}/my-own-route`, { method: 'POST', body: '{}' })).status).toBe(404);
    expect(await bob.user.api('listWebhooks')).toHaveLength(1);
  });

  it('keeps its id, route, date, owner and counts when it changes', async () => {
    const before = await ada.user.api('getWebhook', { id: ada.webhookId });
    const { outcome } = await asking.ask('updateWebhook', {
      token: ada.user.token,
      id: ada.webhookId,
      body: { ...wished(bob), name: 'Renamed', target_ids: [ada.targetId] },
    });
    expect(outcome).toBe('success');
    expect(await ada.user.api('getWebhook', { id: ada.webhookId })).toEqual({ ...before, name: 'Renamed' });
    expect((await fetch(ada.webhookUrl, { method: 'POST', body: '{}' })).status).toBe(202);
  });

  it("never shows another user's target", async () => {
    const before = await ada.user.api('getWebhook', { id: ada.webhookId });
    for (const target_ids of [[bob.targetId], [ada.targetId, bob.targetId], [bob.pendingTargetId]]) {
      const change = { token: ada.user.token, id: ada.webhookId, body: { name: 'x', target_ids } };
      expect((await asking.ask('updateWebhook', change)).outcome).toBe('invalid-input');
      const webhook = { name: 'x', target_ids: [ada.targetId] };
      const targets = target_ids.map((id) => ({ id }));
      const made = await asking.ask('createWebhook', { token: ada.user.token, body: { webhook, targets } });
      expect([made.outcome, made.body.errors[0].path]).toEqual(['invalid-input', 'target_ids']);
    }
    expect(await ada.user.api('getWebhook', { id: ada.webhookId })).toMatchObject({ target_ids: before.target_ids });
    expect((await bob.user.api('getTarget', { id: bob.targetId })).associated_webhooks).toHaveLength(1);
  });
});

describe('a target', () => {
  it('starts its setup regardless of the payload', async () => {
    const claims = { ...wished(bob), status: 'active', target_type: 'mock', sealed_secrets: 'x', kind: 'mock' };
    const options = { chatId: 1, chat_id: 1, confirmed: true, ActivationKey: 'mine', status: 'active', __proto__: {} };
    for (const [type, own] of [
      ['telegram', {}],
      ['email', { address: 'assigned@example.com' }],
    ] as const) {
      const { outcome, body } = await asking.ask('createTarget', {
        token: ada.user.token,
        body: { ...claims, name: `Claimed ${type}`, type, options: { ...options, ...own } },
      });
      expect(outcome).toBe('success');
      const target = await ada.user.api('getTarget', { id: body.id });
      expect(target).toMatchObject({
        name: `Claimed ${type}`,
        status: 'pending',
        target_type: type,
        number_of_dispatches: 0,
      });
      expect(target.created_at > '2020').toBe(true);
      expect(target.id).not.toBe(bob.webhookId);
    }
  });

  it('becomes active only through its setup', async () => {
    const before = await ada.user.api('getTarget', { id: ada.pendingTargetId });
    await asking.ask('updateTarget', {
      token: ada.user.token,
      id: ada.pendingTargetId,
      body: { ...wished(bob), status: 'active', target_type: 'mock', type: 'mock', enabled: true },
    });
    const after = await ada.user.api('getTarget', { id: ada.pendingTargetId });
    expect({ ...after, updated_at: '' }).toEqual({ ...before, updated_at: '' });
  });
});

describe('a page of a listing', () => {
  it('belongs to the path, regardless of the query', async () => {
    const query = { user_id: String(bob.user.userId), webhook_id: String(bob.webhookId), id: String(bob.webhookId) };
    const { body } = await asking.ask('listInvocations', { token: ada.user.token, id: ada.webhookId, query });
    expect(body.map(({ id }: { id: string }) => id)).toContain(ada.invocationId);
    expect(JSON.stringify(body)).not.toContain(bob.invocationId);
  });
});
