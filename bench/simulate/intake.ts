import { ACTIVE_SHARDS, dueIndex } from '../../lambdas/adapters/dynamodb/keys.ts';
import { type Reconciliation, reconcile, type UndecidedFinder } from '../../lambdas/dispatches/recovery/reconcile.ts';
import { type FloodGate, floodGate } from '../../lambdas/http/flood-gate.ts';
import { plans } from '../../lambdas/model/plans.ts';
import { AppError } from '../../lambdas/platform/errors.ts';
import { deployedStages } from '../../lib/settings.ts';
import { aSummary } from '../../test/support/in-memory.ts';
import { chanceOf } from '../../test/support/simulation/chance.ts';
import { virtualTime } from '../../test/support/simulation/virtual-time.ts';
import { RECONCILER_MB } from '../costs.ts';
import { capacity, type Write, writeCapacity } from './capacity.ts';
import { histogram } from './histogram.ts';

/** The simulated arrival of calls. Times are minutes after the start. */
export interface IntakeScenario {
  seed: number;
  users: number;
  callsPerHour: number;
  minutes: number;
  /**
   * The share of users who call every full ten minutes, within some seconds, because many timers start at round times.
   */
  byTheClock: { share: number; withinSeconds: number };
  /** One user's calls in addition to those of all others. */
  flood: { atMinute: number; minutes: number; callsPerSecond: number };
  /** One in this number of calls is stored without its lane message, as if that were lost. */
  lostOneIn: number;
  /** The gateway's limit, which applies to all callers together. */
  gateway: { requestsPerSecond: number; burst: number };
  /** Write units of table and index per second. */
  writeUnitsPerSecond: number;
  /** Number of partitions in the index of active users. */
  shards: number;
}

/** The scenario that docs/scale.md reports, with the settings of the production example. */
export const FULL_INTAKE: IntakeScenario = {
  seed: 1,
  users: 100_000,
  callsPerHour: 1_000_000,
  minutes: 60,
  byTheClock: { share: 0.1, withinSeconds: 5 },
  flood: { atMinute: 25, minutes: 10, callsPerSecond: 1000 },
  lostOneIn: 20_000,
  gateway: deployedStages.prod.gateway.invoke,
  writeUnitsPerSecond: deployedStages.prod.warmThroughput.writeUnitsPerSecond,
  shards: ACTIVE_SHARDS,
};

export interface IntakeResult {
  accepted: number;
  /** Rejected calls of other users than the flooding one, with status 429 or 503. */
  refused: { byGateway: number; unavailable: number };
  /** Calls of the flooding user, and their results. */
  flood: { calls: number; accepted: number; refusedByProduct: number; refusedByGateway: number };
  throttled: { table: number; partition: number; index: number };
  most: { table: number; indexPartition: number };
  /** The 99th percentile of the response time for other users' accepted calls, in milliseconds. */
  p99AcceptMs: number;
  reconciler: {
    /** Number of complete checks of all users, and the longest one in minutes. */
    looks: number;
    longestMinutes: number;
    /** Number of calls with a lost message, the number found by the reconciler, and the longest time until then. */
    lost: number;
    takenUp: number;
    longestUntilTakenUpMinutes: number;
    readUnitsPerCall: number;
  };
}

