import { settledSummary } from '../../../lambdas/adapters/dynamodb/held-store.ts';
import {
  dayOf,
  type HeldCall,
  type HeldCalls,
  type Hold,
  type HoldCount,
  type HoldName,
  heldBy,
  maxHeldCalls,
} from '../../../lambdas/model/hold.ts';
import type { InvocationSummary } from '../../../lambdas/model/invocation.ts';
import type { QuotaRequest } from '../../../lambdas/model/invocation-ports.ts';
import { secondsAfter } from '../../../lambdas/platform/clock.ts';

/** The table's data about held calls, with the guarantees of the real table. */
export interface SimulatedHolds {
  holds: Map<HoldName, Hold>;
  lists: Map<HoldName, Map<string, HeldCall>>;
  counts: Map<HoldName, Omit<HoldCount, 'used'> & { count: number }>;
  /** The number of units taken. */
  used: number;
}

export const simulatedHolds = (): SimulatedHolds => ({
  holds: new Map(),
  lists: new Map(),
  counts: new Map(),
  used: 0,
});

const listOf = (holds: SimulatedHolds, name: HoldName): Map<string, HeldCall> => {
  const list = holds.lists.get(name) ?? new Map<string, HeldCall>();
  holds.lists.set(name, list);
  return list;
};

/** Seconds until the first check of a list. */
const LOOK_SECONDS = 60;

const begin = (holds: SimulatedHolds, userId: number, name: HoldName, now: Date): void => {
  if (holds.holds.has(name)) return;
  const dueAt = secondsAfter(now, LOOK_SECONDS).toISOString();
  holds.holds.set(name, { userId, name, dueAt, begunAt: now.toISOString(), discards: new Map() });
};

/** Counts a call in its hold if it has to wait. @returns the reason for the wait, or that the hold is full */
export const holdCall = (
  holds: SimulatedHolds,
  { userId, webhookId, limit, now, isPaused = false }: QuotaRequest,
): 'quota' | 'paused' | 'refused' | undefined => {
  const [forQuota, paused] = [holds.counts.get('quota')?.count, holds.counts.get(webhookId)?.count];
  const held = heldBy({
    ...{ used: holds.used, limit, isPaused },
    ...{ isBehindQuota: forQuota !== undefined, isBehindPaused: paused !== undefined },
  });
  if (held === 'quota' && (forQuota ?? 0) >= maxHeldCalls(limit)) return 'refused';
  if (held !== 'quota') holds.used += 1;
  if (held === undefined) return undefined;
  const name = held === 'quota' ? 'quota' : webhookId;
  begin(holds, userId, name, now);
  const before = holds.counts.get(name) ?? { count: 0, takenUntil: '', order: 'arrival' as const };
  holds.counts.set(name, { ...before, count: before.count + 1, lastHeldAt: now.getTime() });
  return held;
};

/** A held call enters its list in the same write that stores the call. */
export const enterHold = (holds: SimulatedHolds, { held, webhookId, id, expiresAt }: InvocationSummary): void => {
  if (held === 'quota' || held === 'paused')
    listOf(holds, held === 'quota' ? 'quota' : webhookId).set(id, { id, webhookId, expiresAt });
};

export const heldCallsOn = (holds: SimulatedHolds, summaries: Map<string, InvocationSummary>): HeldCalls => ({
  due: async (now, limit) =>
    [...holds.holds.values()].filter(({ dueAt }) => dueAt <= now.toISOString()).slice(0, limit),
  get: async (_userId, name) => holds.holds.get(name),
  postpone: async ({ name, dueAt }, to) => {
    const hold = holds.holds.get(name);
    if (hold?.dueAt !== dueAt) return false;
    holds.holds.set(name, { ...hold, dueAt: to.toISOString() });
    return true;
  },
  begin: async (userId, name, { now }) => begin(holds, userId, name, now),
  hasten: async (_userId, name, now, discard) => {
    const hold = holds.holds.get(name);
    if (hold)
      holds.holds.set(name, {
        ...hold,
        dueAt: now.toISOString(),
        discards: discard ? new Map([...hold.discards, [discard.webhookId, discard.until]]) : hold.discards,
      });
  },
  first: async ({ name }, limit, sameDayAs) =>
    [...listOf(holds, name).values()]
      .filter(({ id }) => sameDayAs === undefined || dayOf(id) === dayOf(sameDayAs))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit),
  newest: async ({ name }) => [...listOf(holds, name).values()].sort((one, other) => (one.id < other.id ? 1 : -1))[0],
  // These worlds never change the order of arrival.
  setOrder: async () => {},
  count: async (_userId, name) => ({
    ...(holds.counts.get(name) ?? { count: undefined, takenUntil: '', lastHeldAt: 0, order: 'arrival' as const }),
    used: holds.used,
  }),
  take: async ({ name }, seen, { until, count, units, moved, limit }, now) => {
    const known = holds.counts.get(name);
    const total = [...units.values()].reduce((sum, each) => sum + each, 0);
    if (known?.takenUntil !== seen.takenUntil || (total > 0 && holds.used + total > limit)) return false;
    holds.used += total;
    holds.counts.set(name, { ...known, count: known.count - count, takenUntil: until });
    for (const [webhookId, joining] of moved) {
      const before = holds.counts.get(webhookId) ?? { count: 0, takenUntil: '', order: 'arrival' as const };
      holds.counts.set(webhookId, { ...before, count: before.count + joining, lastHeldAt: now.getTime() });
    }
    return true;
  },
  summary: async (_hold, { id }) => summaries.get(id),
  settle: async (summary, fate) => {
    const known = summaries.get(summary.id);
    const isSame = JSON.stringify(known?.dispatches) === JSON.stringify(summary.dispatches);
    if (!known || known.held !== summary.held || !isSame) return undefined;
    const settled = settledSummary(known, fate);
    summaries.set(settled.id, settled);
    return settled;
  },
  move: async (_hold, call) => void listOf(holds, call.webhookId).set(call.id, call),
  remove: async ({ name }, calls) => {
    for (const { id } of calls) listOf(holds, name).delete(id);
  },
  leave: async ({ name }, { id }, { takenUntil }) => {
    const known = holds.counts.get(name);
    if (known?.takenUntil !== takenUntil || !listOf(holds, name).delete(id)) return false;
    holds.counts.set(name, { ...known, count: known.count - 1 });
    return true;
  },
  close: async ({ name }, { count, lastHeldAt }) => {
    const known = holds.counts.get(name);
    if (known?.count !== count || known?.lastHeldAt !== lastHeldAt) return false;
    holds.counts.delete(name);
    return true;
  },
  forget: async ({ name, begunAt }) => {
    if (holds.holds.get(name)?.begunAt === begunAt) holds.holds.delete(name);
  },
});
