import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountToWire } from '../../lambdas/accounts/read-account.ts';
import { counter } from '../../lambdas/adapters/dynamodb/counter-names.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import type { Account } from '../../lambdas/model/account.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, cookieOf, goodPassword, newUser, otherPassword } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
});

const account: Account = {
  reviewSince: undefined,
  userId: 1,
  email: 'ada@example.com',
  emailVerified: false,
  passwordHash: '',
  status: 'free',
  premiumUntil: '0001-01-01T00:00:00Z',
  paymentFailed: false,
  isCustomer: false,
  webhookCount: 0,
  targetCount: 0,
  epoch: 0,
};
const now = new Date('2026-03-01T12:00:00Z');

describe('the limits of an account', () => {
  const wire = (changes: Partial<Account>, used = 0) =>
    accountToWire(
      { ...account, ...changes },
      { usedToday: used, storedBytes: 1000, heldByQuota: 0, holdOrder: 'newest-day-first', notices: true },
      plans,
      now,
    );

  it('follow the plan, and show when one is reached', () => {
    expect(wire({ webhookCount: 1, targetCount: 4 }, 25).limits).toEqual({
      invocations_left: 0,
      invocation_limit_hit: true,
      webhook_limit_hit: true,
      target_limit_hit: false,
      stored_bytes: 1000,
      storage_limit_hit: false,
      max_stored_bytes: 26_214_400,
      max_invocations_per_day: 25,
      max_webhooks: 1,
      max_targets: 5,
      webhooks: 1,
      targets: 4,
    });
    expect(wire({}, 24).limits).toMatchObject({ invocations_left: 1, invocation_limit_hit: false });
  });

  it.each(['premium', 'admin'] as const)('are those of Premium for %s', (status) => {
    expect(wire({ status, targetCount: 500 }).limits).toMatchObject({
      max_webhooks: 25,
      max_targets: null,
      target_limit_hit: false,
    });
  });

  it('stay those of Premium after cancelling until the paid time ends, and then become those of Free at that moment', () => {
    const until = (premiumUntil: string) => wire({ status: 'premium_cancelled', premiumUntil, webhookCount: 3 });
    expect(until('2026-03-01T12:00:00.001Z')).toMatchObject({
      profile: { status: 'premium_cancelled', 'premium-until': '2026-03-01T12:00:00.001Z' },
      limits: { max_webhooks: 25, webhook_limit_hit: false },
    });
    expect(until('2026-03-01T12:00:00.000Z')).toMatchObject({
      profile: { status: 'free' },
      limits: { max_webhooks: 1, webhook_limit_hit: true },
    });
  });
});

describe('reading the account', () => {
  it('returns profile and limits, and never a password or its hash', async () => {
    const user = await newUser(rig, 'ada@example.com');
    await rig.table.client.send(
      new UpdateCommand({
        TableName: rig.table.name,
        Key: key.counters(user.id),
        UpdateExpression: 'SET #used = :used',
        ExpressionAttributeNames: { '#used': counter.used('2026-03-01') },
        ExpressionAttributeValues: { ':used': 7 },
      }),
    );
    const { status, body } = await rig.user('GET', user.id, user.token);
    expect(status).toBe(200);
    expect(body.limits.invocations_left).toBe(18);
    expect(Object.keys(body.profile).sort()).toEqual([
      'benefits_until',
      'billing_portal',
      'email',
      'email_verified',
      'hold_order',
      'notices',
      'payment_failed',
      'premium-until',
      'review_since',
      'status',
    ]);
    expect(JSON.stringify(body)).not.toContain(goodPassword);
  });

  it('returns whether notices are emailed, which only its owner can change', async () => {
    const user = await newUser(rig, 'notices@example.com');
    const other = await newUser(rig, 'other@example.com');
    const wish = (id: number, token: string, wanted: unknown) =>
      rig.call({
        method: 'PUT',
        path: `/user/${id}/notices`,
        route: '/user/{id}/notices',
        params: { id: String(id) },
        headers: { authorization: `Bearer ${token}` },
        body: { wanted },
      });
    const notices = async () => (await rig.user('GET', user.id, user.token)).body.profile.notices;
    expect((await wish(user.id, user.token, false)).status).toBe(204);
    expect(await notices()).toBe(false);
    expect((await wish(user.id, other.token, true)).status).toBe(404);
    expect((await wish(user.id, user.token, 'yes')).status).toBe(400);
    expect(await notices()).toBe(false);
    await wish(user.id, user.token, true);
    expect(await notices()).toBe(true);
  });

  it('returns the same for another account as for a missing one', async () => {
    const ada = await newUser(rig, 'ada@example.com');
    const grace = await newUser(rig, 'grace@example.com');
    const theirs = await rig.user('GET', grace.id, ada.token);
    const nobodys = await rig.user('GET', 12_345, ada.token);
    expect(theirs.status).toBe(404);
    expect(nobodys).toEqual(theirs);
  });

  it('needs a valid token', async () => {
    const user = await newUser(rig, 'ada@example.com');
    expect((await rig.user('GET', user.id, 'nonsense')).status).toBe(401);
    rig.pass(900);
    const { status, body } = await rig.user('GET', user.id, user.token);
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
  });
});

