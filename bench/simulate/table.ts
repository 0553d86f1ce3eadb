import { isFinal } from '../../lambdas/model/dispatch.ts';
import type { InvocationSummary } from '../../lambdas/model/invocation.ts';
import type { Target } from '../../lambdas/model/target.ts';
import type { Webhook } from '../../lambdas/model/webhook.ts';
import { type SimulatedTable, simulatedTable, storesOn } from '../../test/support/simulation/table.ts';

interface DecidedCall {
  summary: InvocationSummary;
  delivered: boolean;
  /** True if its message left the lane and returned at a set time. */
  leftAlone: boolean;
}

/** Number of write requests per operation. All other operations only read. */
const WRITES: Record<string, number> = {
  save: 2,
  saveWithoutSummary: 1,
  repeatState: 1,
  postpone: 2,
  saveSentAt: 1,
};

interface TimedTable {
  table: SimulatedTable;
  stores: ReturnType<typeof storesOn>;
}

/**
 * Creates a simulated table for hundreds of thousands of users and millions of calls. Each request takes time, targets
 * and webhooks are created on demand, and decided calls are dropped.
 */
export const timedTable = (options: {
  target: (id: number) => Target;
  webhook: () => Webhook;
  read: () => Promise<void>;
  wrote: (count: number) => Promise<void>;
  decided: (call: DecidedCall) => void;
}): TimedTable => {
  const table = simulatedTable();
  table.targets = {
    get: options.target,
    set: table.targets.set,
    delete: table.targets.delete,
    [Symbol.iterator]: none,
  };
  table.webhooks = { get: options.webhook, set: table.webhooks.set, delete: table.webhooks.delete };
  const stores = storesOn(table);

  const timed = <Port extends object>(port: Port): Port =>
    Object.fromEntries(
      Object.entries(port).map(([name, operation]) => {
        if (typeof operation !== 'function') return [name, operation];
        const writes = WRITES[name] ?? 0;
        const request = async (...args: unknown[]) => {
          await (writes > 0 ? options.wrote(writes) : options.read());
          return operation.apply(port, args);
        };
        return [name, request];
      }),
    ) as Port;

  const { save } = stores.dispatches;
  const dispatches: typeof stores.dispatches = {
    ...stores.dispatches,
    save: async (...args) => {
      const saved = await save(...args);
      const summary = saved && isFinal(saved) ? table.summaries.get(saved.invocationId) : undefined;
      if (saved && summary) {
        const leftAlone = table.leftAlone.has(`${saved.invocationId}-${saved.targetId}`);
        options.decided({ summary, delivered: saved.state === 'success', leftAlone });
        table.forget(saved.invocationId, saved.targetId);
      }
      return saved;
    },
  };
  return {
    table,
    stores: {
      ...stores,
      dispatches: timed(dispatches),
      dueIndex: timed(stores.dueIndex),
      waitingList: timed(stores.waitingList),
      laneStates: timed(stores.laneStates),
    },
  };
};

function* none(): Generator<[number, Target]> {}
