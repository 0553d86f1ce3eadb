import { describe, expect } from 'vitest';
import { MAX_KEPT_SAMPLES, MAX_PASSKEYS } from '#contract/bounds';
import { NEVER } from '#contract/never';
import type { RouteName } from '#contract/routes';
import { newAuthenticator } from '../support/authenticator.ts';
import { confirmAddress, type Fakes, fakesOf } from '../support/fakes.ts';
import type { LocalRun } from '../support/local-run.ts';
import { call, createWebhook, eventually, signUp, type User } from '../support/product.ts';
import { it } from '../support/shared-local.ts';
import { type Ask, type Asking, createAsking } from './asking.ts';
import { freshAddress } from './world.ts';

/** The run has the published plan: 1 webhook, 5 targets, 2 keys, no seats, 25 calls a day, 7 days of retention. */
let run: LocalRun;
let asking: Asking;
let fakes: Fakes;
it.beforeAll(async ({ published }) => {
  run = published;
  asking = createAsking(run);
  fakes = fakesOf(run);
}, 120_000);

/** Signs in again, because moving the clock expires the token. */
const again = async (user: User): Promise<User> => {
  const { body } = await call(run, 'login', { body: { email: user.email, password: user.password } });
  const token = body.access_token;
  const api = async (name: RouteName, options = {}) => {
    const answer = await call(run, name, { token, ...options });
    if (answer.status >= 300) throw new Error(`${name} answered ${answer.status}`);
    return answer.body;
  };
  return { ...user, token, api: api as User['api'] };
};

const newcomer = async () => {
  const user = await signUp(run, freshAddress());
  const target = await user.api('createTarget', { body: { name: 'Mock', type: 'mock' } });
  return { user, target, webhook: await createWebhook(run, user, [target.id]) };
};

const tell = async (url: string, body: unknown = {}): Promise<Response> => {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response;
};

const decided = (user: User, id: number, count: number) =>
  eventually(async () => {
    const invocations = await user.api('listInvocations', { id, query: { view: 'summary', limit: 100 } });
    return invocations.length === count && invocations.every(({ status }) => status !== 'pending') && invocations;
  }, `${count} calls delivered`);

const midnightAfter = (time: Date) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1));

describe('the usage of a new account', () => {
  it('is zero, and shows the plan’s limits as numbers', async () => {
    const { user, target, webhook } = await newcomer();
    expect(await user.api('getUser', { id: user.userId })).toMatchObject({
      profile: { email: user.email, status: 'free', 'premium-until': NEVER },
      limits: {
        invocations_left: 25,
        invocation_limit_hit: false,
        webhook_limit_hit: true,
        target_limit_hit: false,
        max_invocations_per_day: 25,
        max_webhooks: 1,
        max_targets: 5,
        webhooks: 1,
        targets: 1,
      },
    });
    expect(await user.api('getWebhook', { id: webhook.id })).toMatchObject({
      amount_invocations: 0,
      last_invocation: NEVER,
      invocations_this_cycle: 0,
      max_invocations_per_cycle: 25,
      amount_errors: 0,
      errors_last_days: 0,
      open_errors: 0,
      limit_hit: false,
      status: 'enabled',
    });
    expect(target).toMatchObject({ number_of_dispatches: 0, last_dispatch_at: NEVER, associated_webhooks: [] });
  });
});