describe('changing the password', () => {
  const change = (user: { id: number; token: string }, body: object) => rig.user('PUT', user.id, user.token, body);
  const passwords = { current_password: goodPassword, password: otherPassword };

  it('needs the current one, and returns a new pair of tokens', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const answer = await change(user, passwords);
    expect(answer.status).toBe(200);
    expect(answer.body.user_id).toBe(user.id);
    expect(await rig.verifyAccessToken(answer.body.access_token)).toEqual({ userId: user.id });
    expect((await rig.refresh(cookieOf(answer), user.id)).status).toBe(200);
    expect((await rig.login('ada@example.com', goodPassword)).status).toBe(401);
    expect((await rig.login('ada@example.com', otherPassword)).status).toBe(200);
  });

  it('ends all existing sessions', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const elsewhere = cookieOf(await rig.login('ada@example.com'));
    await change(user, passwords);
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(401);
    expect((await rig.refresh(elsewhere, user.id)).status).toBe(401);
  });

  it('is rejected with a wrong current password, and rate-limited', async () => {
    rig = accountsRig(await stand.another(), { throttles: { loginPerAccount: { limit: 3, windowSeconds: 900 } } });
    const user = await newUser(rig, 'ada@example.com');
    const wrong = { ...passwords, current_password: 'wrong-one' };
    const answers = [];
    for (let guess = 0; guess < 4; guess += 1) answers.push(await change(user, wrong));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
    expect(answers[0]?.body.errors[0].path).toBe('current_password');
    expect((await rig.login('ada@example.com', goodPassword)).status).toBe(200);
  });

  it('lets one of two concurrent changes win', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const answers = await Promise.all(
      ['first-of-two.11', 'second-of-two.22'].map((password) => change(user, { ...passwords, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('changes nothing else, regardless of the payload', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const before = await rig.ports.accounts.get(user.id);
    await change(user, {
      ...passwords,
      email: 'mallory@example.com',
      status: 'admin',
      'premium-until': '2099-01-01T00:00:00Z',
      id: 1,
      webhook_count: -5,
      epoch: 100,
    });
    expect(await rig.ports.accounts.get(user.id)).toEqual({
      ...before,
      passwordHash: `new:${otherPassword}`,
      epoch: 1,
    });
    expect((await rig.login('mallory@example.com', otherPassword)).status).toBe(401);
  });

  it('of another account returns 404, even with the right password', async () => {
    const ada = await newUser(rig, 'ada@example.com');
    const grace = await newUser(rig, 'grace@example.com');
    const { status } = await rig.user('PUT', grace.id, ada.token, passwords);
    expect(status).toBe(404);
    expect((await rig.login('grace@example.com', goodPassword)).status).toBe(200);
  });
});

describe('the plans', () => {
  it('are published with the enforced numbers', async () => {
    const { status, body } = await rig.call({ method: 'GET', path: '/plans' });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        name: 'free',
        available: true,
        max_webhooks: 1,
        max_targets: 5,
        max_invocations_per_day: 25,
        max_stored_bytes: 26_214_400,
        max_targets_per_webhook: 10,
        retention_days: 7,
        price_cents: 0,
      },
      {
        name: 'premium',
        available: true,
        max_webhooks: 25,
        max_targets: null,
        max_invocations_per_day: 1500,
        max_stored_bytes: 2_147_483_648,
        max_targets_per_webhook: 10,
        retention_days: 90,
        price_cents: 299,
      },
    ]);
  });
});
