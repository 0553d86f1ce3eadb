import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { HoldOrder } from '#contract/states';
import { accountToWire } from '../../../lambdas/accounts/read-account.ts';
import { setHoldOrder } from '../../../lambdas/accounts/set-hold-order.ts';
import { accountStore } from '../../../lambdas/adapters/dynamodb/account-store.ts';
import { callFinder } from '../../../lambdas/adapters/dynamodb/call-finder.ts';
import { countersStore } from '../../../lambdas/adapters/dynamodb/counters-store.ts';
import { heldStore } from '../../../lambdas/adapters/dynamodb/held-store.ts';
import { invocationStore } from '../../../lambdas/adapters/dynamodb/invocation-store.ts';
import { key } from '../../../lambdas/adapters/dynamodb/keys.ts';
import { ownerReader } from '../../../lambdas/adapters/dynamodb/owner-reader.ts';
import { routeReader } from '../../../lambdas/adapters/dynamodb/route-reader.ts';
import { subscriptionStatusStore } from '../../../lambdas/adapters/dynamodb/subscription-status-store.ts';
import type { Table } from '../../../lambdas/adapters/dynamodb/table.ts';
import { webhookStore } from '../../../lambdas/adapters/dynamodb/webhook-store.ts';
import { listDispatches } from '../../../lambdas/dispatches/owner/read-dispatches.ts';
import { acceptCall } from '../../../lambdas/invocations/accept-call.ts';
import { releaseHeld } from '../../../lambdas/invocations/held/release-held.ts';
import { getInvocation, listInvocations } from '../../../lambdas/invocations/read-invocations.ts';
import { DEFAULT_RECIPIENTS } from '../../../lambdas/mail/notice-choice.ts';
import type { PendingNotice } from '../../../lambdas/mail/owner-notice.ts';
import type { InvocationSummary } from '../../../lambdas/model/invocation.ts';
import { flowingLane } from '../../../lambdas/model/lane.ts';
import type { DispatchMessage } from '../../../lambdas/model/lane-message.ts';
import { plans } from '../../../lambdas/model/plans.ts';
import type { Webhook } from '../../../lambdas/model/webhook.ts';
import type { CallRender } from '../../../lambdas/templates/call-render.ts';
import { renderRouted } from '../../../lambdas/templates/routed-call.ts';
import { aWebhook, movableClock } from '../../support/in-memory.ts';
import { storeTargets } from '../../support/tables.ts';

const FREE = { status: 'free', premiumUntil: '0001-01-01T00:00:00Z' } as const;

const USER = 1;
const START = '2026-11-20T20:00:00.000Z';
const routeOf = (id: number) => `route-${USER}-${id}`;

/** A free account with webhooks 11 and 12 and target 21, whose calls are accepted and released on a real table. */
export const anAccount = async (table: Table, quota = 25, start = START) => {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: {
        ...key.profile(USER),
        user_id: USER,
        epoch: 0,
        email: `${USER}@example.org`,
        password_hash: '-',
        status: 'free',
        webhook_count: 0,
        target_count: 0,
      },
    }),
  );
  await storeTargets(table, USER);
  const it = accountIn(table, quota, start);
  for (const id of [11, 12])
    await it.ports.webhooks.insert(aWebhook({ id, userId: USER, route: routeOf(id), position: 0 }), FREE, 100);
  return it;
};

/** The account that a table already contains, from a moment on. Nothing has been sent yet. */
export const accountIn = (table: Table, quota: number, start: string) => {
  const userId = USER;
  // Ids of the same millisecond have a random order, so each call gets a separate millisecond.
  const clock = movableClock(start);
  const sent: DispatchMessage[] = [];
  const notices: PendingNotice[] = [];
  const errors: number[] = [];
  const webhooks = webhookStore(table, clock);
  const ports = {
    routes: routeReader(table),
    counters: { ...countersStore(table), countError: async (_user: number, id: number) => void errors.push(id) },
    invocations: invocationStore(table),
    deduplication: { claim: async () => undefined },
    laneQueue: { send: async (messages: DispatchMessage[]) => void sent.push(...messages) },
    outbox: { put: async (pending: PendingNotice) => void notices.push(pending) },
    heldCalls: heldStore(table),
    owners: ownerReader(table),
    webhooks,
    renderer: { render: async (request: CallRender) => renderRouted(request) },
    plans: { ...plans, free: { ...plans.free, maxInvocationsPerDay: quota } },
    clock,
    keepGoing: () => true,
  };
  const call = async (webhookId = 11, body = '{"ref":"main"}'): Promise<InvocationSummary> => {
    clock.advance(0.001);
    const accepted = await acceptCall(
      { route: routeOf(webhookId), method: 'POST', query: '', headers: {}, ip: '203.0.113.7', body: Buffer.from(body) },
      ports,
    );
    if ('handshake' in accepted) throw new Error('no handshakes here');
    return accepted;
  };
  const summary = (id: string, webhookId = 11) => ports.invocations.get(userId, webhookId, id, clock());
  return {
    table,
    ports,
    clock,
    sent,
    notices,
    errors,
    call,
    calls: async (count: number, webhookId = 11) => {
      const all: InvocationSummary[] = [];
      for (let made = 0; made < count; made++) all.push(await call(webhookId));
      return all;
    },
    summary,
    /** The time at which a held call will be sent. The list, the details and the message must agree. */
    goesOutAt: async (id: string) => {
      const page = { offset: 0, limit: 100, view: 'summary' } as const;
      const { items } = await listInvocations(userId, 11, page, ports);
      const { held } = await getInvocation(userId, id, { ...ports, callFinder: callFinder(table) });
      const messages = {
        dispatches: { list: async () => [] },
        targets: { list: async () => [] },
        laneStore: { get: async () => flowingLane(userId, 21) },
      };
      const [message] = await listDispatches(userId, id, { offset: 0, limit: 1 }, { ...ports, ...messages });
      return [...new Set([items.find((item) => item.id === id)?.held?.until, held?.until, message?.next_attempt_at])];
    },
    limits: async () => {
      const [account, used] = [await accountStore(table).get(userId), await ports.counters.usage(userId, clock())];
      if (!account) throw new Error('the account is gone');
      return accountToWire(account, { ...used, notices: DEFAULT_RECIPIENTS }, ports.plans, clock()).limits;
    },
    /** The owner's choice in the settings. */
    chooseOrder: (order: HoldOrder) => setHoldOrder(userId, order, userId, { ...ports, accounts: accountStore(table) }),
    release: (over: Partial<typeof ports> = {}) => releaseHeld({ ...ports, ...over }),
    sentIds: () => sent.map(({ invocationId }) => invocationId),
    usage: () => ports.counters.usage(userId, clock()),
    upgrade: async (status: 'premium' | 'free' = 'premium', revision = 1) => {
      const statuses = subscriptionStatusStore(table, clock);
      const premium = { status, premiumUntil: status === 'free' ? FREE.premiumUntil : '2027-12-01T00:00:00Z' };
      await statuses.setOnAccount(userId, { ...premium, paymentFailed: false }, revision);
      for (const id of [11, 12]) await statuses.setOnRoute(routeOf(id), premium, revision);
    },
    toMidnight: () => {
      const ms = clock().getTime();
      clock.advance((Math.ceil(ms / 86_400_000) * 86_400_000 - ms) / 1000 + 1);
    },
    change: (webhookId: number, change: (webhook: Webhook) => Webhook) => webhooks.change(userId, webhookId, change),
  };
};