const START = Date.UTC(2026, 10, 20, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const FLOODER = 1;

const READ_MS = 4;
const WRITE_MS = 7;
const DELIVERED_AFTER_MS = 300;

/** CPU time of the SDK for a query, and for one user’s counters in a batch, in milliseconds of a whole processor. */
const QUERY_CPU_MS = 1.1;
const COUNTERS_CPU_MS = 0.09;
/** A function of this size has one processor (AWS docs, "Configure Lambda function memory"). */
const WHOLE_PROCESSOR_MB = 1769;
/** These values equal those of lambdas/functions/reconciler.ts. */
const SLICE_MS = 40_000;
const USERS_PER_PAGE = 200;

/** The SDK's attempts per request, and the maximum wait before the second one in milliseconds. */
const ATTEMPTS = 3;
const BACKOFF_MS = 100;
/** Number of functions that accept calls. Each remembers rejected callers separately. */
const PROCESSES = 30;
const DAILY_QUOTA = plans.premium.maxInvocationsPerDay;

/**
 * Simulates the acceptance of calls: the gateway's limit, the product's rejections, the capacity of table and index,
 * and the real reconciler. Of deliveries, only the writes are simulated here; see simulate.ts. The same seed gives the
 * same result.
 */
export const simulateIntake = async (
  scenario: IntakeScenario,
  progress: (minute: number) => void = () => {},
): Promise<IntakeResult> => {
  const chance = chanceOf(scenario.seed);
  const time = virtualTime(new Date(START));
  const nowMs = () => time.now().getTime();
  const gateway = capacity(scenario.gateway.requestsPerSecond, nowMs, scenario.gateway.burst);
  const table = writeCapacity(scenario.writeUnitsPerSecond, nowMs);
  const gates: FloodGate[] = Array.from({ length: PROCESSES }, () => floodGate(nowMs));
  const acceptMs = histogram();
  const refused = { byGateway: 0, unavailable: 0 };
  const flood = { calls: 0, accepted: 0, refusedByProduct: 0, refusedByGateway: 0 };
  let accepted = 0;
  let calls = 0;

  /** For each user: the slot of the latest call (0 = none), its time, and the number of today's calls. */
  const slotOf = new Int32Array(scenario.users + 1);
  const lastAt = new Float64Array(scenario.users + 1);
  const usedToday = new Int32Array(scenario.users + 1);
  const lostOf = new Map<number, { id: string; at: number }[]>();
  let lost = 0;

  /**
   * Writes with retries, as the SDK does.
   * @returns false if all attempts failed
   */
  const write = async (it: Write): Promise<boolean> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (attempt > 0) await time.sleep(chance.next() * BACKOFF_MS * 2 ** (attempt - 1));
      await time.sleep(WRITE_MS);
      if (table.write(it)) return true;
    }
    return false;
  };
  const slotNumber = (at: number) => Math.floor(at / (10 * MINUTE));
  const partitionOf = (userId: number) => dueIndex.active(userId % scenario.shards);

  const takeQuota = async (userId: number): Promise<'taken' | 'over' | 'throttled'> => {
    const slot = slotNumber(nowMs());
    const before = slotOf[userId] as number;
    const isOver = (usedToday[userId] as number) >= DAILY_QUOTA;
    // If the condition fails, the write still costs its unit, but does not change the index.
    const index = isOver || before === slot ? [] : [partitionOf(userId)];
    // Deleting the entry of the previous slot is another write to the index.
    if (index.length > 0 && before > 0) index.push(partitionOf(userId));
    if (!(await write({ units: 1, partition: `USER#${userId}`, index }))) return 'throttled';
    if (isOver) return 'over';
    usedToday[userId] = (usedToday[userId] as number) + 1;
    slotOf[userId] = slot;
    lastAt[userId] = nowMs();
    return 'taken';
  };

  /**
   * Simulates the work of `invoke` for a call that the gateway accepted.
   * @throws AppError if the product rejects it
   */
  const accept = async (userId: number): Promise<void> => {
    const startedAt = nowMs();
    const gate = gates[calls % PROCESSES] as FloodGate;
    const call = { route: String(userId), ip: '203.0.113.7' };
    gate.enter(call);
    try {
      const [quota, stored] = await Promise.all([takeQuota(userId), write({ units: 2 })]);
      if (quota === 'over') throw new AppError('quota-exceeded', 'The quota of today is used up.');
      if (quota === 'throttled' || !stored) throw new AppError('unavailable', 'Please try again.');
      gate.leave(call);
    } catch (error) {
      gate.leave(call, error);
      throw error;
    }
    accepted += 1;
    if (userId === FLOODER) flood.accepted += 1;
    else acceptMs.add(nowMs() - startedAt);
    if (chance.next() < 1 / scenario.lostOneIn) {
      lost += 1;
      lostOf.set(userId, [...(lostOf.get(userId) ?? []), { id: `${lost}`, at: startedAt }]);
      return;
    }
    await time.sleep(DELIVERED_AFTER_MS);
    // If this write is throttled, the message returns later. The caller already has its response.
    await write({ units: 2 });
  };

  const arrive = (userId: number): void => {
    calls += 1;
    const isFlood = userId === FLOODER;
    if (isFlood) flood.calls += 1;
    if (!gateway.take(1)) {
      if (isFlood) flood.refusedByGateway += 1;
      else refused.byGateway += 1;
      return;
    }
    accept(userId).catch((error: unknown) => {
      if (isFlood) flood.refusedByProduct += 1;
      else if (error instanceof AppError && error.code === 'unavailable') refused.unavailable += 1;
      else throw error;
    });
  };

  const end = START + scenario.minutes * MINUTE;
  const callers = async (): Promise<void> => {
    const perMs = scenario.callsPerHour / 3_600_000;
    const busy = Math.ceil(scenario.users / 5);
    for (;;) {
      await time.sleep(-Math.log(1 - chance.next()) / perMs);
      if (nowMs() >= end) return;
      // A fifth of the users send half of the calls.
      arrive(chance.happens(0.5) ? chance.between(2, busy) : chance.between(busy + 1, scenario.users));
    }
  };
  const timers = async (): Promise<void> => {
    const { share, withinSeconds } = scenario.byTheClock;
    const count = Math.round(scenario.users * share);
    for (let turn = START + 10 * MINUTE; turn < end; turn += 10 * MINUTE) {
      await time.sleep(turn - nowMs());
      for (let user = 2; user < 2 + count; user++)
        void time.sleep(chance.next() * withinSeconds * SECOND).then(() => arrive(user));
    }
  };
  const flooder = async (): Promise<void> => {
    const { atMinute, minutes, callsPerSecond } = scenario.flood;
    await time.sleep(atMinute * MINUTE);
    for (let count = 0; count < minutes * 60 * callsPerSecond; count++) {
      arrive(FLOODER);
      await time.sleep(SECOND / callsPerSecond);
    }
  };

  const reconciler = playReconciler();
  function playReconciler() {
    let readUnits = 0;
    let looks = 0;
    let longestMs = 0;
    let lookBegan = 0;
    let takenUp = 0;
    let longestUntilTakenUpMs = 0;
    let progress: Reconciliation | undefined;
    let processorFreeAt = 0;

    /** Waits until the function's share of a processor is free and has done the task. */
    const compute = (milliseconds: number): Promise<void> => {
      processorFreeAt = Math.max(processorFreeAt, nowMs()) + (milliseconds * WHOLE_PROCESSOR_MB) / RECONCILER_MB;
      return time.sleep(processorFreeAt - nowMs());
    };
    const read = async (cpuMs: number, units: number): Promise<void> => {
      readUnits += units;
      await time.sleep(READ_MS);
      await compute(cpuMs);
    };
    const finder: UndecidedFinder = {
      activeUsers: async (since, position) => {
        const first = slotNumber(since.getTime());
        let [shard, slot, user] = position ? (JSON.parse(position) as [number, number, number]) : [0, first, 0];
        for (; shard < scenario.shards; shard += 1, slot = first, user = 0) {
          const ahead: number[] = [];
          for (let id = shard; id <= scenario.users; id += scenario.shards) {
            const at = slotOf[id] as number;
            if (at > slot || (at === slot && id > user)) ahead.push(id);
          }
          ahead.sort((a, b) => (slotOf[a] as number) - (slotOf[b] as number) || a - b);
          const users = ahead.slice(0, USERS_PER_PAGE);
          await read(QUERY_CPU_MS, Math.max(0.5, users.length / 50));
          const last = users.at(-1);
          if (last !== undefined) return { users, position: JSON.stringify([shard, slotOf[last], last]) };
        }
        return undefined;
      },
      activeWebhooks: async (users, since) => {
        await read(COUNTERS_CPU_MS * users.length, users.length / 2);
        return users
          .filter((userId) => (lastAt[userId] as number) >= since.getTime())
          .map((userId) => ({ userId, webhookId: userId }));
      },
      undecided: async (userId, _webhookId, from, to) => {
        await read(QUERY_CPU_MS, 0.5);
        return (lostOf.get(userId) ?? [])
          .filter(({ at }) => at >= from.getTime() && at < to.getTime())
          .map(({ id, at }) => aSummary(new Date(at), { id, userId, dispatches: { [userId]: 'pending' } }));
      },
      progress: async () => {
        await time.sleep(READ_MS);
        return progress;
      },
      saveProgress: async (next) => {
        await write({ units: 1 });
        if (next.running && !progress?.running) lookBegan = sliceBegan;
        if (!next.running) {
          looks += 1;
          longestMs = Math.max(longestMs, nowMs() - (progress?.running ? lookBegan : sliceBegan));
        }
        progress = next;
      },
    };
    let sliceBegan = 0;
    const run = async (): Promise<void> => {
      sliceBegan = nowMs();
      const until = nowMs() + SLICE_MS;
      await reconcile({
        undecidedFinder: finder,
        dispatches: {
          list: async () => [],
          save: async (dispatch) => {
            await write({ units: 2, index: [dueIndex.shard(dispatch.userId)] });
            const missing = lostOf.get(dispatch.userId) ?? [];
            const found = missing.find(({ id }) => id === dispatch.invocationId);
            if (!found) return undefined;
            lostOf.set(
              dispatch.userId,
              missing.filter((it) => it !== found),
            );
            takenUp += 1;
            longestUntilTakenUpMs = Math.max(longestUntilTakenUpMs, nowMs() - found.at);
            return dispatch;
          },
        },
        clock: time.now,
        keepGoing: () => nowMs() < until,
      });
    };
    return {
      run,
      result: () => ({
        looks,
        longestMinutes: longestMs / MINUTE,
        lost,
        takenUp,
        longestUntilTakenUpMinutes: longestUntilTakenUpMs / MINUTE,
        readUnitsPerCall: readUnits / accepted,
      }),
    };
  }

  void callers();
  void timers();
  void flooder();
  // After the last call, the reconciler gets time to find the lost ones.
  for (let minute = 1; minute <= scenario.minutes + 35; minute++) {
    await time.runUntil(new Date(START + minute * MINUTE));
    void reconciler.run();
    progress(minute);
  }
  return {
    accepted,
    refused,
    flood,
    throttled: table.throttled,
    most: table.most,
    p99AcceptMs: acceptMs.quantile(0.99),
    reconciler: reconciler.result(),
  };
};
