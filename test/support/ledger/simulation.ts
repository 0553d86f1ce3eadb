import type { DispatchStore } from '../../../lambdas/model/dispatch-ports.ts';
import type { DispatchMessage, EndMessage, Lanes, WakeUp } from '../../../lambdas/model/lane-message.ts';
import type { MatterStore } from '../../../lambdas/model/matter.ts';
import type { WatchIndex, WatchStore } from '../../../lambdas/model/watch.ts';
import { webhookDefaults } from '../../../lambdas/model/webhook.ts';
import { digestsInMemory } from '../digests.ts';
import { aTarget, aWebhook, mattersInMemory } from '../in-memory.ts';
import { type Chance, chanceOf } from '../simulation/chance.ts';
import { type FifoQueue, fifoQueue, isWakeUp } from '../simulation/fifo-queue.ts';
import { simulatedHolds } from '../simulation/held.ts';
import { dispatchKey, dispatchStore, type SimulatedTable, simulatedTable, storesOn } from '../simulation/table.ts';
import { type VirtualTime, virtualTime } from '../simulation/virtual-time.ts';
import { acknowledgeLink, watchesInMemory } from '../watches.ts';
import { type FaultShares, NO_FAULTS, type Run, unreliable } from './faults.ts';
import { type Behaviour, type Providers, providers } from './providers.ts';
import { FIRST_TARGET, type Scenario, type StoredWatch } from './scenario.ts';

export const START = Date.UTC(2026, 10, 20, 12);

const VISIBILITY_SECONDS = 180;

/** Messages a second for the kinds of these worlds, and the maximum length of a text. */
export const kinds: Record<string, { pace: number; max: number }> = {
  /** The slowest pace that an owner can set for a target. */
  minutely: { pace: 1 / 60, max: 60 },
  slowest: { pace: 0.125, max: 60 },
  slow: { pace: 1, max: 60 },
  quick: { pace: 10, max: 60 },
  free: { pace: 1000, max: 4000 },
  // The kinds of living worlds, at their providers' pace; short limits split some messages.
  telegram: { pace: 1, max: 60 },
  discord: { pace: 1, max: 4000 },
  matrix: { pace: 5, max: 4000 },
  email: { pace: 10, max: 4000 },
};

/** The parts of table and queue that a unit of work uses; each call to them may fail. */
interface Reached {
  dispatches: DispatchStore;
  laneStore: Stores['laneStates'];
  waitingList: Stores['waitingList'];
  matters: MatterStore;
  watches: WatchStore & WatchIndex;
  acknowledgeLink: typeof acknowledgeLink;
  counters: Stores['quota'];
  laneQueue: Lanes;
}
type Stores = ReturnType<typeof storesOn>;

/** Shared by all actors of a world: time, chance, table, queue, provider, and their records. */
export interface Simulation {
  scenario: Scenario;
  chance: Chance;
  time: VirtualTime;
  table: SimulatedTable;
  stores: Stores;
  queue: FifoQueue;
  outside: Providers;
  digests: ReturnType<typeof digestsInMemory>;
  /** Dead letters, and copies of them that have not arrived yet. */
  deadLetters: DispatchMessage[];
  shares(): FaultShares;
  withFaults<Port extends object>(port: Port, run: Run): Port;
  fresh(): Run;
  watches: ReturnType<typeof watchesInMemory>;
  watchHistory: StoredWatch[];
  reach(run: Run): Reached;
  owner(): { status: 'free' | 'premium'; premiumUntil: string };
  /** Resolves when messages were sent, or after this number of milliseconds at the latest. */
  wokenWithin(milliseconds: number): Promise<void>;
  wake(): void;
  /** The time at which a dispatch's first message entered its lane. */
  arrivedAt: Map<string, number>;
  excused: Set<string>;
  /** Targets with a message that the queue itself dead-lettered. */
  brokenLanes: Set<number>;
}

