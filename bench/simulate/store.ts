import { type Dispatch, type Due, isFinal, laneMessageOf } from '../../lambdas/dispatches/dispatch.ts';
import type { HeldIndex } from '../../lambdas/dispatches/drain.ts';
import type { LaneIndex } from '../../lambdas/dispatches/hold.ts';
import { isCalm, type LaneState, type LaneStore, openLane } from '../../lambdas/dispatches/lane.ts';
import type { DispatchStore } from '../../lambdas/dispatches/ports.ts';
import type { DueIndex } from '../../lambdas/dispatches/sweep.ts';
import type { InvocationSummary } from '../../lambdas/invocations/invocation.ts';
import type { Target } from '../../lambdas/targets/target.ts';
import type { Webhook } from '../../lambdas/webhooks/webhook.ts';
import { dueHeap } from './due-heap.ts';

/** An accepted call until it is decided; afterwards nothing of it is kept. */
interface Entry {
  summary: InvocationSummary;
  /** Whether the target had no other call shortly before. */
  isAlone: boolean;
  /** Whether it left its lane on its own, to come back at a time. */
  leftAlone: boolean;
  dispatch: Dispatch | undefined;
  /** Where it stands in the due index: a time, `held`, or nowhere. */
  place: string | undefined;
  heldUntil: Date | undefined;
}

interface SimulatedTable {
  put(summary: InvocationSummary, isAlone: boolean): void;
  undecided(): number;
  dispatches: DispatchStore;
  index: DueIndex;
  held: HeldIndex;
  lanes: LaneStore & LaneIndex;
}

const SHARDS = 8;

/**
 * The table with the promises of the real one, made for hundreds of thousands of calls: each user has one webhook and one
 * target of the same number.
 * @param read takes as long as a request of the table, @param wrote as well and counts the writes.
 */
