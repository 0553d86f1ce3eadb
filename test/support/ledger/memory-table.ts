import { type Dispatch, type Due, isFinal, laneMessageOf } from '../../../lambdas/dispatches/dispatch.ts';
import type { HeldDispatch, HeldIndex } from '../../../lambdas/dispatches/drain.ts';
import type { LaneIndex } from '../../../lambdas/dispatches/hold.ts';
import { isCalm, type LaneState, type LaneStore, openLane } from '../../../lambdas/dispatches/lane.ts';
import type { ContentReader, DispatchStore, ErrorCounter } from '../../../lambdas/dispatches/ports.ts';
import type { Reconciliation, UndecidedFinder } from '../../../lambdas/dispatches/reconcile.ts';
import type { BuriedIndex } from '../../../lambdas/dispatches/redrive.ts';
import type { Replay, ReplayStore } from '../../../lambdas/dispatches/replay.ts';
import type { DueIndex } from '../../../lambdas/dispatches/sweep.ts';
import type { InvocationContent, InvocationSummary } from '../../../lambdas/invocations/invocation.ts';
import type { InvocationStore, QuotaStore } from '../../../lambdas/invocations/ports.ts';
import type { Target } from '../../../lambdas/targets/target.ts';
import type { Webhook } from '../../../lambdas/webhooks/webhook.ts';

/** Where a dispatch stands in the sparse index. */
type Place = { kind: 'due'; at: string } | { kind: 'held'; generation: number; heldUntil: Date } | { kind: 'buried' };

/** The table with the promises of the real one, as far as the way of a call touches it; see the stores' own tests. */
export interface MemoryTable {
  summaries: Map<string, InvocationSummary>;
  contents: Map<string, InvocationContent>;
  dispatches: Map<string, Dispatch>;
  /** The version of each dispatch whose state is in the list. */
  listed: Map<string, number>;
  places: Map<string, Place>;
  lanes: Map<number, LaneState>;
  /** The marks that lanes in trouble leave on their targets. */
  marks: Map<number, string>;
  targets: Map<number, Target>;
  webhooks: Map<number, Webhook>;
  marked: number;
  used: number;
  errors: number;
  reconciliation: Reconciliation | undefined;
  /** Ids of dispatches that left their lane on their own, to come back at a time. */
  leftAlone: Set<string>;
  /** How often a decided dispatch became another one. */
  reopened: Map<string, number>;
  /** How often a dispatch was given to those that the operator redrives, and its most crashes in a row. */
  buriedAt: Map<string, number>;
  mostCrashes: Map<string, number>;
  replays: Map<string, { replay: Replay; nextStepAt: Date | undefined }>;
}

export const dispatchKey = (it: { invocationId: string; targetId: number }) => `${it.invocationId}-${it.targetId}`;

export const memoryTable = (): MemoryTable => ({
  summaries: new Map(),
  contents: new Map(),
  dispatches: new Map(),
  listed: new Map(),
  places: new Map(),
  lanes: new Map(),
  marks: new Map(),
  targets: new Map(),
  webhooks: new Map(),
  marked: 0,
  used: 0,
  errors: 0,
  reconciliation: undefined,
  leftAlone: new Set(),
  reopened: new Map(),
  buriedAt: new Map(),
  mostCrashes: new Map(),
  replays: new Map(),
});

const SHARDS = 2;

const placeOf = (dispatch: Dispatch, due: Due, heldUntil: Date | undefined): Place | undefined => {
  if (due === undefined) return undefined;
  if (due === 'held') return { kind: 'held', generation: dispatch.generation, heldUntil: heldUntil ?? new Date(0) };
  if (due === 'buried') return { kind: 'buried' };
  return { kind: 'due', at: due.toISOString() };
};

/** The writes that {@link DispatchStore.save} is made of, since anything may happen between the two. */
interface DispatchItems extends Omit<DispatchStore, 'save'> {
  put: DispatchStore['save'];
}

/** The real store saves in two steps as well, and leaves out the second one while the list says the same anyway. */
export const dispatchStore = ({ put, ...items }: DispatchItems): DispatchStore => ({
  ...items,
  save: async (...args) => {
    const saved = await put(...args);
    if (saved && (saved.state !== 'pending' || saved.generation > 0)) await items.repeatState(saved);
    return saved;
  },
});

