import { deployedStages } from '../../lib/settings.ts';

/** The users' targets by kind, in percent; each user has one target. */
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
  /** Minutes of calls; the remaining messages are delivered afterwards. */
  minutes: number;
  /** Calls before this time do not count as normal, because the processes have just started. */
  warmUpMinutes: number;
  outage: {
    kind: string;
    fromMinute: number;
    minutes: number;
    /**
     * Behaviour of the failing provider: it returns 503 immediately, or nothing until the request times out after ten
     * seconds.
     */
    answer: 'refuses' | 'hangs';
  };
  /** One user's calls that arrive at the same moment, to a target of this kind. */
  noisy: { atMinute: number; calls: number; kind: string };
  /** The number of messages that the queue searches for free targets. */
  searched: number;
  /** Maximum number of dispatcher functions running at the same time. */
  dispatchers: number;
  /** The capacity of the table with its index per second. */
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

/** User, webhook and target have the same number; 1 is the noisy user. */
export const NOISY_USER = 1;

/** The kind of a user's target. */
export const kindOf = (userId: number, { noisy }: Scenario): string => {
  if (userId === NOISY_USER) return noisy.kind;
  let share = (Math.imul(userId, 2_654_435_761) >>> 0) % 100;
  for (const [kind, percent] of MIX) {
    if (share < percent) return kind;
    share -= percent;
  }
  return LAST_MIX[0];
};
