import { type Histogram, histogram } from './histogram.ts';
import type { Scenario } from './scenario.ts';

const MINUTE = 60_000;

interface Decided {
  kind: string;
  isNoisy: boolean;
  /** True if the target had no other call shortly before, which could have delayed this one. */
  isIsolated: boolean;
  userId: number;
  /** True if its message left the lane and returned at a set time, so others could overtake it. */
  leftAlone: boolean;
  invocationId: string;
  acceptedAt: number;
  decidedAt: number;
  delivered: boolean;
}

interface Delays {
  all: Histogram;
  isolated: Histogram;
}

/** Collects the measurements of a running scenario. Times are milliseconds after its start. */
interface Measures {
  decided(call: Decided): void;
  /** Records a request to the provider that fails during the outage, at any time of the simulation. */
  asked(at: number): void;
  wrote(at: number, count: number): void;
  /** Records a write that the table did not accept immediately. */
  throttled(): void;
  /** Records the current load, once a minute. */
  sample(now: { undecided: number; queued: number; inFlight: number; busy: number }): void;
  result(): Result;
}

export interface Result {
  delivered: number;
  failed: number;
  /**
   * Number of messages delivered after a later message of their target, although they did not leave the lane on their
   * own.
   */
  overtaken: number;
  /**
   * Delays from acceptance to delivery of users without the failing provider: before the outage (`normal`), and from
   * its start.
   */
  normal: Delays;
  during: Delays;
  /** Minutes after the end of the outage until half, most or all of the waiting messages were delivered. */
  drainMinutes: { half: number; most: number; all: number };
  /** Minutes until the noisy user's last call was delivered. */
  noisyMinutes: number;
  /** Requests to the failing provider, by minute of the outage. */
  askedByMinute: number[];
  /** Requests per minute to this provider in normal operation. */
  askedNormally: number;
  backlog: number;
  queued: number;
  inFlight: number;
  busy: number;
  /** Number of write requests in the busiest second. */
  writesPerSecond: number;
  throttledWrites: number;
}

/** Creates the measurements of a scenario. Their size depends on the number of users, not of calls. */
export const measuresOf = ({ outage, warmUpMinutes, noisy }: Scenario): Measures => {
  const from = outage.fromMinute * MINUTE;
  const until = from + outage.minutes * MINUTE;
  const delays = (): Delays => ({ all: histogram(), isolated: histogram() });
  const [normal, during, drain] = [delays(), delays(), histogram()];
  const askedByMinute = Array.from({ length: outage.minutes }, () => 0);
  const most = { undecided: 0, queued: 0, inFlight: 0, busy: 0, writes: 0 };
  let [delivered, failed, askedBefore, lastDrained, lastNoisy] = [0, 0, 0, 0, 0];
  /** For each user, the id of the latest decided call. */
  const latest = new Map<number, string>();
  let overtaken = 0;
  let second = { number: -1, writes: 0 };
  let throttledWrites = 0;

  return {
    decided: ({ kind, isNoisy, isIsolated, acceptedAt, decidedAt, delivered: good, ...call }) => {
      if (good) delivered += 1;
      else failed += 1;
      const before = latest.get(call.userId) ?? '';
      if (!call.leftAlone && call.invocationId < before) overtaken += 1;
      else if (call.invocationId > before) latest.set(call.userId, call.invocationId);
      if (isNoisy) lastNoisy = Math.max(lastNoisy, decidedAt);
      else if (kind !== outage.kind) {
        if (acceptedAt < warmUpMinutes * MINUTE) return;
        const { all, isolated } = acceptedAt >= from ? during : normal;
        all.add(decidedAt - acceptedAt);
        if (isIsolated) isolated.add(decidedAt - acceptedAt);
      } else if (acceptedAt < until && decidedAt >= until) {
        drain.add(decidedAt - until);
        lastDrained = Math.max(lastDrained, decidedAt - until);
      }
    },
    asked: (at) => {
      const minute = Math.floor((at - from) / MINUTE);
      if (minute < 0 && at >= warmUpMinutes * MINUTE) askedBefore += 1;
      if (minute >= 0 && minute < askedByMinute.length) askedByMinute[minute] = (askedByMinute[minute] as number) + 1;
    },
    wrote: (at, count) => {
      const number = Math.floor(at / 1000);
      if (number !== second.number) second = { number, writes: 0 };
      second.writes += count;
      most.writes = Math.max(most.writes, second.writes);
    },
    throttled: () => {
      throttledWrites += 1;
    },
    sample: ({ undecided, queued, inFlight, busy }) => {
      most.undecided = Math.max(most.undecided, undecided);
      most.queued = Math.max(most.queued, queued);
      most.inFlight = Math.max(most.inFlight, inFlight);
      most.busy = Math.max(most.busy, busy);
    },
    result: () => ({
      delivered,
      failed,
      overtaken,
      normal,
      during,
      drainMinutes: {
        half: drain.quantile(0.5) / MINUTE,
        most: drain.quantile(0.99) / MINUTE,
        all: lastDrained / MINUTE,
      },
      noisyMinutes: lastNoisy / MINUTE - noisy.atMinute,
      askedByMinute,
      askedNormally: askedBefore / (outage.fromMinute - warmUpMinutes),
      backlog: most.undecided,
      queued: most.queued,
      inFlight: most.inFlight,
      busy: most.busy,
      writesPerSecond: most.writes,
      throttledWrites,
    }),
  };
};
