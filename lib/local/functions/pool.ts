import { availableParallelism } from 'node:os';
import type { ProductClock } from '../clock.ts';
import { type Environment, type FunctionSpec, startEnvironment } from './environment.ts';
import type { FunctionResult } from './protocol.ts';

/** A function as the rest of the runner sees it: something that takes an event and answers. */
export interface LocalFunction {
  readonly spec: FunctionSpec;
  invoke(event: unknown): Promise<FunctionResult>;
  /** Starts an environment ahead of the first call. */
  warm(): Promise<void>;
  /** Calls that are waiting or running. */
  active(): number;
  /** Lets running calls end on the old code; later calls start environments from `folder`. */
  recycle(folder?: string): void;
  stop(): Promise<void>;
}

/**
 * How many environments a laptop should hold. Up to `eager` a call without a free environment starts one at once; more
 * of them would only share the same cores, so beyond that one is started only when all have been busy for a while,
 * which means that they wait for somebody else (a slow provider) rather than compute.
 */
const ENVIRONMENTS = { eager: Math.max(2, availableParallelism()), most: 24, busyForMs: 250, idleForMs: 120_000 };

interface Slot {
  environment: Environment;
  busySince: number | null;
  idleSince: number;
  retired: boolean;
}

interface Waiting {
  event: unknown;
  resolve: (result: FunctionResult) => void;
}

export const createFunction = (options: {
  spec: FunctionSpec;
  clock: ProductClock;
  onLine: (line: string) => void;
  onResult?: (result: FunctionResult) => void;
}): LocalFunction => {
  const { clock } = options;
  let spec = options.spec;
  const slots = new Set<Slot>();
  const queue: Waiting[] = [];
  let stopped = false;
  const most = spec.reservedConcurrency ?? ENVIRONMENTS.most;
  const eager = Math.min(ENVIRONMENTS.eager, most);

  const remove = (slot: Slot) => {
    slots.delete(slot);
    return slot.environment.stop();
  };

  const start = (): Slot => {
    const environment = startEnvironment({ spec, clockOffsetMs: clock.offsetMs(), onLine: options.onLine });
    const slot = { environment, busySince: null, idleSince: performance.now(), retired: false };
    slots.add(slot);
    return slot;
  };

  const run = async (slot: Slot, { event, resolve }: Waiting): Promise<void> => {
    slot.busySince = performance.now();
    const result = await slot.environment.invoke(event, clock.offsetMs());
    slot.busySince = null;
    slot.idleSince = performance.now();
    if (slot.retired || !slot.environment.isAlive()) void remove(slot);
    options.onResult?.(result);
    resolve(result);
    serve();
  };

  const freeSlot = (): Slot | undefined => {
    // The one used last is warmest; the others grow idle and are let go.
    let best: Slot | undefined;
    for (const slot of slots) {
      if (slot.busySince !== null || slot.retired) continue;
      if (!best || slot.idleSince > best.idleSince) best = slot;
    }
    return best;
  };

  const mayStart = (): boolean => {
    const current = [...slots].filter((slot) => !slot.retired);
    if (current.length < eager) return true;
    if (current.length >= most) return false;
    const limit = performance.now() - ENVIRONMENTS.busyForMs;
    return current.every((slot) => slot.busySince !== null && slot.busySince < limit);
  };

  const serve = (): void => {
    while (queue.length > 0 && !stopped) {
      const slot = freeSlot() ?? (mayStart() ? start() : undefined);
      if (!slot) return;
      const waiting = queue.shift();
      if (waiting) void run(slot, waiting);
    }
  };

  const housekeeping = setInterval(() => {
    serve();
    const oldest = performance.now() - ENVIRONMENTS.idleForMs;
    const idle = [...slots].filter((slot) => slot.busySince === null && slot.idleSince < oldest);
    // One stays, so that the next call after a quiet time does not wait for a start.
    for (const slot of idle.slice(slots.size === idle.length ? 1 : 0)) void remove(slot);
  }, ENVIRONMENTS.busyForMs);
  housekeeping.unref();

  clock.onMove((offsetMs) => {
    for (const slot of slots) slot.environment.setClock(offsetMs);
  });

  return {
    get spec() {
      return spec;
    },
    invoke: (event) =>
      new Promise((resolve) => {
        queue.push({ event, resolve });
        serve();
      }),
    warm: () => start().environment.ready,
    active: () => queue.length + [...slots].filter((slot) => slot.busySince !== null).length,
    recycle: (folder) => {
      if (folder) spec = { ...spec, folder };
      for (const slot of slots) {
        slot.retired = true;
        if (slot.busySince === null) void remove(slot);
      }
    },
    stop: async () => {
      stopped = true;
      clearInterval(housekeeping);
      await Promise.all([...slots].map(remove));
    },
  };
};