describe('the usage of a day', () => {
  it('is counted per webhook, target and account, stops at the limit, and restarts at midnight UTC', async () => {
    const { user, target, webhook } = await newcomer();
    for (let count = 0; count < 25; count += 1) expect((await tell(webhook.url, { count })).status).toBe(202);
    // A smaller call would be held until midnight instead of being rejected.
    const refused = await tell(webhook.url, { text: 'x'.repeat(66_000) });
    const now = await fakes.advanceClock(1);
    expect(refused.status).toBe(429);
    const untilMidnight = (midnightAfter(now).getTime() - now.getTime()) / 1000;
    expect(Math.abs(Number(refused.headers.get('retry-after')) - untilMidnight)).toBeLessThan(60);

    const invocations = await decided(user, webhook.id, 25);
    const used = await user.api('getWebhook', { id: webhook.id });
    expect(used).toMatchObject({
      amount_invocations: 25,
      invocations_this_cycle: 25,
      limit_hit: true,
      amount_errors: 0,
    });
    expect(used.last_invocation).toBe(invocations[0]?.invoked_at);
    expect((await user.api('listWebhooks'))[0]).toEqual(used);
    const told = await user.api('getTarget', { id: target.id });
    expect(told).toMatchObject({
      number_of_dispatches: 25,
      associated_webhooks: [{ id: webhook.id, name: 'Deploys', enabled: true }],
    });
    expect(told.last_dispatch_at).not.toBe(NEVER);
    const account = await user.api('getUser', { id: user.userId });
    expect(account.limits).toMatchObject({ invocations_left: 0, invocation_limit_hit: true });
    expect(await user.api('getOverview')).toEqual({ account, webhooks: [used], targets: [told], failing_targets: [] });

    await fakes.advanceClock(Math.ceil(untilMidnight) + 5);
    expect((await tell(webhook.url)).status).toBe(202);
    const next = await again(user);
    expect(await next.api('getWebhook', { id: webhook.id })).toMatchObject({
      amount_invocations: 26,
      invocations_this_cycle: 1,
      limit_hit: false,
    });
    expect((await next.api('getUser', { id: user.userId })).limits).toMatchObject({ invocations_left: 24 });
  }, 60_000);

  it('keeps the total of errors, and shows those of the last three days', async () => {
    const user = await signUp(run, freshAddress());
    const slack = await user.api('createTarget', { body: { name: 'Deployments', type: 'slack' } });
    await fakes.approveSlack(slack);
    const webhook = await createWebhook(run, user, [slack.id]);
    await fakes.behave('slack', { mode: 'gone', times: 1 });
    await tell(webhook.url, { text: 'Anybody there?' });
    await decided(user, webhook.id, 1);
    expect(await user.api('getWebhook', { id: webhook.id })).toMatchObject({
      amount_errors: 1,
      errors_last_days: 1,
      open_errors: 1,
    });
    expect(await user.api('getTarget', { id: slack.id })).toMatchObject({ status: 'inactive' });

    await fakes.advanceClock(2 * 86_400);
    expect(await (await again(user)).api('getWebhook', { id: webhook.id })).toMatchObject({ errors_last_days: 1 });
    await fakes.advanceClock(86_400);
    const later = await (await again(user)).api('getWebhook', { id: webhook.id });
    expect(later).toMatchObject({ amount_errors: 1, errors_last_days: 0 });
  }, 60_000);
});

describe('a listing of calls', () => {
  it('has the same order by offset and by cursor: newest first, no duplicates, and an end', async () => {
    const { user, webhook } = await newcomer();
    const sent: string[] = [];
    for (let count = 0; count < 13; count += 1)
      sent.unshift(
        ((await (await fetch(webhook.url, { method: 'POST', body: `{"count":${count}}` })).json()) as { id: string })
          .id,
      );
    const page = async (query: object) => {
      const answer = await call(run, 'listInvocations', { id: webhook.id, token: user.token, query });
      return { ids: answer.body.map(({ id }) => id), next: answer.headers.get('x-next-cursor') };
    };
    expect((await page({})).ids).toEqual(sent);
    expect((await page({ offset: 5, limit: 4 })).ids).toEqual(sent.slice(5, 9));
    expect(await page({ offset: 13 })).toEqual({ ids: [], next: null });
    expect(await page({ offset: 9999, limit: 100 })).toEqual({ ids: [], next: null });

    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const { ids, next } = await page({ limit: 5, ...(cursor && { cursor }) });
      walked.push(...ids);
      cursor = next ?? undefined;
    } while (cursor);
    expect(walked).toEqual(sent);

    const dispatches = async (query: object) =>
      (await call(run, 'listDispatches', { id: sent[0] as string, token: user.token, query })).body.length;
    expect([await dispatches({}), await dispatches({ offset: 1 }), await dispatches({ limit: 1 })]).toEqual([1, 0, 1]);
  });

  it('ends at the plan’s retention limit, even if the table has not deleted older calls yet', async () => {
    const { user, webhook } = await newcomer();
    await tell(webhook.url);
    const [invocation] = await decided(user, webhook.id, 1);
    const id = invocation?.id ?? '';
    await fakes.advanceClock(7 * 86_400 - 3600);
    const within = await again(user);
    expect(await within.api('listInvocations', { id: webhook.id })).toHaveLength(1);
    await fakes.advanceClock(2 * 3600);
    const { token, api } = await again(user);
    expect(await api('listInvocations', { id: webhook.id })).toEqual([]);
    expect((await call(run, 'getInvocation', { id, token })).status).toBe(404);
    expect((await call(run, 'listDispatches', { id, token })).status).toBe(404);
    expect(await api('getWebhook', { id: webhook.id })).toMatchObject({ amount_invocations: 1 });
  }, 60_000);
});