export const simulationOf = (scenario: Scenario): Simulation => {
  const chance = chanceOf(scenario.seed);
  const time = virtualTime(new Date(START));
  const table = simulatedTable({ now: () => time.now().getTime(), milliseconds: () => chance.between(0, 1500) });
  if (scenario.upgradedAtMs !== undefined || scenario.pausedMs) table.holds = simulatedHolds();
  const stores = storesOn(table);
  const isReliable = () => time.now().getTime() >= START + scenario.faultsUntilMs;
  const shares = () => (isReliable() ? NO_FAULTS : scenario.faults);
  const withFaults = <Port extends object>(port: Port, run: Run): Port =>
    unreliable(port, run, { time, chance, shares });

  const arrivedAt = new Map<string, number>();
  const excused = new Set<string>();
  const brokenLanes = new Set<number>();
  const deadLetters: DispatchMessage[] = [];
  // Any waiting process may be woken, so a lane moves between processes.
  const sleepers = new Set<() => void>();
  const wake = () => {
    if (sleepers.size > 0) chance.pick([...sleepers])();
  };
  const queue = fifoQueue({
    now: () => time.now().getTime(),
    sleep: time.sleep,
    ready: () => wake(),
    chance,
    visibilitySeconds: VISIBILITY_SECONDS,
    maxReceives: 100,
    deadLetter: (message) => {
      if (message.kind === 'dispatch') deadLetters.push(message);
      brokenLanes.add(message.targetId);
    },
    losses: () => (isReliable() ? { loses: 0, doubles: 0 } : scenario.losses),
    excused: (message) => {
      if (!isWakeUp(message)) excused.add(dispatchKey(message));
    },
  });

  const wokenWithin = async (milliseconds: number) => {
    let stop = () => {};
    const woken = new Promise<void>((resolve) => {
      stop = resolve;
      sleepers.add(resolve);
    });
    await Promise.race([woken, time.sleep(milliseconds)]);
    sleepers.delete(stop);
  };

  const lanes: Lanes = {
    send: async (messages: (DispatchMessage | EndMessage | WakeUp)[]) => {
      for (const message of messages) {
        if (message.kind === 'wake-up') continue;
        const id = dispatchKey(message);
        if (!arrivedAt.has(id)) arrivedAt.set(id, time.now().getTime());
      }
      queue.send(messages);
    },
  };

  const { store: matterStore } = mattersInMemory();
  const watches = watchesInMemory();
  const watchHistory: StoredWatch[] = [];
  const { save } = watches.store;
  watches.store.save = async (id, watch) => {
    const isSaved = await save(id, watch);
    if (isSaved) watchHistory.push({ id, watch, at: time.now().getTime() });
    return isSaved;
  };
  const behaviours = new Map<number, Behaviour>();
  scenario.targets.forEach(({ kind, behaviour, fallback }, index) => {
    behaviours.set(FIRST_TARGET + index, behaviour);
    const options = fallback && {
      fallback_target_id: FIRST_TARGET + fallback.to,
      fallback_after_minutes: fallback.afterMinutes,
    };
    const id = FIRST_TARGET + index;
    table.targets.set(id, aTarget({ id, kind, name: `Target ${id}`, ...(options && { options }) }));
  });
  const { routing = [], rich, living, digest = null, escalation } = scenario;
  const acknowledge = escalation?.choice ?? null;
  const { follow } = living ?? webhookDefaults;
  const format = rich ? 'rich' : webhookDefaults.format;
  table.webhooks.set(
    11,
    aWebhook({ useTemplate: true, template: 'unused', routing, format, follow, digest, acknowledge }),
  );

  // Eventually consistent reads show targets and their dirty flags as they were up to a second ago.
  let seen = { at: Number.NEGATIVE_INFINITY, targets: new Map(table.targets), dirtyLanes: new Map(table.dirtyLanes) };
  const { loadFast } = stores.dispatchItems;
  stores.dispatchItems.loadFast = async (message) => {
    const at = time.now().getTime();
    if (at - seen.at >= chance.between(0, 1000))
      seen = { at, targets: new Map(table.targets), dirtyLanes: new Map(table.dirtyLanes) };
    const target = seen.targets.get(message.targetId);
    return { ...(await loadFast(message)), target, isLaneClean: !seen.dirtyLanes.has(message.targetId) };
  };

  return {
    scenario,
    chance,
    time,
    table,
    stores,
    watches,
    watchHistory,
    queue,
    digests: digestsInMemory(time.now),
    outside: providers(behaviours, time, chance),
    deadLetters,
    shares,
    withFaults,
    fresh: () => ({ process: { alive: true }, startedAt: time.now().getTime(), faults: 0, done: false }),
    reach: (run) => ({
      dispatches: dispatchStore(withFaults(stores.dispatchItems, run)),
      laneStore: withFaults(stores.laneStates, run),
      waitingList: withFaults(stores.waitingList, run),
      matters: withFaults(matterStore, run),
      watches: withFaults(watches.store, run),
      acknowledgeLink,
      counters: withFaults(stores.quota, run),
      laneQueue: withFaults(lanes, run),
    }),
    owner: () => {
      const isUpgraded = time.now().getTime() >= START + (scenario.upgradedAtMs ?? Number.POSITIVE_INFINITY);
      return { status: isUpgraded ? 'premium' : 'free', premiumUntil: '0001-01-01T00:00:00Z' };
    },
    wokenWithin,
    wake,
    arrivedAt,
    excused,
    brokenLanes,
  };
};
