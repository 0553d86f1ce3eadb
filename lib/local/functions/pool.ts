import { availableParallelism } from 'node:os';
import type { ProductClock } from '../clock.ts';
import type { AwsDoor } from '../iam/door.ts';
import { type Environment, type FunctionSpec, startEnvironment } from './environment.ts';
import { createFairQueue } from './fair-queue.ts';
import { type FunctionResult, tooManyCalls } from './protocol.ts';

/** A function as the rest of the runner sees it: something that takes an event and answers. */
export interface LocalFunction {
  readonly spec: FunctionSpec;
  /** @param owner whose event it is; those of different owners run in turn when many wait */
  invoke(event: unknown, owner?: string): Promise<FunctionResult>;
  /** Starts an environment ahead of the first call. */
  warm(): Promise<void>;
  /** Calls that are waiting or running. */
  active(): number;
  /** Resolves when an event would be run at once. */
  hasRoom(): Promise<void>;
  /** Lets running calls end on the old code; later calls start environments from `folder`. */
  recycle(folder?: string): void;
  stop(): Promise<void>;
}

/**
 * How many environments a laptop should hold. More that compute than there are cores would only take turns; those that
 * wait for somebody else, such as a slow provider, cost nothing and have others beside them, as in AWS.
 */
const ENVIRONMENTS = { computing: Math.max(2, availableParallelism()), most: 16, idleForMs: 30_000 };

/**
 * A call that computes for less than this share of the time between so many looks, and has asked nothing of AWS, waits for
 * somebody else. On a busy machine AWS is slow because the processor is, so waiting for it is no reason for more.
 */
const LOOK = { everyMs: 50, share: 0.25, times: 4 };

/** Calls that may wait for a function: what this machine works off in a few seconds. Later ones are told to come again. */
const MOST_WAITING = 400;

interface Slot {
  environment: Environment;
  accessKeyId: string;
  busySince: number | null;
  idleSince: number;
  isReady: boolean;
  /** Whether it has run a call. */
  isWarm: boolean;
  retired: boolean;
  /** What it had worked by the last look, in milliseconds, if that was during the call that runs. */
  seenMs: number | undefined;
  /** How many looks in a row have found its call waiting. */
  quietLooks: number;
}

const waits = ({ quietLooks }: Slot): boolean => quietLooks >= LOOK.times;

interface Waiting {
  event: unknown;
  resolve: (result: FunctionResult) => void;
}