describe('a deleted target', () => {
  it('stays out of its webhooks’ other targets, and disables webhooks without another target', async () => {
    const { user, target, webhook } = await newcomer();
    const other = await user.api('createTarget', { body: { name: 'Other', type: 'mock' } });
    await user.api('updateWebhook', { id: webhook.id, body: { name: 'Deploys', target_ids: [target.id, other.id] } });
    const inUse = await user.api('getTarget', { id: target.id });
    expect(inUse.associated_webhooks).toEqual([{ id: webhook.id, name: 'Deploys', enabled: true }]);

    await user.api('deleteTarget', { id: target.id });
    expect(await user.api('getWebhook', { id: webhook.id })).toMatchObject({ enabled: true, target_ids: [other.id] });
    expect((await tell(webhook.url)).status).toBe(202);
    await user.api('deleteTarget', { id: other.id });
    expect(await user.api('getWebhook', { id: webhook.id })).toMatchObject({
      enabled: false,
      status: 'disabled',
      target_ids: [],
    });
    expect((await tell(webhook.url)).status).toBe(404);
    expect((await user.api('getUser', { id: user.userId })).limits).toMatchObject({ targets: 0, webhooks: 1 });
  });
});

describe('plan limits', () => {
  /** Creates items until one is rejected, at most one more than the plan allows. */
  const untilRefused = async (name: RouteName, how: Ask, most: number) => {
    let last = await asking.ask(name, how);
    for (let count = 1; last.outcome === 'success' && count <= most; count += 1) last = await asking.ask(name, how);
    return last.outcome;
  };

  it('hold for targets', async () => {
    const { token, api } = await signUp(run, freshAddress());
    const target = { token, body: { name: 'One of many', type: 'mock' } };
    expect(await untilRefused('createTarget', target, 5)).toBe('limit-reached');
    expect(await api('listTargets')).toHaveLength(5);
  });

  it('hold for webhooks', async () => {
    const { token, api } = await signUp(run, freshAddress());
    const { id } = await api('createTarget', { body: { name: 'One', type: 'mock' } });
    const webhook = { token, body: { webhook: { name: 'One of many', target_ids: [id] } } };
    expect(await untilRefused('createWebhook', webhook, 1)).toBe('limit-reached');
    const [first] = await api('listWebhooks');
    const clone = { token, id: first?.id ?? 0, body: { name: 'One more' } };
    expect((await asking.ask('cloneWebhook', clone)).outcome).toBe('limit-reached');
    expect(await api('listWebhooks')).toHaveLength(1);
  });

  it('hold for saved samples', async () => {
    const { token, api } = await signUp(run, freshAddress());
    const { id: targetId } = await api('createTarget', { body: { name: 'One', type: 'mock' } });
    const { webhook_id: id } = await api('createWebhook', {
      body: { webhook: { name: 'One', target_ids: [targetId] } },
    });
    let last = '';
    for (let count = 0; last !== 'limit-reached' && count <= MAX_KEPT_SAMPLES; count += 1) {
      const { id: call } = await api('testWebhook', { id, body: { body: JSON.stringify({ count }) } });
      const body = { invocation_id: call ?? '', name: `Sample ${count}` };
      last = (await asking.ask('keepSample', { token, id, body })).outcome;
    }
    expect(last).toBe('limit-reached');
    expect(await api('listSamples', { id })).toHaveLength(MAX_KEPT_SAMPLES);
  });

  it('hold for passkeys', async () => {
    const owner = await signUp(run, freshAddress());
    await confirmAddress(run, owner);
    const { token, api, password } = owner;
    const body = { current_password: password };
    const made = async () => ({
      token,
      body: {
        name: 'Laptop',
        credential: newAuthenticator(run.appUrl).create((await api('startPasskey', { body })).options),
      },
    });
    const late = await made();
    for (let count = 0; count < MAX_PASSKEYS; count += 1)
      expect((await asking.ask('addPasskey', await made())).outcome).toBe('success');
    expect((await asking.ask('startPasskey', { token, body })).outcome).toBe('limit-reached');
    expect((await asking.ask('addPasskey', late)).outcome).toBe('limit-reached');
  });

  it('hold for members and invitations', async () => {
    const { token } = await signUp(run, freshAddress());
    const body = { email: freshAddress(), role: 'viewer' };
    expect((await asking.ask('inviteMember', { token, body })).outcome).toBe('limit-reached');
  });

  it('hold for keys, including keys requested by a program', async () => {
    const { token, api } = await signUp(run, freshAddress());
    const how = { body: { name: 'Laptop' } };
    const early = (await asking.ask('startKeyRequest', how)).body;
    const late = (await asking.ask('startKeyRequest', how)).body;
    const key = { name: 'One of many', scopes: ['read'] };
    const allow = (id: string) => asking.ask('answerKeyRequest', { token, id, body: { key } });
    expect((await allow(early.code)).outcome).toBe('success');
    expect(await untilRefused('createKey', { token, body: key }, 2)).toBe('limit-reached');
    expect((await api('listKeys')).keys).toHaveLength(2);
    expect((await allow(late.code)).outcome).toBe('limit-reached');
    const taking = { body: { code: early.code, secret: early.secret } };
    expect((await asking.ask('takeKey', taking)).outcome).toBe('limit-reached');
    expect((await asking.ask('takeKey', taking)).outcome).toBe('not-found');
  });
});
