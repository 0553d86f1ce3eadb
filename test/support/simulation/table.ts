import { dueIndex } from '../../../lambdas/adapters/dynamodb/keys.ts';
import type { Reconciliation, UndecidedFinder } from '../../../lambdas/dispatches/recovery/reconcile.ts';
import { type Dispatch, isFinal, summaryStateOf } from '../../../lambdas/model/dispatch.ts';
import type {
  DispatchCounter,
  DispatchStore,
  DueIndex,
  FallbackIndex,
  LaneStore,
  WaitingList,
} from '../../../lambdas/model/dispatch-ports.ts';
import type { InvocationContent, InvocationSummary } from '../../../lambdas/model/invocation.ts';
import type { InvocationStore, QuotaStore } from '../../../lambdas/model/invocation-ports.ts';
import { flowingLane, isClean, type LaneState } from '../../../lambdas/model/lane.ts';
import type { DispatchMessage } from '../../../lambdas/model/lane-message.ts';
import { dueAt, laneMessageOf, type Placement } from '../../../lambdas/model/placement.ts';
import type { DeadLetterIndex, Replay, ReplayStore, ResendCounter } from '../../../lambdas/model/replay-ports.ts';
import type { Target } from '../../../lambdas/model/target.ts';
import type { Webhook } from '../../../lambdas/model/webhook.ts';
import { type DueHeap, dueHeap } from './due-heap.ts';
import { enterHold, heldCallsOn, holdCall, type SimulatedHolds, simulatedHolds } from './held.ts';
import { type WaitingLists, waitingLists } from './waiting-lists.ts';

interface Replays extends Map<string, { replay: Replay; nextStepAt: Date | undefined }> {}

/** The table's content, for tests to set up and inspect; see {@link simulatedTable} for its guarantees. */
export interface SimulatedTable {
  summaries: Map<string, InvocationSummary>;
  contents: Map<string, InvocationContent>;
  dispatches: Map<string, Dispatch>;
  /** The version of each dispatch whose state is in the list. */
  listed: Map<string, number>;
  places: Map<string, Placement>;
  lanes: Map<number, LaneState>;
  /** The time of each target's last request, as far as its rate limit needs it. */
  sentAt: Map<number, string>;
  /** The versions of lanes that are not clean, as stored on their targets. */
  dirtyLanes: Map<number, number>;
  targets: Pick<Map<number, Target>, 'get' | 'set' | 'delete'> & Iterable<[number, Target]>;
  webhooks: Pick<Map<number, Webhook>, 'get' | 'set' | 'delete'>;
  reconciliation: Reconciliation | undefined;
  used: number;
  errors: number;
  /** Number of each target's dispatches, as its statistics show it. */
  counted: Map<number, number>;
  /** Ids of dispatches that left their lane on their own and return at a set time. */
  leftAlone: Set<string>;
  /** Number of changes of a decided dispatch to another state. */
  reopened: Map<string, number>;
  /** Number of times a dispatch was dead-lettered, and its highest count of crashes in a row. */
  deadLetteredAt: Map<string, number>;
  mostCrashes: Map<string, number>;
  replays: Replays;
  /** The planned fallbacks, by the id of their dispatch. */
  fallbacks: Map<string, { at: string; message: DispatchMessage }>;
  /** The held calls; undefined in worlds without a quota. */
  holds: SimulatedHolds | undefined;
  /** Moves a dispatch within the index. */
  stand(dispatch: Pick<Dispatch, 'invocationId' | 'targetId'>, place: Placement | undefined): void;
  /** Removes all data of a call to one target. */
  forget(invocationId: string, targetId: number): void;
  waiting: WaitingLists;
  due: DueHeap<string>[];
  dueLanes: DueHeap<number>[];
}

export const dispatchKey = (it: { invocationId: string; targetId: number }) => `${it.invocationId}-${it.targetId}`;

const SHARDS = 8;

/**
 * One table in memory with the real table's guarantees, as far as calls use them; test/adapters checks those of the
 * real one. A write applies only to the version that it was based on. A read shows a single moment, and lists from the
 * index lag.
 * @param lag the delay of the waiting lists in milliseconds; without it, they never lag
 */