export const createFunction = (options: {
  spec: FunctionSpec;
  clock: ProductClock;
  onLine: (line: string) => void;
  onResult?: (result: FunctionResult) => void;
  /** Most environments at a time, when it is not what a laptop should hold. */
  environments?: number;
  /** Where its environments ask for table and queues, each with an access key of its own. */
  aws?: AwsDoor;
}): LocalFunction => {
  const { clock, aws } = options;
  let spec = options.spec;
  const slots = new Set<Slot>();
  const queue = createFairQueue<Waiting>(MOST_WAITING);
  let onRoom: (() => void)[] = [];
  let look: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  /** When a call was last seen to wait for somebody else. */
  let waitedAt = 0;
  let started = 0;
  let stopped = false;
  const reserved = spec.reservedConcurrency ?? Number.POSITIVE_INFINITY;
  const most = Math.min(options.environments ?? ENVIRONMENTS.most, reserved);
  const computing = Math.min(ENVIRONMENTS.computing, most);

  /** Calls that are waiting or running. */
  const active = (): number => queue.size() + [...slots].filter((slot) => slot.busySince !== null).length;

  const remove = (slot: Slot) => {
    slots.delete(slot);
    return slot.environment.stop();
  };

  /** Lets it end its call, and gives it no other. */
  const retire = (slot: Slot): void => {
    slot.retired = true;
    if (slot.busySince === null) void remove(slot);
  };

  const start = (): Slot => {
    const accessKeyId = `${spec.environment.AWS_ACCESS_KEY_ID}-${++started}`;
    const slot: Slot = {
      environment: startEnvironment({
        spec: { ...spec, environment: { ...spec.environment, AWS_ACCESS_KEY_ID: accessKeyId } },
        clockOffsetMs: clock.offsetMs(),
        onLine: options.onLine,
        ...(aws && { askAws: (request) => aws.ask(accessKeyId, request) }),
      }),
      accessKeyId,
      busySince: null,
      idleSince: performance.now(),
      isReady: false,
      isWarm: false,
      retired: false,
      seenMs: undefined,
      quietLooks: 0,
    };
    slots.add(slot);
    void slot.environment.ready.then(() => {
      slot.isReady = true;
      serve();
    });
    return slot;
  };

  const lookAgain = (): void => {
    if (look) return;
    lookedAt = performance.now();
    look = setTimeout(lookAround, LOOK.everyMs);
  };

  const run = async (slot: Slot, { event, resolve }: Waiting): Promise<void> => {
    slot.busySince = performance.now();
    lookAgain();
    const result = await slot.environment.invoke(event, clock.offsetMs());
    slot.busySince = null;
    slot.seenMs = undefined;
    slot.quietLooks = 0;
    slot.environment.checkProcessor();
    slot.idleSince = performance.now();
    slot.isWarm = true;
    if (slot.retired || !slot.environment.isAlive()) void remove(slot);
    options.onResult?.(result);
    resolve(result);
    serve();
  };

  const freeSlot = (): Slot | undefined => {
    // The one used last is warmest; the others grow idle and are let go.
    let best: Slot | undefined;
    for (const slot of slots) {
      if (slot.busySince !== null || slot.retired || !slot.isReady) continue;
      const isWarmer = best?.isWarm === slot.isWarm ? slot.idleSince > best.idleSince : slot.isWarm;
      if (!best || isWarmer) best = slot;
    }
    return best;
  };

  const mayStart = (): boolean => {
    const current = [...slots].filter((slot) => !slot.retired);
    return current.length < most && current.filter((slot) => !waits(slot)).length < computing;
  };

  const starting = (): number => [...slots].filter(({ isReady, retired }) => !isReady && !retired).length;

  const serve = (): void => {
    while (queue.size() > 0 && !stopped) {
      const slot = freeSlot();
      if (!slot) {
        // A call is not tied to the environment that is started for it: another may be free before that is ready.
        while (starting() < queue.size() && mayStart()) start();
        return;
      }
      const waiting = queue.take();
      if (waiting) void run(slot, waiting);
    }
    if (onRoom.length === 0 || !(stopped || freeSlot() || mayStart())) return;
    const told = onRoom;
    onRoom = [];
    for (const tell of told) tell();
  };

  /** Finds out who waits for somebody else, and starts as many beside them, ahead of the next call. */
  const lookAround = (): void => {
    look = undefined;
    // Late itself, this process finds no processor: others wait for the same reason, and more of them would not help.
    const isLate = performance.now() - lookedAt > 2 * LOOK.everyMs;
    const busy = [...slots].filter((slot) => slot.busySince !== null);
    for (const slot of busy) {
      slot.environment.checkMemory();
      slot.environment.checkProcessor();
      const workedMs = isLate || aws?.isBusyFor(slot.accessKeyId) ? undefined : slot.environment.workedMs();
      const { seenMs } = slot;
      const isQuiet = workedMs !== undefined && seenMs !== undefined && workedMs - seenMs < LOOK.everyMs * LOOK.share;
      slot.quietLooks = isQuiet ? slot.quietLooks + 1 : 0;
      slot.seenMs = workedMs;
    }
    if (stopped) return;
    if (busy.some(waits)) {
      waitedAt = performance.now();
      if (mayStart()) start();
    }
    serve();
    if (busy.length > 0) lookAgain();
  };

  const housekeeping = setInterval(() => {
    const now = performance.now();
    const tooLong = [...slots].filter(
      ({ busySince, idleSince }) => busySince === null && now - idleSince > ENVIRONMENTS.idleForMs,
    );
    // One stays, so that the next call after a quiet time does not wait for a start.
    for (const slot of tooLong.slice(slots.size === tooLong.length ? 1 : 0)) void remove(slot);
    // Those that were started beside waiting calls would go on taking turns with the others, however little each has to do.
    const [extra] = [...slots].filter(({ retired }) => !retired).slice(computing);
    if (extra && now - waitedAt > ENVIRONMENTS.idleForMs) retire(extra);
  }, ENVIRONMENTS.idleForMs / 10);
  housekeeping.unref();

  clock.onMove((offsetMs) => {
    for (const slot of slots) slot.environment.setClock(offsetMs);
  });

  return {
    get spec() {
      return spec;
    },
    invoke: (event, owner = '') =>
      new Promise((resolve) => {
        // What a function reserves is also the most that it gets: Lambda lets no call wait for it.
        if (active() >= reserved || !queue.add(owner, { event, resolve })) return resolve(tooManyCalls());
        serve();
      }),
    warm: () => start().environment.ready,
    active,
    hasRoom: () =>
      new Promise((resolve) => {
        onRoom.push(resolve);
        serve();
      }),
    recycle: (folder) => {
      if (folder) spec = { ...spec, folder };
      for (const slot of slots) retire(slot);
    },
    stop: async () => {
      stopped = true;
      clearInterval(housekeeping);
      clearTimeout(look);
      serve();
      await Promise.all([...slots].map(remove));
    },
  };
};
