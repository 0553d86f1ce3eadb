import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { accountToWire } from '../../lambdas/accounts/read-account.ts';
import { counter } from '../../lambdas/adapters/dynamodb/counter-names.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { noticeChoiceStore } from '../../lambdas/adapters/dynamodb/notice-choice-store.ts';
import { putItem } from '../../lambdas/adapters/dynamodb/table.ts';
import { targetItem } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { DEFAULT_RECIPIENTS } from '../../lambdas/mail/notice-choice.ts';
import type { Account } from '../../lambdas/model/account.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { newNumericId } from '../../lambdas/platform/ids.ts';
import { aTarget } from '../support/in-memory.ts';
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
  joinedWorkspace: false,
  webhookCount: 0,
  targetCount: 0,
  epoch: 0,
};
const now = new Date('2026-03-01T12:00:00Z');

describe('the limits of an account', () => {
  const wire = (changes: Partial<Account>, used = 0) =>
    accountToWire(
      { ...account, ...changes },
      {
        usedToday: used,
        storedBytes: 1000,
        heldByQuota: 0,
        holdOrder: 'newest-day-first',
        notices: DEFAULT_RECIPIENTS,
      },
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
      'joined_workspace',
      'notice_email',
      'notice_muted_events',
      'notice_target_ids',
      'notices',
      'payment_failed',
      'premium-until',
      'review_since',
      'status',
    ]);
    expect(JSON.stringify(body)).not.toContain(goodPassword);
  });

  describe('has recipients of notices', () => {
    const setUp = async () => {
      const user = await newUser(rig, `notices-${Math.random()}@example.com`);
      const change = async (body: object, { token = user.token, id = user.id } = {}) => {
        const answer = await rig.call({
          method: 'PUT',
          path: `/user/${id}/notices`,
          route: '/user/{id}/notices',
          params: { id: String(id) },
          headers: { authorization: `Bearer ${token}` },
          body,
        });
        return answer.status === 204 ? 204 : [answer.status, answer.body.errors?.[0]?.path];
      };
      const chosen = async () => {
        const { notices, notice_email, notice_target_ids } = (await rig.user('GET', user.id, user.token)).body.profile;
        return [notices, notice_email, notice_target_ids];
      };
      const target = async (status: 'active' | 'inactive' = 'active') => {
        const id = newNumericId();
        await putItem(rig.table, { Item: targetItem(aTarget({ id, userId: user.id, status })) });
        return id;
      };
      return { user, change, chosen, target };
    };

    it('which an earlier client can still turn on and off, and only their owner', async () => {
      const { user, change, chosen } = await setUp();
      const other = await newUser(rig, `other-${Math.random()}@example.com`);
      expect(await change({ wanted: false })).toBe(204);
      expect(await chosen()).toEqual([false, 'never', []]);
      expect(await change({ wanted: true }, { token: other.token, id: user.id })).toEqual([404, undefined]);
      expect(await change({ wanted: 'yes' })).toEqual([400, 'wanted']);
      expect(await change({})).toEqual([400, 'email']);
      expect(await chosen()).toEqual([false, 'never', []]);
      expect(await change({ wanted: true })).toBe(204);
      expect(await chosen()).toEqual([true, 'always', []]);
    });

    it('which can be targets, with emails as a fallback', async () => {
      const { change, chosen, target } = await setUp();
      const [one, two] = [await target(), await target()];
      expect(await change({ target_ids: [one, two] })).toBe(204);
      expect(await chosen()).toEqual([true, 'always', [one, two]]);
      expect(await change({ email: false })).toBe(204);
      expect(await chosen()).toEqual([false, 'fallback', [one, two]]);
      expect(await change({ target_ids: [] })).toBe(204);
      expect(await chosen()).toEqual([false, 'never', []]);
    });

    it('and the events without notices', async () => {
      const { user, change } = await setUp();
      const muted = async () => (await rig.user('GET', user.id, user.token)).body.profile.notice_muted_events;
      expect(await change({ muted_events: ['quota', 'target_paused', 'quota'] })).toBe(204);
      expect(await change({ email: false })).toBe(204);
      expect(await muted()).toEqual(['quota', 'target_paused']);
      expect(await change({ muted_events: ['weather'] })).toEqual([400, 'muted_events.0']);
      expect(await change({ muted_events: [] })).toBe(204);
      expect(await muted()).toEqual([]);
    });

    it('which are active targets of the account, at most five', async () => {
      const { change, chosen, target } = await setUp();
      const one = await target();
      const foreign = await (await setUp()).target();
      for (const ids of [[foreign], [1234], [await target('inactive')], [one, one], [1, 2, 3, 4, 5, 6], ['x']])
        expect([400, expect.stringMatching(/^target_ids/)]).toEqual(await change({ target_ids: ids }));
      expect(await chosen()).toEqual([true, 'always', []]);
    });

    it('which stay without emails after the link in one stopped them, until the owner chooses again', async () => {
      const { user, change, chosen, target } = await setUp();
      const [one, two] = [await target(), await target()];
      await change({ email: false, target_ids: [one] });
      await noticeChoiceStore(rig.table).set(user.id, { email: 'never' });
      await change({ target_ids: [one, two] });
      expect(await chosen()).toEqual([false, 'never', [one, two]]);
      await change({ email: false });
      expect(await chosen()).toEqual([false, 'fallback', [one, two]]);
    });
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
        max_seats: 0,
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
        max_seats: 5,
        retention_days: 90,
        price_cents: 299,
      },
    ]);
  });
});
