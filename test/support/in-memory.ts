import { NEVER } from '#contract/never';
import type { InvocationContent, InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { Route } from '../../lambdas/model/invocation-ports.ts';
import { hashOfKey, type MatterMessage, type MatterStore } from '../../lambdas/model/matter.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Target } from '../../lambdas/model/target.ts';
import { routeSchema, type Webhook, type WebhookFields, webhookDefaults } from '../../lambdas/model/webhook.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import type { LimitStore } from '../../lambdas/platform/limit-store.ts';
import { dispatchKey, simulatedTable, storesOn } from './simulation/table.ts';

/** A clock that stands still until it is moved. */
export const movableClock = (start = '2026-11-20T12:00:00.000Z') => {
  let now = new Date(start);
  const clock = () => new Date(now);
  return Object.assign(clock, {
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  });
};

/** Release times and headlines for tests in which no call waits. */
export const nothingHeld = {
  plans,
  owners: { get: async () => undefined },
  counters: { usage: () => Promise.reject(new Error('nothing waits for a quota')) },
  heldCalls: { first: async () => [] },
  renderer: {
    render: async () => ({
      error: { code: 'E9000', message: 'Nothing waits', line: 1, column: 1, retryAfterSeconds: 1 },
    }),
  },
};

/** Counters for tests that do not check them. */
export const noCounts = {
  countError: async () => {},
  countDispatch: async () => {},
  uncountDispatch: async () => {},
};

/** A webhook’s settings that a client chooses. */
export const chosenFields = (over: Partial<WebhookFields> = {}): WebhookFields => ({
  ...webhookDefaults,
  name: 'Deploys',
  targetIds: [21],
  ...over,
});

export const aWebhook = (over: Partial<Webhook> = {}): Webhook => ({
  ...webhookDefaults,
  ...chosenFields(),
  id: 11,
  userId: 1,
  route: 'a-route',
  createdAt: '2026-11-01T00:00:00.000Z',
  position: 0,
  ...over,
});

/** The route item of a webhook. */
export const aRoute = (webhook: Webhook = aWebhook(), over: Partial<Route> = {}): Route => ({
  ...routeSchema.parse(webhook),
  webhookId: webhook.id,
  owner: { status: 'free', premiumUntil: NEVER },
  webhookVersion: 'one',
  ...over,
});

export const aTarget = (over: Partial<Target> = {}): Target => ({
  id: 21,
  userId: 1,
  name: 'Ops channel',
  kind: 'mock',
  status: 'active',
  statusReason: undefined,
  options: {},
  sealedSecrets: undefined,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  ...over,
});

export const aSummary = (now: Date, over: Partial<InvocationSummary> = {}): InvocationSummary => ({
  id: newInvocationId(11, now),
  userId: 1,
  webhookId: 11,
  invokedAt: now.toISOString(),
  ip: '203.0.113.7',
  method: 'POST',
  query: '',
  contentType: 'application/json',
  size: 13,
  preview: '{"hello":"you"}',
  dispatches: { 21: 'pending' },
  plan: 'free',
  expiresAt: Math.floor(now.getTime() / 1000) + 7 * 86_400,
  ...over,
});

/** A table with one call, its webhook and its target, for tests of decisions rather than of storage. */
export const memoryDispatches = (seed: {
  summary: InvocationSummary;
  target?: Target | undefined;
  webhook?: Webhook | undefined;
  content?: InvocationContent;
}) => {
  const { summary, target, webhook } = seed;
  const table = simulatedTable();
  const stores = storesOn(table);
  table.summaries.set(summary.id, summary);
  if (target) table.targets.set(target.id, target);
  if (webhook) table.webhooks.set(webhook.id, webhook);
  const idOf = (targetId: number) => dispatchKey({ invocationId: summary.id, targetId });
  return {
    table,
    stores,
    summary: () => table.summaries.get(summary.id),
    lane: (targetId = 21) => table.lanes.get(targetId),
    dispatchOf: (targetId = 21) => table.dispatches.get(idOf(targetId)),
    placeOf: (targetId = 21) => table.places.get(idOf(targetId)),
    content: async () => seed.content ?? { headers: {}, body: Buffer.from('{"hello":"you"}') },
  };
};

/** A sender whose targets get new messages only. */
export const noFollowUps = {
  intoDigest: async () => undefined,
  follow: async () => ({ kind: 'lost' as const, why: 'refused' as const }),
  followsOf: () => [],
  chatOf: () => 'a chat',
};

/** The matters in memory, by target and key. */
export const mattersInMemory = (kept = new Map<string, MatterMessage>()) => {
  const nameOf = (id: Parameters<MatterStore['get']>[0]) =>
    `${id.webhookId} ${id.targetId} ${'keyHash' in id ? id.keyHash : hashOfKey(id.key)}`;
  const store: MatterStore = {
    get: async (id) => kept.get(nameOf(id)),
    put: async (id, message) => void kept.set(nameOf(id), message),
  };
  return { store, kept };
};

/** The counters in memory, by scope and window. */
export const limitsInMemory = () => {
  const taken = new Map<string, number>();
  const name = (scope: string, start: Date) => `${scope} ${start.toISOString()}`;
  const store: LimitStore = {
    take: async (scope, start, limit, _expiresAt, before = 0) => {
      const count = taken.get(name(scope, start)) ?? before;
      if (count >= limit) return false;
      taken.set(name(scope, start), count + 1);
      return true;
    },
    giveBack: async (scope, start) => {
      taken.set(name(scope, start), (taken.get(name(scope, start)) ?? 1) - 1);
    },
  };
  return { store, taken };
};
