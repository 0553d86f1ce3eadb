import { GetCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { finishDeletions } from '../../lambdas/accounts/delete-account.ts';
import { deleteEndedTrials } from '../../lambdas/accounts/trials.ts';
import { countersStore } from '../../lambdas/adapters/dynamodb/counters-store.ts';
import { deduplicationStore } from '../../lambdas/adapters/dynamodb/deduplication-store.ts';
import { invocationStore } from '../../lambdas/adapters/dynamodb/invocation-store.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { ownerNoticeStore } from '../../lambdas/adapters/dynamodb/owner-notice-store.ts';
import { routeReader } from '../../lambdas/adapters/dynamodb/route-reader.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { acceptCall } from '../../lambdas/invocations/accept-call.ts';
import { createRouteCache } from '../../lambdas/invocations/route-cache.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import { type Plans, plans } from '../../lambdas/model/plans.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, cookieOf, goodPassword } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  rig = accountsRig(await stand.another());
});

const HOUR = 3600;

const newTrial = async (from: Parameters<AccountsRig['startTrial']>[0] = {}) => {
  const answer = await rig.startTrial(from);
  expect(answer.status).toBe(201);
  const { user_id: id, webhook_id: webhookId, access_token: token, route, ends_at: endsAt } = answer.body;
  return { id, webhookId, token, route, endsAt, cookie: cookieOf(answer) };
};

const scan = async (): Promise<Record<string, unknown>[]> => {
  const found: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await rig.table.client.send(
      new ScanCommand({ TableName: rig.table.name, ExclusiveStartKey: from }),
    );
    found.push(...Items);
    from = LastEvaluatedKey;
  } while (from);
  return found;
};

/** The items that belong to accounts. Windows of throttles and the signing key are shared. */
const owned = async () => (await scan()).filter(({ pk }) => !/^(THROTTLE|SIGNING_KEY)#/.test(String(pk)));

const sweep = async () => {
  const ports = { ...rig.ports, keepGoing: () => true };
  await deleteEndedTrials(ports);
  await finishDeletions(ports);
};

/** A process that accepts calls on the rig's table. */
const invokeHost = (own: Partial<Plans> = {}) => {
  const { table } = rig;
  const { clock } = rig.ports;
  const ports = {
    routes: routeReader(table, clock),
    routeCache: createRouteCache(clock),
    counters: countersStore(table),
    invocations: invocationStore(table),
    deduplication: deduplicationStore(table),
    laneQueue: { send: async () => {} },
    outbox: ownerNoticeStore(table),
    plans: { ...plans, ...own },
    clock,
  };
  return (route: string, body = '{"text":"hello"}') =>
    acceptCall(
      { route, method: 'POST', query: '', headers: {}, ip: '203.0.113.7', body: Buffer.from(body) },
      ports,
    ) as Promise<InvocationSummary>;
};

const claim = (cookie: string, email = 'ada@example.com', headers = rig.ownPage) =>
  rig.register(email, goodPassword, { cookies: [cookie], headers });

describe('a trial', () => {
  it('is an account without an address, with one webhook and one target that sends nothing anywhere', async () => {
    const { id, webhookId, token, route, endsAt } = await newTrial();
    expect(endsAt).toBe('2026-03-02T12:00:00.000Z');
    const { body } = await rig.user('GET', id, token);
    expect(body.profile).toMatchObject({ email: '', status: 'trial', benefits_until: endsAt });
    expect(body.limits).toMatchObject({
      webhooks: 1,
      webhook_limit_hit: true,
      targets: 1,
      target_limit_hit: true,
      max_invocations_per_day: 50,
    });
    const [webhook, ...others] = await rig.ports.webhooks.list(id);
    expect(others).toEqual([]);
    const targets = await targetStore(rig.table).list(id);
    expect(targets).toEqual([expect.objectContaining({ kind: 'mock', status: 'active' })]);
    expect(webhook).toMatchObject({ id: webhookId, route, enabled: true, targetIds: [targets[0]?.id] });
  });

  it('signs in with a cookie and a token that say that it is one, also after a refresh', async () => {
    const { id, token, cookie } = await newTrial();
    expect(await rig.verifyAccessToken(token)).toEqual({ userId: id, trial: true });
    const { status, body } = await rig.refresh(cookie, id);
    expect(status).toBe(200);
    expect(await rig.verifyAccessToken(body.access_token)).toEqual({ userId: id, trial: true });
  });

  it('ends the previous session of the browser', async () => {
    const first = await newTrial();
    await rig.startTrial({ cookies: [first.cookie], headers: rig.ownPage });
    expect((await rig.refresh(first.cookie, first.id)).status).toBe(401);
  });

  it('needs a solved challenge for its own action', async () => {
    for (const challenge of ['made up', 'solved REGISTER'])
      expect((await rig.post('/trials', { challenge })).status).toBe(400);
    expect(await rig.ports.trials.count()).toBe(0);
  });

  it('starts at most three times a day from one address', async () => {
    rig = accountsRig(rig.table, { throttles: { trialPerAddress: { limit: 3, windowSeconds: 86_400 } } });
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await rig.startTrial()).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    expect((await rig.startTrial({ ip: '198.51.100.9' })).status).toBe(201);
  });

  it('does not start at the deployment’s limit of open trials', async () => {
    rig = accountsRig(rig.table, { ports: { maxTrials: 2 } });
    const { cookie } = await newTrial();
    await newTrial();
    expect(await rig.startTrial()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await claim(cookie)).status).toBe(201);
    expect((await rig.startTrial()).status).toBe(201);
  });

  it.each([
    ['keys', 'POST', '/keys', { name: 'Key', scopes: ['read'] }],
    ['billing', 'POST', '/user/subscription/link', undefined],
  ])('is denied %s with a problem that says what to do', async (_what, method, path, body) => {
    const { token } = await newTrial();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await rig.call({ method, path, headers, ...(body && { body }) });
    expect(answer).toMatchObject({
      status: 403,
      body: { code: 'trial-not-allowed', detail: expect.stringContaining('Create a free account') },
    });
  });
});