export const simulatedTable = (options: {
  target: (id: number) => Target;
  webhook: (id: number) => Webhook;
  read: () => Promise<void>;
  wrote: (count: number) => Promise<void>;
  decided: (summary: InvocationSummary, dispatch: Dispatch, call: Pick<Entry, 'isAlone' | 'leftAlone'>) => void;
}): SimulatedTable => {
  const { read, wrote } = options;
  const entries = new Map<string, Entry>();
  const laneOf = new Map<number, LaneState>();
  const heldOf = new Map<number, Set<string>>();
  const marks = new Map<number, string>();
  let marked = 0;
  const due = Array.from({ length: SHARDS }, () => dueHeap<string>());
  const dueLanes = Array.from({ length: SHARDS }, () => dueHeap<number>());

  const leave = (id: string, entry: Entry, targetId: number) => {
    if (entry.place === 'held') {
      const waiting = heldOf.get(targetId);
      waiting?.delete(id);
      if (waiting?.size === 0) heldOf.delete(targetId);
    }
    entry.place = undefined;
  };
  const stand = (id: string, entry: Entry, targetId: number, place: Due) => {
    leave(id, entry, targetId);
    if (place === 'held') {
      entry.place = 'held';
      const waiting = heldOf.get(targetId) ?? new Set();
      heldOf.set(targetId, waiting.add(id));
    } else if (place instanceof Date) {
      entry.place = place.toISOString();
      due[targetId % SHARDS]?.push(entry.place, id);
    }
  };

  return {
    put: (summary, isAlone) =>
      void entries.set(summary.id, {
        summary,
        isAlone,
        leftAlone: false,
        dispatch: undefined,
        place: undefined,
        heldUntil: undefined,
      }),
    undecided: () => entries.size,
    dispatches: {
      facts: async ({ invocationId, targetId }) => {
        await read();
        const entry = entries.get(invocationId);
        return {
          summary: entry?.summary,
          dispatch: entry?.dispatch,
          target: options.target(targetId),
          webhook: entry && options.webhook(targetId),
          lane: laneOf.get(targetId),
          laneMark: marks.get(targetId),
        };
      },
      glance: async ({ invocationId, targetId }) => {
        await read();
        return {
          isNew: entries.get(invocationId)?.dispatch === undefined,
          target: options.target(targetId),
          webhook: options.webhook(targetId),
          sentAt: laneOf.get(targetId)?.sentAt,
          isLaneMarked: marks.has(targetId),
        };
      },
      save: async (dispatch, place, heldUntil) => {
        await wrote(2);
        const entry = entries.get(dispatch.invocationId);
        if (!entry || (entry.dispatch?.version ?? 0) !== dispatch.version) return undefined;
        const saved = { ...dispatch, version: dispatch.version + 1 };
        if (place instanceof Date && saved.generation > (entry.dispatch?.generation ?? 0)) entry.leftAlone = true;
        entry.dispatch = saved;
        entry.heldUntil = heldUntil;
        stand(dispatch.invocationId, entry, dispatch.targetId, place);
        if (isFinal(saved)) {
          entries.delete(dispatch.invocationId);
          options.decided(entry.summary, saved, entry);
        }
        return saved;
      },
      repeatState: () => wrote(1),
      forget: async ({ invocationId }) => void entries.delete(invocationId),
      get: async (_userId, invocationId) => {
        await read();
        return entries.get(invocationId)?.dispatch;
      },
      list: async () => [],
    },
    index: {
      shards: SHARDS,
      due: async (shard, now, limit) => {
        await read();
        const isCurrent = (id: string, at: string) => entries.get(id)?.place === at;
        return (due[shard] as ReturnType<typeof dueHeap<string>>)
          .until(now.toISOString(), limit, isCurrent)
          .map(({ at, value }) => ({
            message: laneMessageOf(entries.get(value)?.dispatch as Dispatch),
            dueAt: at,
          }));
      },
      postpone: async ({ message, dueAt }, to) => {
        await wrote(2);
        const entry = entries.get(message.invocationId);
        if (entry?.place === dueAt) stand(message.invocationId, entry, message.targetId, to);
      },
    },
    held: {
      held: async ({ targetId }, limit) => {
        await read();
        return [...(heldOf.get(targetId) ?? [])]
          .sort()
          .slice(0, limit)
          .map((id) => {
            const entry = entries.get(id) as Entry;
            return { message: laneMessageOf(entry.dispatch as Dispatch), heldUntil: entry.heldUntil as Date };
          });
      },
      release: async ({ message }, guard) => {
        await wrote(2);
        const entry = entries.get(message.invocationId);
        if (entry?.place === 'held' && entry.dispatch?.generation === message.generation)
          stand(message.invocationId, entry, message.targetId, guard);
      },
    },
    lanes: {
      get: async (_userId, targetId) => {
        await read();
        return laneOf.get(targetId);
      },
      unmark: async (_userId, targetId, mark) => {
        await wrote(1);
        if (marks.get(targetId) === mark) marks.delete(targetId);
      },
      save: async (lane) => {
        if (!isCalm(lane)) {
          await wrote(1);
          marked += 1;
          marks.set(lane.targetId, String(marked));
        }
        await wrote(lane.lookAt === undefined ? 1 : 2);
        const known = laneOf.get(lane.targetId);
        if ((known?.version ?? 0) !== lane.version) return false;
        laneOf.set(lane.targetId, { ...lane, sentAt: known?.sentAt, version: lane.version + 1 });
        if (lane.lookAt !== undefined) dueLanes[lane.targetId % SHARDS]?.push(lane.lookAt, lane.targetId);
        return true;
      },
      markSent: async (userId, targetId, at) => {
        await wrote(1);
        laneOf.set(targetId, { ...(laneOf.get(targetId) ?? openLane(userId, targetId)), sentAt: at.toISOString() });
      },
      shards: SHARDS,
      dueLanes: async (shard, now, limit) => {
        await read();
        const isCurrent = (targetId: number, at: string) => laneOf.get(targetId)?.lookAt === at;
        return (dueLanes[shard] as ReturnType<typeof dueHeap<number>>)
          .until(now.toISOString(), limit, isCurrent)
          .map(({ value }) => laneOf.get(value) as LaneState);
      },
    },
  };
};
