import { type Histogram, histogram } from './histogram.ts';
import type { Scenario } from './scenario.ts';

const MINUTE = 60_000;

/** The history of one call, reported when its message is decided. */
interface Decided {
  kind: string;
  isNoisy: boolean;
  /** True if the target had no other call shortly before, so no earlier message made this one wait. */
  isIsolated: boolean;
  /** The user's number. */
  userId: number;
  /** True if it left its lane and returns at a set time; others can overtake it meanwhile. */
  leftAlone: boolean;
  invocationId: string;
  acceptedAt: number;
  decidedAt: number;
  delivered: boolean;
}

/** For all calls, and for isolated ones. */
interface Delays {
  all: Histogram;
  isolated: Histogram;
}

/** All measurements of a running scenario. Times are milliseconds after its start. */
interface Measures {
  decided(call: Decided): void;
  /** A request to the provider that fails, at any time of the simulation. */
  asked(at: number): void;
  wrote(at: number, count: number): void;
  /** A write that the table did not accept immediately. */
  throttled(): void;
  /** Once a minute. */
  sample(now: { undecided: number; queued: number; inFlight: number; busy: number }): void;
  result(): Result;
}

export interface Result {
  delivered: number;
  failed: number;
  /** Messages delivered after a later one of their target, although they had not left their lane on their own. */
  overtaken: number;
  /** Delay of unaffected users' calls from acceptance to delivery: before the outage, and from its beginning on. */
  normal: Delays;
  during: Delays;
  /** Minutes after the end of the outage until this share of the waiting messages was delivered. */
  drainMinutes: { half: number; most: number; all: number };
  /** Minutes until the noisy user's last call was delivered. */
  noisyMinutes: number;
  /** Requests to the failing provider, by minutes of the outage. */
  askedByMinute: number[];
  /** Requests a minute to the same provider under normal conditions. */
  askedNormally: number;
  backlog: number;
  queued: number;
  inFlight: number;
  busy: number;
  /** Write requests of the busiest second. */
  writesPerSecond: number;
  throttledWrites: number;
}

/** Counts of a scenario, whose size depends on the number of users, not of calls. */
export const measuresOf = ({ outage, warmUpMinutes, noisy }: Scenario): Measures => {
  const from = outage.fromMinute * MINUTE;
  const until = from + outage.minutes * MINUTE;
  const delays = (): Delays => ({ all: histogram(), isolated: histogram() });
  const [normal, during, drain] = [delays(), delays(), histogram()];
  const askedByMinute = Array.from({ length: outage.minutes }, () => 0);
  const most = { undecided: 0, queued: 0, inFlight: 0, busy: 0, writes: 0 };
  let [delivered, failed, askedBefore, lastDrained, lastNoisy] = [0, 0, 0, 0, 0];
  /** The latest decided call of each user. */
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
