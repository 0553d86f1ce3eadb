import type { Dispatch, Due } from '../../lambdas/dispatches/dispatch.ts';
import { isCalm, type LaneState, type LaneStore, openLane } from '../../lambdas/dispatches/lane.ts';
import type { DispatchStore } from '../../lambdas/dispatches/ports.ts';
import type { InvocationContent, InvocationSummary } from '../../lambdas/invocations/invocation.ts';
import type { LaneMessage } from '../../lambdas/invocations/ports.ts';
import { newInvocationId } from '../../lambdas/platform/ids.ts';
import type { Target } from '../../lambdas/targets/target.ts';
import { PLAIN_INTAKE, type Webhook } from '../../lambdas/webhooks/webhook.ts';

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

export const aWebhook = (over: Partial<Webhook> = {}): Webhook => ({
  id: 11,
  userId: 1,
  name: 'Deploys',
  route: 'a-route',
  splitMessage: true,
  useTemplate: false,
  template: '',
  enabled: true,
  createdAt: '2026-11-01T00:00:00.000Z',
  targetIds: [21],
  position: 0,
  intake: PLAIN_INTAKE,
  ...over,
});

export const aTarget = (over: Partial<Target> = {}): Target => ({
  id: 21,
  userId: 1,
  name: 'Ops channel',
  kind: 'mock',
  status: 'active',
  statusReason: '',
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

/** The lanes of targets in memory. */
export const memoryLanes = (): LaneStore & { all: Map<string, LaneState>; marks: Map<number, string> } => {
  const all = new Map<string, LaneState>();
  const marks = new Map<number, string>();
  const id = (userId: number, targetId: number) => `${userId}-${targetId}`;
  return {
    all,
    marks,
    get: async (userId, targetId) => structuredClone(all.get(id(userId, targetId))),
    unmark: async (_userId, targetId, mark) => {
      if (marks.get(targetId) === mark) marks.delete(targetId);
    },
    save: async (lane) => {
      if (!isCalm(lane)) marks.set(lane.targetId, `mark ${marks.size} of version ${lane.version}`);
      const known = all.get(id(lane.userId, lane.targetId));
      if ((known?.version ?? 0) !== lane.version) return false;
      all.set(id(lane.userId, lane.targetId), { ...lane, sentAt: known?.sentAt, version: lane.version + 1 });
      return true;
    },
    markSent: async (userId, targetId, at) => {
      const lane = all.get(id(userId, targetId)) ?? openLane(userId, targetId);
      all.set(id(userId, targetId), { ...lane, sentAt: at.toISOString() });
    },
  };
};

/** Invocations, targets and dispatches in memory, for tests of what is decided rather than of how it is stored. */
export const memoryDispatches = (seed: {
  summary: InvocationSummary;
  target?: Target | undefined;
  webhook?: Webhook | undefined;
  content?: InvocationContent;
}) => {
  const dispatches = new Map<string, Dispatch>();
  const dueAt = new Map<string, Due>();
  const lanes = memoryLanes();
  const state = { summary: seed.summary as InvocationSummary | undefined, target: seed.target, webhook: seed.webhook };
  const id = (invocationId: string, targetId: number) => `${invocationId}-${targetId}`;
  const store: DispatchStore = {
    facts: async (message: LaneMessage) => ({
      summary: state.summary,
      dispatch: dispatches.get(id(message.invocationId, message.targetId)),
      target: state.target,
      webhook: state.webhook,
      lane: await lanes.get(message.userId, message.targetId),
      laneMark: lanes.marks.get(message.targetId),
    }),
    glance: async (message: LaneMessage) => ({
      isNew: !dispatches.has(id(message.invocationId, message.targetId)),
      target: state.target,
      webhook: state.webhook,
      sentAt: (await lanes.get(message.userId, message.targetId))?.sentAt,
      isLaneMarked: lanes.marks.has(message.targetId),
    }),
    save: async (dispatch, due) => {
      const name = id(dispatch.invocationId, dispatch.targetId);
      if ((dispatches.get(name)?.version ?? 0) !== dispatch.version) return undefined;
      const next = { ...structuredClone(dispatch), version: dispatch.version + 1 };
      dispatches.set(name, next);
      dueAt.set(name, due);
      if (next.state !== 'pending') await store.repeatState(next);
      return structuredClone(next);
    },
    forget: async (dispatch) => void dueAt.set(id(dispatch.invocationId, dispatch.targetId), undefined),
    repeatState: async (dispatch) => {
      if (state.summary) state.summary.dispatches[dispatch.targetId] = dispatch.state;
    },
    get: async (_userId, invocationId, targetId) => dispatches.get(id(invocationId, targetId)),
    list: async (_userId, invocationId) =>
      [...dispatches.values()].filter((each) => each.invocationId === invocationId),
  };
  return {
    store,
    state,
    lanes,
    dispatchOf: (targetId = 21) => dispatches.get(id(seed.summary.id, targetId)),
    dueOf: (targetId = 21) => dueAt.get(id(seed.summary.id, targetId)),
    content: async () => seed.content ?? { headers: {}, body: Buffer.from('{"hello":"you"}') },
  };
};