export const simulatedTable = (lag?: { now: () => number; milliseconds: () => number }): SimulatedTable => {
  const table: SimulatedTable = {
    summaries: new Map(),
    contents: new Map(),
    dispatches: new Map(),
    listed: new Map(),
    places: new Map(),
    lanes: new Map(),
    sentAt: new Map(),
    dirtyLanes: new Map(),
    targets: new Map(),
    webhooks: new Map(),
    reconciliation: undefined,
    used: 0,
    errors: 0,
    counted: new Map(),
    leftAlone: new Set(),
    reopened: new Map(),
    deadLetteredAt: new Map(),
    mostCrashes: new Map(),
    replays: new Map(),
    fallbacks: new Map(),
    holds: undefined,
    waiting: waitingLists(lag),
    due: Array.from({ length: SHARDS }, () => dueHeap<string>()),
    dueLanes: Array.from({ length: SHARDS }, () => dueHeap<number>()),
    stand: (dispatch, place) => {
      const { invocationId, targetId } = dispatch;
      const id = dispatchKey(dispatch);
      const known = table.places.get(id);
      if (place) table.places.set(id, place);
      else table.places.delete(id);
      if (place?.kind === 'due') table.due[targetId % SHARDS]?.push(sortedAt(place, invocationId), id);
      if (place?.kind === 'listed') {
        const message = laneMessageOf(table.dispatches.get(id) as Dispatch);
        table.waiting.set(targetId, invocationId, { message, waitsUntil: new Date(place.until) });
      } else if (known?.kind === 'listed') table.waiting.set(targetId, invocationId, undefined);
    },
    forget: (invocationId, targetId) => {
      const id = dispatchKey({ invocationId, targetId });
      table.stand({ invocationId, targetId }, undefined);
      for (const kept of [table.dispatches, table.listed, table.mostCrashes]) kept.delete(id);
      for (const kept of [table.summaries, table.contents]) kept.delete(invocationId);
      table.leftAlone.delete(id);
    },
  };
  return table;
};

/** The sort key of a due item. Items that are due at the same moment return in the order of their calls. */
const sortedAt = (place: Placement & { kind: 'due' }, invocationId: string): string =>
  place.inOrder ? dueIndex.inOrder(place.at, invocationId) : place.at;

/** A dispatch as it is read: its placement may have moved since it was written. */
const read = (table: SimulatedTable, id: string): Dispatch | undefined => {
  const dispatch = table.dispatches.get(id);
  return dispatch && { ...dispatch, placement: table.places.get(id) };
};

/** The two writes of {@link DispatchStore.save}, separate because other events can happen between them. */
interface DispatchItems extends Omit<DispatchStore, 'save' | 'saveWithoutSummary'> {
  put: DispatchStore['save'];
}

const withoutUndefined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value;

/** The real store also saves in two steps, and skips the second one if the list already has the same state. */
export const dispatchStore = ({ put, ...items }: DispatchItems): DispatchStore => ({
  ...items,
  saveWithoutSummary: put,
  save: async (...args) => {
    const saved = await put(...args);
    if (saved && (saved.state !== 'pending' || saved.generation > 0)) await items.repeatState(saved);
    return saved;
  },
});

const dispatchItemsOn = (table: SimulatedTable): DispatchItems => ({
  loadContext: async ({ userId, invocationId, webhookId, targetId }) => ({
    summary: table.summaries.get(invocationId),
    dispatch: read(table, dispatchKey({ invocationId, targetId })),
    target: table.targets.get(targetId),
    webhook: table.webhooks.get(webhookId),
    lane: table.lanes.get(targetId) ?? flowingLane(userId, targetId),
    sentAt: table.sentAt.get(targetId),
  }),
  loadFast: async ({ invocationId, webhookId, targetId }) => ({
    isNew: !table.dispatches.has(dispatchKey({ invocationId, targetId })),
    target: table.targets.get(targetId),
    webhook: table.webhooks.get(webhookId),
    sentAt: table.sentAt.get(targetId),
    isLaneClean: !table.dirtyLanes.has(targetId),
  }),
  put: async (dispatch) => {
    const id = dispatchKey(dispatch);
    const known = table.dispatches.get(id);
    if ((known?.version ?? 0) !== dispatch.version) return undefined;
    // Like the table, it drops undefined fields, so they are missing when read.
    const next = Object.freeze(withoutUndefined({ ...dispatch, version: dispatch.version + 1 }));
    const place = next.placement;
    if (place?.kind === 'due' && next.generation > (known?.generation ?? 0)) table.leftAlone.add(id);
    if (known && isFinal(known) && next.state !== known.state)
      table.reopened.set(id, (table.reopened.get(id) ?? 0) + 1);
    if (place?.kind === 'dead-lettered') table.deadLetteredAt.set(id, (table.deadLetteredAt.get(id) ?? 0) + 1);
    if (next.crashes > 0) table.mostCrashes.set(id, Math.max(next.crashes, table.mostCrashes.get(id) ?? 0));
    table.dispatches.set(id, next);
    table.stand(next, place);
    return next;
  },
  repeatState: async (dispatch) => {
    const summary = table.summaries.get(dispatch.invocationId);
    const id = dispatchKey(dispatch);
    if (!summary || (table.listed.get(id) ?? 0) > dispatch.version) return;
    table.listed.set(id, dispatch.version);
    const dispatches = { ...summary.dispatches, [dispatch.targetId]: summaryStateOf(dispatch) };
    const { headline = summary.headline } = dispatch;
    table.summaries.set(summary.id, { ...summary, dispatches, ...(headline && { headline }) });
  },
  forget: async (dispatch) => {
    const id = dispatchKey(dispatch);
    if (table.dispatches.get(id)?.version === dispatch.version && table.places.get(id)?.kind !== 'dead-lettered')
      table.stand(dispatch, undefined);
  },
  planFallback: async (dispatch) => {
    const { fallbackAt: at = '' } = dispatch;
    table.fallbacks.set(dispatchKey(dispatch), { at, message: laneMessageOf({ ...dispatch, placement: undefined }) });
  },
  get: async (_userId, invocationId, targetId) => read(table, dispatchKey({ invocationId, targetId })),
  list: async (_userId, invocationId) =>
    [...table.dispatches.values()].filter((dispatch) => dispatch.invocationId === invocationId),
});

