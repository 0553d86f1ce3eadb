import { deployedStages } from '../../lib/settings.ts';

/** Percentage of users per target kind. Each user has one target. */
const MIX: readonly (readonly [kind: string, percent: number])[] = [
  ['telegram', 30],
  ['slack', 25],
  ['msteams', 15],
  ['discord', 10],
  ['email', 10],
  ['http', 10],
];

/** The simulated load. Times are minutes after the start. */
export interface Scenario {
  seed: number;
  users: number;
  callsPerHour: number;
  /** Minutes in which calls arrive. The remaining messages are delivered afterwards. */
  minutes: number;
  /** Minutes that do not count as normal operation, because the processes have just started. */
  warmUpMinutes: number;
  outage: {
    kind: string;
    fromMinute: number;
    minutes: number;
    /**
     * The failing provider either returns 503 immediately, or does not respond until the request times out after ten
     * seconds.
     */
    answer: 'refuses' | 'hangs';
  };
  /** Calls of one user that arrive at the same moment, and the kind of that user's target. */
  noisy: { atMinute: number; calls: number; kind: string };
  /** Number of messages that the queue searches for lanes that are free. */
  searched: number;
  /** Maximum number of dispatchers that run at the same time. */
  dispatchers: number;
  /** Write units of the table and its index per second. */
  writeUnitsPerSecond: number;
}

/** The scenario that docs/scale.md reports. */
export const FULL: Scenario = {
  seed: 1,
  users: 100_000,
  callsPerHour: 1_000_000,
  minutes: 100,
  warmUpMinutes: 5,
  outage: { kind: 'telegram', fromMinute: 20, minutes: 60, answer: 'refuses' },
  noisy: { atMinute: 30, calls: 10_000, kind: 'slack' },
  searched: 120_000,
  dispatchers: 300,
  writeUnitsPerSecond: deployedStages.prod.warmThroughput.writeUnitsPerSecond,
};

const LAST_MIX = MIX[MIX.length - 1] as (typeof MIX)[number];

/** The user with the burst of calls. A user's webhook and target have the user's number as their id. */
export const NOISY_USER = 1;

/** Returns the kind of a user's target. */
export const kindOf = (userId: number, { noisy }: Scenario): string => {
  if (userId === NOISY_USER) return noisy.kind;
  let share = (Math.imul(userId, 2_654_435_761) >>> 0) % 100;
  for (const [kind, percent] of MIX) {
    if (share < percent) return kind;
    share -= percent;
  }
  return LAST_MIX[0];
};
