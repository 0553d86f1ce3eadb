import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeletionStore, deleteAccount, finishDeletions } from '../../lambdas/accounts/delete-account.ts';
import { counter } from '../../lambdas/adapters/dynamodb/counter-names.ts';
import { key } from '../../lambdas/adapters/dynamodb/keys.ts';
import { providerReferenceStore } from '../../lambdas/adapters/dynamodb/provider-reference-store.ts';
import { targetStore } from '../../lambdas/adapters/dynamodb/target-store.ts';
import { webhookStore } from '../../lambdas/adapters/dynamodb/webhook-store.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import { forgetReferences } from '../../lambdas/targets/delete-target.ts';
import { aTarget, aWebhook } from '../support/in-memory.ts';
import { captureLog } from '../support/log.ts';
import { tableStandIn } from '../support/tables.ts';
import { type AccountsRig, accountsRig, newUser } from './rig.ts';

captureLog();
const stand = tableStandIn();
let rig: AccountsRig;
beforeEach(async () => {
  const table = await stand.another();
  rig = accountsRig(table, {
    ports: {
      forgetReferences: (userId) =>
        forgetReferences(userId, { targets: targetStore(table), references: providerReferenceStore(table) }),
    },
  });
});

const items = async () => {
  const { Items = [] } = await rig.table.client.send(new ScanCommand({ TableName: rig.table.name }));
  return Items;
};
const put = (Item: Record<string, unknown>) =>
  rig.table.client.send(new PutCommand({ TableName: rig.table.name, Item }));

const CHAT = '4711';
const ROUTE = 'route-of-a-webhook';

