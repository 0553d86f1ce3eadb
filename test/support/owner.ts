import { newDispatch } from '../../lambdas/model/dispatch.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { DispatchMessage, WakeUp } from '../../lambdas/model/lane-message.ts';
import { plans } from '../../lambdas/model/plans.ts';
import type { Replay } from '../../lambdas/model/replay-ports.ts';
import { dispatchId } from '../../lambdas/platform/ids.ts';
import { aSummary, aTarget, aWebhook, movableClock } from './in-memory.ts';
import { dispatchKey, simulatedTable, storesOn } from './simulation/table.ts';

/** An owner with one webhook and one target, whose messages get the test's results. */
export const anOwner = () => {
  const clock = movableClock();
  const table = simulatedTable();
  const stores = storesOn(table);
  table.targets.set(21, aTarget());
  const queued: DispatchMessage[] = [];
  const wakeUps: WakeUp[] = [];
  const replays = new Map<string, Replay>();
  let replayed = 0;
  /** The time at which the resent messages had failed. */
  const sentAgain: Date[] = [];
  const ports = {
    invocations: {
      get: async (_user: number, _webhook: number, id: string) => table.summaries.get(id),
      range: async (_user: number, _webhook: number, { after = '' }: { after?: string | undefined }) =>
        [...table.summaries.values()].filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1)),
    },
    dispatches: stores.dispatches,
    targets: stores.targets,
    laneStore: stores.laneStates,
    laneQueue: {
      send: async (messages: (DispatchMessage | WakeUp)[]) => {
        for (const message of messages)
          if (message.kind === 'wake-up') wakeUps.push(message);
          else queued.push(message);
      },
    },
    counters: {
      ...stores.quota,
      takeReplays: async ({ count, limit }: { count: number; limit: number }) => {
        if (replayed + count > limit) return false;
        replayed += count;
        return true;
      },
      replayedToday: async () => replayed,
      countResend: async (_dispatch: object, failedAt: Date | undefined) => void (failedAt && sentAgain.push(failedAt)),
    },
    owners: { get: async () => ({ status: 'free' as const, premiumUntil: '0001-01-01T00:00:00Z' }) },
    plans,
    clock,
    webhooks: { get: async (_user: number, id: number) => (id === 11 ? aWebhook() : undefined) },
    replayStore: {
      get: async (_user: number, id: string) => structuredClone(replays.get(id)),
      save: async (replay: Replay) => {
        if ((replays.get(replay.id)?.version ?? 0) !== replay.version) return false;
        replays.set(replay.id, { ...replay, version: replay.version + 1 });
        return true;
      },
      due: async () => [...replays.values()].filter(({ state }) => state === 'running'),
    },
    keepGoing: () => true,
  };
  const message = async (
    state: 'waiting' | 'success' | 'error',
  ): Promise<{ id: string; summary: InvocationSummary }> => {
    clock.advance(1);
    const summary = aSummary(clock());
    table.summaries.set(summary.id, summary);
    const stored = { ...newDispatch(summary, 21, { name: 'Ops', kind: 'mock' }), state, attemptCount: 3, partsDone: 1 };
    const at = state === 'waiting' ? '2026-11-20T18:00:00.000Z' : undefined;
    const placement = at === undefined ? undefined : { kind: 'due' as const, at };
    await stores.dispatches.save({ ...stored, errorMessage: 'Broken.', nextAttemptAt: at, placement });
    return { id: dispatchId(summary.id, 21), summary };
  };
  const dispatchOf = ({ id }: InvocationSummary) =>
    table.dispatches.get(dispatchKey({ invocationId: id, targetId: 21 }));
  return { clock, table, queued, wakeUps, sentAgain, ports, message, dispatchOf };
};