const dueIndexOn = (table: SimulatedTable): DueIndex => ({
  shards: SHARDS,
  due: async (shard, now, limit) => {
    const isCurrent = (id: string, at: string) => {
      const place = table.places.get(id);
      return place?.kind === 'due' && sortedAt(place, id.slice(0, id.lastIndexOf('-'))) === at;
    };
    return (table.due[shard] as DueHeap<string>)
      .until(`${now.toISOString()}~`, limit, isCurrent)
      .map(({ at, value }) => ({ message: laneMessageOf(read(table, value) as Dispatch), dueAt: at }));
  },
  postpone: async ({ message: due, dueAt: seen }, to) => {
    const message = due as DispatchMessage;
    const place = table.places.get(dispatchKey(message));
    if (place?.kind === 'due' && sortedAt(place, message.invocationId) === seen)
      table.stand(message, { ...dueAt(to), cause: 'lost-message', ...(place.skipsList && { skipsList: true }) });
  },
});

const fallbackIndexOn = (table: SimulatedTable): FallbackIndex => ({
  shards: SHARDS,
  due: async (shard, now, limit) =>
    [...table.fallbacks.values()]
      .filter(({ at, message }) => message.targetId % SHARDS === shard && at <= now.toISOString())
      .sort((a, b) =>
        dueIndex.inOrder(a.at, a.message.invocationId) < dueIndex.inOrder(b.at, b.message.invocationId) ? -1 : 1,
      )
      .slice(0, limit)
      .map(({ message }) => message),
  done: async (message) => void table.fallbacks.delete(dispatchKey(message)),
});

const waitingListOn = (table: SimulatedTable): WaitingList => ({
  oldest: async ({ targetId }, limit) => table.waiting.oldest(targetId, limit),
});

const deadLetterIndexOn = (table: SimulatedTable): DeadLetterIndex => ({
  deadLettered: async (limit, after = '') =>
    [...table.places]
      .flatMap(([id, { kind }]) =>
        kind === 'dead-lettered' ? [laneMessageOf(table.dispatches.get(id) as Dispatch)] : [],
      )
      .filter(({ invocationId }) => invocationId >= after)
      .sort((a, b) => (a.invocationId < b.invocationId ? -1 : 1))
      .slice(0, limit),
});