/** Creates everything that an account can own: a webhook, a target, and calls, some of a deleted webhook. */
const furnish = async (userId: number, invocations = 3) => {
  const at = rig.state.now.toISOString();
  await targetStore(rig.table).insert(
    aTarget({
      id: 88,
      userId,
      name: 'Team',
      kind: 'telegram',
      options: { chatId: CHAT },
      createdAt: at,
      updatedAt: at,
    }),
    5,
  );
  const inserted = await webhookStore(rig.table).insert(
    aWebhook({ id: 77, userId, name: 'Builds', route: `${ROUTE}-${userId}`, createdAt: at, targetIds: [88] }),
    { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' },
    1,
  );
  expect(inserted).toBe('stored');
  await put({ ...key.providerReference('telegram', CHAT, userId, 88), user_id: userId, target_id: 88 });
  await put({ ...key.counters(userId), [counter.webhookTotal(77)]: 3, [counter.webhookTotal(66)]: 1 });
  for (const webhookId of [77, 66])
    for (let count = 0; count < invocations; count += 1) {
      const id = newInvocationId(webhookId, new Date(rig.state.now.getTime() + count));
      await put({ ...key.invocation(userId, webhookId, id), id });
      for (const chunk of [0, 1]) await put({ ...key.content(userId, id, chunk), data: 'x' });
      await put({ ...key.dispatch(userId, id, 88), state: 'pending' });
    }
};

const remove = (user: { id: number; token: string }) => rig.user('DELETE', user.id, user.token);
const settled = async () => {
  rig.pass(180);
  await finishDeletions({ ...rig.ports, keepGoing: () => true });
};
const belongsTo = (userId: number) => (item: Record<string, unknown>) =>
  JSON.stringify([item.pk, item.sk, item.user_id]).includes(String(userId));

describe('deleting an account', () => {
  it('removes all its data immediately, and ends the sessions', async () => {
    const user = await newUser(rig, 'ada@example.com');
    await furnish(user.id);
    const answer = await remove(user);
    expect(answer.status).toBe(204);
    expect(answer.cookies[0]).toContain('Max-Age=0');

    const left = (await items()).filter(belongsTo(user.id));
    expect(left.map(({ sk }) => sk)).toEqual([key.profile(user.id).sk]);
    expect(JSON.stringify(left)).not.toContain('ada@example.com');
    expect((await rig.refresh(user.cookie, user.id)).status).toBe(401);
    expect((await rig.login('ada@example.com')).status).toBe(401);
    expect((await rig.user('GET', user.id, user.token)).status).toBe(401);

    await settled();
    expect((await items()).filter(belongsTo(user.id))).toEqual([]);
  });

  it('removes no data of other accounts', async () => {
    const ada = await newUser(rig, 'ada@example.com');
    const grace = await newUser(rig, 'grace@example.com');
    await furnish(ada.id);
    await furnish(grace.id);
    const before = (await items()).filter(belongsTo(grace.id));
    await remove(ada);
    await settled();
    expect((await items()).filter(belongsTo(grace.id))).toEqual(before);
  });

  it('frees the address for a new account, which inherits nothing', async () => {
    const first = await newUser(rig, 'ada@example.com');
    await furnish(first.id);
    await remove(first);
    const second = await newUser(rig, 'ada@example.com');
    expect(second.id).not.toBe(first.id);
    expect((await rig.user('GET', second.id, second.token)).body.limits).toMatchObject({ webhooks: 0, targets: 0 });
    await settled();
    expect((await rig.user('GET', second.id, second.token)).status).toBe(200);
  });

  it('of another user returns 404 and does nothing', async () => {
    const ada = await newUser(rig, 'ada@example.com');
    const grace = await newUser(rig, 'grace@example.com');
    expect((await rig.user('DELETE', grace.id, ada.token)).status).toBe(404);
    expect((await rig.login('grace@example.com')).status).toBe(200);
  });

  it('can be repeated', async () => {
    const user = await newUser(rig, 'ada@example.com');
    const answers = await Promise.all([remove(user), remove(user), remove(user)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    await settled();
    expect((await remove(user)).status).toBe(204);
  });

  it('prevents a concurrent request from creating a webhook or a target', async () => {
    const user = await newUser(rig, 'ada@example.com');
    await remove(user);
    await expect(furnish(user.id)).rejects.toThrow();
    expect(await targetStore(rig.table).insert({ ...lateTarget, userId: user.id }, 5)).toBe(false);
  });

  it('removes data that a running request wrote afterwards', async () => {
    const user = await newUser(rig, 'ada@example.com');
    await furnish(user.id);
    await remove(user);
    const id = newInvocationId(77, rig.state.now);
    await put({ ...key.counters(user.id), [counter.webhookTotal(77)]: 1 });
    await put({ ...key.invocation(user.id, 77, id), id });
    await put({ ...key.content(user.id, id, 0), data: 'x' });
    await settled();
    expect((await items()).filter(belongsTo(user.id))).toEqual([]);
  });

  it('keeps the tombstone until no running request can write', async () => {
    const user = await newUser(rig, 'ada@example.com');
    await remove(user);
    rig.pass(60);
    await finishDeletions({ ...rig.ports, keepGoing: () => true });
    expect((await items()).filter(belongsTo(user.id))).toHaveLength(1);
    rig.pass(60);
    await finishDeletions({ ...rig.ports, keepGoing: () => true });
    expect((await items()).filter(belongsTo(user.id))).toEqual([]);
  });

  it('leaves the rest to the next minute when its time has run out', async () => {
    const users = [await newUser(rig, 'ada@example.com'), await newUser(rig, 'grace@example.com')];
    for (const user of users) await remove(user);
    rig.pass(120);
    let left = 1;
    await finishDeletions({ ...rig.ports, keepGoing: () => left-- > 0 });
    expect((await items()).filter((item) => users.some((user) => belongsTo(user.id)(item)))).toHaveLength(1);
  });

  it('continues after a crash at any step', async () => {
    const steps = [
      'removeRoutes',
      'removeSessions',
      'webhookIds',
      'removeInvocations',
      'removeRest',
    ] as const satisfies (keyof DeletionStore)[];
    for (const step of steps) {
      const user = await newUser(rig, `${step}@example.com`);
      await furnish(user.id);
      const crashing = {
        ...rig.ports,
        deletions: {
          ...rig.ports.deletions,
          [step]: async () => {
            throw new Error('crashed here');
          },
        },
      };
      await deleteAccount(user.id, user.id, crashing);
      expect((await rig.login(user.email)).status).toBe(401);
      expect((await rig.refresh(user.cookie, user.id)).status).toBe(401);
      await settled();
      expect((await items()).filter(belongsTo(user.id)), step).toEqual([]);
    }
  });

  it('continues if one run does not have enough time', async () => {
    const user = await newUser(rig, 'ada@example.com');
    await furnish(user.id, 30);
    const { deletions } = rig.ports;
    const slow: DeletionStore = {
      ...deletions,
      removeInvocations: (userId, webhookId) => {
        let pages = 0;
        return deletions.removeInvocations(userId, webhookId, () => ++pages <= 1);
      },
    };
    await deleteAccount(user.id, user.id, { ...rig.ports, deletions: slow });
    const routes = (await items()).filter(({ pk }) => pk === key.route(`${ROUTE}-${user.id}`).pk);
    expect(routes).toEqual([]);
    expect((await items()).filter(belongsTo(user.id)).length).toBeGreaterThan(10);
    await settled();
    expect((await items()).filter(belongsTo(user.id))).toEqual([]);
  });

  it('of one account does not delay another', async () => {
    const ada = await newUser(rig, 'ada@example.com');
    const grace = await newUser(rig, 'grace@example.com');
    await remove(ada);
    await remove(grace);
    rig.pass(180);
    const { deletions } = rig.ports;
    await finishDeletions({
      ...rig.ports,
      keepGoing: () => true,
      deletions: {
        ...deletions,
        removeRest: async (userId) => {
          if (userId === ada.id) throw new Error('cannot');
          await deletions.removeRest(userId);
        },
      },
    });
    expect((await items()).filter(belongsTo(grace.id))).toEqual([]);
    expect((await items()).filter(belongsTo(ada.id))).toHaveLength(1);
  });
});

const lateTarget = {
  id: 99,
  name: 'Late',
  kind: 'mock',
  status: 'active',
  statusReason: undefined,
  options: {},
  sealedSecrets: undefined,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
} as const;
