import type { ProductClock } from '../clock.ts';
import { type Environment, type FunctionSpec, startEnvironment } from './environment.ts';
import { type FunctionResult, tooManyCalls } from './protocol.ts';

/** A function for the rest of the runner. It hides the environments that run events. */
export interface LocalFunction {
  readonly spec: FunctionSpec;
  /** Maximum number of concurrent runs. */
  readonly size: number;
  invoke(event: unknown): Promise<FunctionResult>;
  /** Starts an environment before the first event. */
  warm(): Promise<void>;
  /** Number of events that are waiting or running. */
  active(): number;
  /** Lets running events finish with the old code. Later events use new environments, from `folder` if it is set. */
  recycle(folder?: string): void;
  stop(): Promise<void>;
}

/**
 * Default limits of a function's environments. Each runs one event at a time, as in Lambda. Lambda would start further
 * ones, but on a laptop events wait. Environments start on demand and end after some idle time.
 */
const POOL = { size: 2, idleForMs: 30_000 };

/** Maximum number of events waiting for a function, a few seconds of work. Further ones are rejected. */
const MOST_WAITING = 400;

interface Slot {
  environment: Environment;
  state: 'starting' | 'idle' | 'busy';
  idleSince: number;
  /** True if the environment ends after its current event. */
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
  /** Maximum number of environments; the default is `POOL.size`. */
  size?: number | undefined;
  /** True if users wait for the function's responses. One environment then stays alive when idle. */
  isWaitedFor: boolean;
}): LocalFunction => {
  const { clock } = options;
  let spec = options.spec;
  const reserved = spec.reservedConcurrency ?? Number.POSITIVE_INFINITY;
  const size = Math.min(options.size ?? POOL.size, reserved);
  /** Ordered by last use. Events go to the most recently used environment, so the others become idle and are ended. */
  let slots: Slot[] = [];
  const waiting: Waiting[] = [];
  let stopped = false;

  const inUse = (): Slot[] => slots.filter(({ retired }) => !retired);
  const active = (): number => waiting.length + slots.filter(({ state }) => state === 'busy').length;

  const end = (slot: Slot): Promise<void> => {
    slots = slots.filter((other) => other !== slot);
    return slot.environment.stop();
  };

  const retire = (slot: Slot): void => {
    slot.retired = true;
    if (slot.state !== 'busy') void end(slot);
  };

  const start = (): Slot => {
    const environment = startEnvironment({ spec, clockOffsetMs: clock.offsetMs(), onLine: options.onLine });
    const slot: Slot = { environment, state: 'starting', idleSince: performance.now(), retired: false };
    slots.push(slot);
    void environment.ready.then(() => {
      if (slot.state === 'starting') slot.state = 'idle';
      serve();
    });
    return slot;
  };

  const run = async (slot: Slot, { event, resolve }: Waiting): Promise<void> => {
    slot.state = 'busy';
    const result = await slot.environment.invoke(event, clock.offsetMs());
    slot.state = 'idle';
    slot.idleSince = performance.now();
    if (slot.retired || !slot.environment.isAlive()) void end(slot);
    else slots = [slot, ...slots.filter((other) => other !== slot)];
    options.onResult?.(result);
    resolve(result);
    serve();
  };

  /** Gives waiting events to free environments. An event needn't run in the environment that was started for it. */
  const serve = (): void => {
    while (waiting.length > 0 && !stopped) {
      const free = slots.find(
        ({ state, retired, environment }) => state === 'idle' && !retired && environment.isAlive(),
      );
      if (!free) break;
      void run(free, waiting.shift() as Waiting);
    }
    const starting = inUse().filter(({ state }) => state === 'starting').length;
    const missing = Math.min(waiting.length - starting, size - inUse().length);
    for (let count = 0; count < missing && !stopped; count++) start();
  };

  const housekeeping = setInterval(() => {
    const idle = slots.filter(
      ({ state, idleSince }) => state === 'idle' && performance.now() - idleSince > POOL.idleForMs,
    );
    const staying = options.isWaitedFor && slots.length === idle.length ? 1 : 0;
    for (const slot of idle.slice(staying)) void end(slot);
  }, POOL.idleForMs / 10);
  housekeeping.unref();

  clock.onMove((offsetMs) => {
    for (const { environment } of slots) environment.setClock(offsetMs);
  });

  return {
    get spec() {
      return spec;
    },
    size,
    invoke: (event) =>
      new Promise((resolve) => {
        // Reserved concurrency is also the maximum, and Lambda rejects further events instead of queuing them.
        if (active() >= reserved || waiting.length >= MOST_WAITING) return resolve(tooManyCalls());
        waiting.push({ event, resolve });
        serve();
      }),
    warm: () => start().environment.ready,
    active,
    recycle: (folder) => {
      if (folder) spec = { ...spec, folder };
      for (const slot of slots) retire(slot);
    },
    stop: async () => {
      stopped = true;
      clearInterval(housekeeping);
      await Promise.all(slots.map(end));
    },
  };
};