const dispatchItemsOn = (table: MemoryTable): DispatchItems => {
  const repeatState: DispatchStore['repeatState'] = async (dispatch) => {
    const summary = table.summaries.get(dispatch.invocationId);
    const id = dispatchKey(dispatch);
    if (!summary || (table.listed.get(id) ?? 0) > dispatch.version) return;
    table.listed.set(id, dispatch.version);
    summary.dispatches[dispatch.targetId] = dispatch.state;
  };
  return {
    facts: async ({ invocationId, webhookId, targetId }) =>
      structuredClone({
        summary: table.summaries.get(invocationId),
        dispatch: table.dispatches.get(dispatchKey({ invocationId, targetId })),
        target: table.targets.get(targetId),
        webhook: table.webhooks.get(webhookId),
        lane: table.lanes.get(targetId),
        laneMark: table.marks.get(targetId),
      }),
    glance: async ({ invocationId, webhookId, targetId }) =>
      structuredClone({
        isNew: !table.dispatches.has(dispatchKey({ invocationId, targetId })),
        target: table.targets.get(targetId),
        webhook: table.webhooks.get(webhookId),
        sentAt: table.lanes.get(targetId)?.sentAt,
        isLaneMarked: table.marks.has(targetId),
      }),
    put: async (dispatch, due, heldUntil) => {
      const id = dispatchKey(dispatch);
      const known = table.dispatches.get(id);
      if ((known?.version ?? 0) !== dispatch.version) return undefined;
      const next = { ...structuredClone(dispatch), version: dispatch.version + 1 };
      const place = placeOf(next, due, heldUntil);
      if (place?.kind === 'due' && next.generation > (known?.generation ?? 0)) table.leftAlone.add(id);
      if (known && isFinal(known) && next.state !== known.state)
        table.reopened.set(id, (table.reopened.get(id) ?? 0) + 1);
      if (place?.kind === 'buried') table.buriedAt.set(id, (table.buriedAt.get(id) ?? 0) + 1);
      if (next.crashes > 0) table.mostCrashes.set(id, Math.max(next.crashes, table.mostCrashes.get(id) ?? 0));
      table.dispatches.set(id, next);
      if (place) table.places.set(id, place);
      else table.places.delete(id);
      return structuredClone(next);
    },
    repeatState,
    forget: async (dispatch) => {
      const id = dispatchKey(dispatch);
      if (table.dispatches.get(id)?.version === dispatch.version) table.places.delete(id);
    },
    get: async (_userId, invocationId, targetId) =>
      structuredClone(table.dispatches.get(dispatchKey({ invocationId, targetId }))),
    list: async (_userId, invocationId) =>
      structuredClone([...table.dispatches.values()].filter((dispatch) => dispatch.invocationId === invocationId)),
  };
};

const dueIndexOn = (table: MemoryTable): DueIndex => ({
  shards: SHARDS,
  due: async (shard, now, limit) => {
    const found: { dispatch: Dispatch; at: string }[] = [];
    for (const [id, place] of table.places) {
      const dispatch = table.dispatches.get(id);
      if (place.kind === 'due' && dispatch && dispatch.targetId % SHARDS === shard && place.at <= now.toISOString())
        found.push({ dispatch, at: place.at });
    }
    found.sort((a, b) => (a.at < b.at ? -1 : 1));
    return found.slice(0, limit).map(({ dispatch, at }) => ({ message: laneMessageOf(dispatch), dueAt: at }));
  },
  postpone: async ({ message, dueAt }, to) => {
    const place = table.places.get(dispatchKey(message));
    if (place?.kind === 'due' && place.at === dueAt) place.at = to.toISOString();
  },
});

const heldIndexOn = (table: MemoryTable): HeldIndex => ({
  held: async ({ targetId }, limit) => {
    const found: HeldDispatch[] = [];
    for (const [id, place] of table.places) {
      const dispatch = table.dispatches.get(id);
      if (place.kind === 'held' && dispatch?.targetId === targetId)
        found.push({ message: laneMessageOf(dispatch), heldUntil: place.heldUntil });
    }
    return found.sort((a, b) => (a.message.invocationId < b.message.invocationId ? -1 : 1)).slice(0, limit);
  },
  release: async ({ message }, guard) => {
    const id = dispatchKey(message);
    const place = table.places.get(id);
    if (place?.kind === 'held' && place.generation === message.generation)
      table.places.set(id, { kind: 'due', at: guard.toISOString() });
  },
});

const buriedIndexOn = (table: MemoryTable): BuriedIndex => ({
  buried: async (limit, after = '') =>
    [...table.places]
      .flatMap(([id, { kind }]) => (kind === 'buried' ? [laneMessageOf(table.dispatches.get(id) as Dispatch)] : []))
      .filter(({ invocationId }) => invocationId >= after)
      .sort((a, b) => (a.invocationId < b.invocationId ? -1 : 1))
      .slice(0, limit),
});

const replaysOn = (table: MemoryTable): ReplayStore => ({
  get: async (_userId, id) => table.replays.get(id)?.replay,
  save: async (replay, nextStepAt) => {
    if ((table.replays.get(replay.id)?.replay.version ?? 0) !== replay.version) return false;
    table.replays.set(replay.id, { replay: { ...replay, version: replay.version + 1 }, nextStepAt });
    return true;
  },
  due: async (now, limit) =>
    [...table.replays.values()]
      .filter(({ nextStepAt }) => nextStepAt && nextStepAt <= now)
      .map(({ replay }) => replay)
      .slice(0, limit),
});