describe('calls of a trial', () => {
  it('are at most 50 in all, also over midnight, and none is held', async () => {
    const { route } = await newTrial();
    const invoke = invokeHost({ trial: { ...plans.trial, maxInvocations: 3 } });
    for (let count = 0; count < 2; count += 1) await invoke(route);
    rig.pass(13 * HOUR);
    expect((await invoke(route)).held).toBeUndefined();
    await expect(invoke(route)).rejects.toMatchObject({
      code: 'quota-exceeded',
      message: 'The trial’s 3 calls are used up. With a free account, this webhook accepts calls again every day.',
    });
    rig.pass(10);
    await expect(invoke(route)).rejects.toMatchObject({ code: 'quota-exceeded' });
    expect(plans.trial.maxInvocations).toBe(50);
  });

  it('have bodies of at most 64 KB', async () => {
    const { route } = await newTrial();
    const invoke = invokeHost();
    await invoke(route, 'x'.repeat(65_536));
    await expect(invoke(route, 'x'.repeat(65_537))).rejects.toMatchObject({ code: 'payload-too-large' });
  });

  it('cause no notices, because there is no address', async () => {
    const { route } = await newTrial();
    const invoke = invokeHost({ trial: { ...plans.trial, maxInvocationsPerDay: 2, maxInvocations: 2 } });
    for (let count = 0; count < 2; count += 1) await invoke(route);
    expect((await scan()).filter(({ sk }) => String(sk).startsWith('NOTICE#'))).toEqual([]);
  });

  it('end after 24 hours, even if its route is cached', async () => {
    const { route } = await newTrial();
    const invoke = invokeHost();
    rig.pass(24 * HOUR - 10);
    await invoke(route);
    rig.pass(10);
    await expect(invoke(route)).rejects.toMatchObject({ code: 'trial-ended', problem: 'not-found' });
  });
});