const replaysOn = (table: SimulatedTable): ReplayStore => ({
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

const laneStoreOn = (table: SimulatedTable): LaneStore => {
  return {
    get: async (userId, targetId) => table.lanes.get(targetId) ?? flowingLane(userId, targetId),
    save: async (lane) => {
      const { targetId } = lane;
      const version = lane.version + 1;
      const dirty = table.dirtyLanes.get(targetId) ?? 0;
      if (!isClean(lane)) table.dirtyLanes.set(targetId, Math.max(dirty, version));
      if ((table.lanes.get(targetId)?.version ?? 0) !== lane.version) return false;
      table.lanes.set(targetId, { ...lane, version });
      if (lane.nextWakeUpAt !== undefined) table.dueLanes[targetId % SHARDS]?.push(lane.nextWakeUpAt, targetId);
      if (isClean(lane) && dirty <= version) table.dirtyLanes.delete(targetId);
      return true;
    },
    saveSentAt: async (_userId, targetId, at) => void table.sentAt.set(targetId, at.toISOString()),
    shards: SHARDS,
    dueLanes: async (shard, now, limit) => {
      const due = (table.dueLanes[shard] as DueHeap<number>)
        .until(now.toISOString(), limit, (targetId, at) => table.lanes.get(targetId)?.nextWakeUpAt === at)
        .map(({ value }) => table.lanes.get(value) as LaneState);
      return { due, isFull: due.length === limit };
    },
  };
};

const finderOn = (table: SimulatedTable): UndecidedFinder => ({
  activeUsers: async (_since, position) =>
    table.used > 0 && position === undefined ? { users: [1], position: 'end' } : undefined,
  activeWebhooks: async () =>
    [...new Set([...table.summaries.values()].map((summary) => summary.webhookId))].map((webhookId) => ({
      userId: 1,
      webhookId,
    })),
  undecided: async (_userId, id, from, to) =>
    [...table.summaries.values()].filter(
      ({ webhookId, invokedAt, dispatches }) =>
        webhookId === id &&
        invokedAt >= from.toISOString() &&
        invokedAt < to.toISOString() &&
        Object.values(dispatches).some((state) => state === 'pending' || state === 'waiting'),
    ),
  progress: async () => table.reconciliation,
  saveProgress: async (progress) => {
    table.reconciliation = progress;
  },
});

const quotaOn = (table: SimulatedTable): QuotaStore & DispatchCounter & ResendCounter => {
  const last = new Map<number, string>();
  const count = (targetId: number, by: number) => table.counted.set(targetId, (table.counted.get(targetId) ?? 0) + by);
  return {
    takeInvocation: async (call) => {
      const { targetIds, now } = call;
      const held = table.holds && holdCall(table.holds, call);
      if (held === 'refused') return { refused: 'quota' };
      table.used += 1;
      const previous = new Map(last);
      if (!held)
        for (const id of targetIds) {
          last.set(id, now.toISOString());
          count(id, 1);
        }
      return {
        used: table.used,
        storedBytes: 0,
        ...(held && { held }),
        previousCallTo: (targetId) => previous.get(targetId),
      };
    },
    countError: async () => {
      table.errors += 1;
    },
    countDispatch: async (_userId, targetId) => void count(targetId, 1),
    uncountDispatch: async (_userId, targetId) => void count(targetId, -1),
    countResend: async () => {},
  };
};

/** All ports on one table in memory. */
export const storesOn = (table: SimulatedTable) => ({
  dispatches: dispatchStore(dispatchItemsOn(table)),
  dispatchItems: dispatchItemsOn(table),
  deadLettered: deadLetterIndexOn(table),
  replays: replaysOn(table),
  dueIndex: dueIndexOn(table),
  fallbackIndex: fallbackIndexOn(table),
  waitingList: waitingListOn(table),
  laneStates: laneStoreOn(table),
  undecidedFinder: finderOn(table),
  quota: quotaOn(table),
  heldCalls: heldCallsOn(table.holds ?? simulatedHolds(), table.summaries),
  invocations: {
    insert: async (summary, content) => {
      table.summaries.set(summary.id, summary);
      table.contents.set(summary.id, content);
      if (table.holds) enterHold(table.holds, summary);
    },
    remove: async ({ id }) => {
      table.summaries.delete(id);
      table.contents.delete(id);
    },
    content: async (_userId, invocationId) => table.contents.get(invocationId),
    get: async (_userId, _webhookId, invocationId) => table.summaries.get(invocationId),
    range: async (_userId, _webhookId, { from, to, after = '', limit }) =>
      [...table.summaries.values()]
        .filter(({ id, invokedAt }) => id > after && invokedAt >= from.toISOString() && invokedAt < to.toISOString())
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
  } satisfies Pick<InvocationStore, 'insert' | 'remove' | 'get' | 'range' | 'content'>,
  targets: { get: async (_userId: number, targetId: number) => table.targets.get(targetId) },
});

/** Undecided dispatches that nothing would ever resume. */
export const forgotten = (table: SimulatedTable): string[] =>
  [...table.dispatches].flatMap(([id, dispatch]) => {
    if (isFinal(dispatch)) return [];
    const place = table.places.get(id);
    if (!place) return [id];
    if (place.kind !== 'listed') return [];
    return table.lanes.get(dispatch.targetId)?.nextWakeUpAt === undefined ? [id] : [];
  });