const laneStoreOn = (table: MemoryTable): LaneStore & LaneIndex => ({
  get: async (_userId, targetId) => structuredClone(table.lanes.get(targetId)),
  unmark: async (_userId, targetId, mark) => {
    if (table.marks.get(targetId) === mark) table.marks.delete(targetId);
  },
  save: async (lane) => {
    if (!isCalm(lane)) {
      table.marked += 1;
      table.marks.set(lane.targetId, `mark ${table.marked}`);
    }
    const known = table.lanes.get(lane.targetId);
    if ((known?.version ?? 0) !== lane.version) return false;
    table.lanes.set(lane.targetId, { ...structuredClone(lane), sentAt: known?.sentAt, version: lane.version + 1 });
    return true;
  },
  markSent: async (userId, targetId, at) => {
    const lane = table.lanes.get(targetId) ?? openLane(userId, targetId);
    table.lanes.set(targetId, { ...lane, sentAt: at.toISOString() });
  },
  shards: SHARDS,
  dueLanes: async (shard, now, limit) =>
    structuredClone(
      [...table.lanes.values()]
        .filter((lane) => lane.targetId % SHARDS === shard && lane.lookAt && lane.lookAt <= now.toISOString())
        .slice(0, limit),
    ),
});

const finderOn = (table: MemoryTable): UndecidedFinder => ({
  activeUsers: async (_since, _now, position) =>
    table.used > 0 && position === undefined ? { users: [1], position: 'end' } : undefined,
  activeWebhooks: async () =>
    [...new Set([...table.summaries.values()].map((summary) => summary.webhookId))].map((webhookId) => ({
      userId: 1,
      webhookId,
    })),
  undecided: async (_userId, id, from, to) =>
    structuredClone(
      [...table.summaries.values()].filter(
        ({ webhookId, invokedAt, dispatches }) =>
          webhookId === id &&
          invokedAt >= from.toISOString() &&
          invokedAt < to.toISOString() &&
          Object.values(dispatches).some((state) => state === 'pending' || state === 'waiting'),
      ),
    ),
  progress: async () => structuredClone(table.reconciliation),
  saveProgress: async (progress) => {
    table.reconciliation = structuredClone(progress);
  },
});

const quotaOn = (table: MemoryTable): QuotaStore & ErrorCounter => {
  const last = new Map<number, string>();
  return {
    takeInvocation: async ({ targetIds, now }) => {
      table.used += 1;
      const previous = new Map(last);
      for (const id of targetIds) last.set(id, now.toISOString());
      return { used: table.used, previousCallTo: (targetId) => previous.get(targetId) };
    },
    countError: async () => {
      table.errors += 1;
    },
  };
};

/** Every port on one table in memory. */
export const memoryStores = (table: MemoryTable) => ({
  dispatches: dispatchStore(dispatchItemsOn(table)),
  dispatchItems: dispatchItemsOn(table),
  buried: buriedIndexOn(table),
  replays: replaysOn(table),
  index: dueIndexOn(table),
  held: heldIndexOn(table),
  laneStates: laneStoreOn(table),
  finder: finderOn(table),
  quota: quotaOn(table),
  invocations: {
    insert: async (summary, content) => {
      table.summaries.set(summary.id, structuredClone(summary));
      table.contents.set(summary.id, content);
    },
    remove: async ({ id }) => {
      table.summaries.delete(id);
      table.contents.delete(id);
    },
    content: async (_userId, invocationId) => table.contents.get(invocationId),
    get: async (_userId, _webhookId, invocationId) => structuredClone(table.summaries.get(invocationId)),
    range: async (_userId, _webhookId, { from, to, after = '', limit }) =>
      structuredClone(
        [...table.summaries.values()]
          .filter(({ id, invokedAt }) => id > after && invokedAt >= from.toISOString() && invokedAt < to.toISOString())
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit),
      ),
  } satisfies Pick<InvocationStore, 'insert' | 'remove' | 'get' | 'range'> & ContentReader,
  targets: { get: async (_userId: number, targetId: number) => structuredClone(table.targets.get(targetId)) },
});

/** Undecided dispatches that nothing would ever bring back. */
export const forgotten = (table: MemoryTable): string[] =>
  [...table.dispatches].flatMap(([id, dispatch]) => {
    if (isFinal(dispatch)) return [];
    const place = table.places.get(id);
    if (!place) return [id];
    if (place.kind !== 'held') return [];
    return table.lanes.get(dispatch.targetId)?.lookAt === undefined ? [id] : [];
  });