describe('registering with the cookie of a trial', () => {
  it('adds address and password, and keeps id, URL and calls', async () => {
    const { id, webhookId, route, cookie } = await newTrial();
    const invoke = invokeHost();
    const before = await invoke(route);
    const { status, body, cookies } = await claim(cookie, 'Ada@Example.com');
    expect([status, body.user_id]).toEqual([201, id]);
    expect(cookies).toHaveLength(1);
    expect(await rig.verifyAccessToken(body.access_token)).toEqual({ userId: id });
    const account = await rig.user('GET', id, body.access_token);
    expect(account.body.profile).toMatchObject({
      email: 'ada@example.com',
      status: 'free',
      'premium-until': '0001-01-01T00:00:00Z',
      benefits_until: '0001-01-01T00:00:00Z',
    });
    rig.pass(60);
    const after = await invoke(route);
    const { items } = await invocationStore(rig.table).list(id, webhookId, { offset: 0, limit: 10 }, rig.state.now);
    expect(items.map((call) => [call.id, call.plan])).toEqual([
      [after.id, 'free'],
      [before.id, 'trial'],
    ]);
    expect((await rig.login('ada@example.com')).status).toBe(200);
  });

  it('keeps the webhook after the trial would have ended', async () => {
    const { id, route, cookie } = await newTrial();
    await claim(cookie);
    rig.pass(26 * HOUR);
    await sweep();
    expect((await invokeHost()(route)).userId).toBe(id);
    expect(await rig.ports.trials.count()).toBe(0);
  });

  it('ends the sessions of the trial', async () => {
    const { id, cookie } = await newTrial();
    await claim(cookie);
    expect((await rig.refresh(cookie, id)).status).toBe(401);
  });

  it('works in the hour after its end, and later creates a new account', async () => {
    const [early, late] = [await newTrial(), await newTrial()];
    rig.pass(25 * HOUR - 1);
    expect((await claim(early.cookie)).body.user_id).toBe(early.id);
    rig.pass(1);
    const { status, body } = await claim(late.cookie, 'bob@example.com');
    expect([status, body.user_id === late.id]).toEqual([201, false]);
  });

  it('rejects an address that has an account, and the trial stays', async () => {
    await rig.register('ada@example.com');
    const { id, cookie } = await newTrial();
    const { status, body } = await claim(cookie);
    expect([status, body.code, body.detail]).toEqual([
      409,
      'address-taken',
      'This address can’t be registered. If it is yours, sign in or reset your password.',
    ]);
    expect((await rig.ports.accounts.get(id))?.status).toBe('trial');
    expect((await claim(cookie, 'ada+2@example.com')).body.user_id).toBe(id);
  });

  it.each([
    ['another page', () => ({ ...rig.ownPage, origin: 'https://evil.example' })],
    ['no page', () => ({ 'content-type': 'application/json', origin: '' })],
  ])('does not touch the trial if %s sent the request', async (_who, headers) => {
    const { id, cookie } = await newTrial();
    const { status, body } = await claim(cookie, 'mallory@example.com', headers());
    expect([status, body.user_id === id]).toEqual([201, false]);
    expect((await rig.ports.accounts.get(id))?.status).toBe('trial');
  });

  it('does not touch an ordinary account, nor a trial with another secret', async () => {
    const ada = await rig.register('ada@example.com');
    expect((await claim(cookieOf(ada), 'bob@example.com')).body.user_id).not.toBe(ada.body.user_id);
    const { id, cookie } = await newTrial();
    const forged = `${cookie.slice(0, -43)}${'x'.repeat(43)}`;
    expect((await claim(forged, 'eve@example.com')).body.user_id).not.toBe(id);
  });

  it('lets only one of two racing registrations take the trial', async () => {
    const { id, cookie } = await newTrial();
    const answers = await Promise.all(['ada@example.com', 'bob@example.com'].map((email) => claim(cookie, email)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.filter(({ body }) => body.user_id === id)).toHaveLength(1);
  });
});

describe('the end of a trial', () => {
  it('deletes it an hour later, with its calls and its URL', async () => {
    const { id, route } = await newTrial();
    await invokeHost()(route);
    rig.pass(25 * HOUR - 1);
    await sweep();
    expect(await rig.ports.accounts.get(id)).toBeDefined();
    rig.pass(1);
    await sweep();
    expect(await rig.ports.accounts.get(id)).toBeUndefined();
    rig.pass(180);
    await sweep();
    expect(await owned()).toEqual([]);
  });

  it('spares a trial that is claimed between the search and the deletion', async () => {
    const { id, cookie } = await newTrial();
    rig.pass(25 * HOUR - 1);
    await claim(cookie);
    rig.pass(2 * HOUR);
    const trials = { ...rig.ports.trials, due: async () => [id] };
    await deleteEndedTrials({ ...rig.ports, trials, keepGoing: () => true });
    expect((await rig.ports.accounts.get(id))?.email).toBe('ada@example.com');
  });

  it('spares a trial that is claimed while its deletion begins', async () => {
    const { id } = await newTrial();
    const { client, name: TableName } = rig.table;
    const Key = key.profile(id);
    const { Item } = await client.send(new GetCommand({ TableName, Key }));
    expect(Item?.status).toBe('trial');
    const send = client.send.bind(client);
    const racing = Object.create(client, {
      send: {
        value: async (command: Parameters<typeof send>[0]) => {
          // The claim arrives between the read and the write.
          if (command.constructor.name === 'TransactWriteCommand')
            await send(
              new UpdateCommand({
                TableName,
                Key,
                UpdateExpression: 'SET email = :email, #status = :free',
                ExpressionAttributeNames: { '#status': 'status' },
                ExpressionAttributeValues: { ':email': 'ada@example.com', ':free': 'free' },
              }),
            );
          return send(command);
        },
      },
    });
    const { deletions } = accountsRig({ name: TableName, client: racing }).ports;
    rig.pass(25 * HOUR);
    expect(await deletions.begin(id, rig.state.now, rig.state.now, { ifTrial: true })).toBe(false);
    expect((await rig.ports.accounts.get(id))?.email).toBe('ada@example.com');
  });

  /** TRIALS=10000 makes the number of the acceptance, on two days, because a deployment has 5,000 at most. */
  const many = Number(process.env.TRIALS ?? 100);
  const aDay = Math.min(many, 5000);

  it(
    'leaves nothing of many trials in the table',
    async () => {
      const invoke = invokeHost();
      for (let made = 0; made < many; ) {
        for (const end = made + aDay; made < end; made += 20) {
          const visitors = Array.from({ length: 20 }, (_, index) => made + index);
          await Promise.all(
            visitors.map(async (visitor) => {
              const { route } = await newTrial({ ip: `10.0.${visitor >> 8}.${visitor & 255}` });
              await invoke(route);
            }),
          );
        }
        expect(await rig.ports.trials.count()).toBe(aDay);
        rig.pass(25 * HOUR);
        let runs = 0;
        for (; (await owned()).length > 0 && runs < aDay; runs += 1) {
          await sweep();
          rig.pass(60);
        }
        expect(await owned()).toEqual([]);
        expect(await rig.ports.trials.count()).toBe(0);
        // Deletion keeps pace with all trials that a deployment can have: 5,000 a day are four a minute.
        expect(runs).toBeLessThanOrEqual(Math.ceil(aDay / 50) + 4);
      }
    },
    60_000 + many * 1500,
  );
});
