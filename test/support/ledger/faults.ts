import type { Chance } from '../simulation/chance.ts';
import type { VirtualTime } from '../simulation/virtual-time.ts';

/** Thrown when a process ends between two steps; none of its further steps happen. */
export class Killed extends Error {}

/** A network request that did not get through, or whose response did not. */
class Outage extends Error {}

/** A unit of work in a process. */
export interface Run {
  process: { alive: boolean };
  /** The start time in epoch milliseconds. */
  startedAt: number;
  /** Number of injected faults, to tell ambiguous results from others. */
  faults: number;
  /** True if the work was completed. */
  done: boolean;
  /** True if it delivers a waiting list. */
  isOfWakeUp?: boolean;
}

export interface FaultShares {
  /** A call fails without taking effect. */
  fails: number;
  /** A call fails although it took effect. */
  failsAfter: number;
  /** The process ends before or after a call takes effect. */
  dies: number;
  /** A call's first response is lost, and the SDK repeats the call. */
  repeats: number;
  /** A call takes seconds instead of milliseconds. */
  stalls: number;
}

export const NO_FAULTS: FaultShares = { fails: 0, failsAfter: 0, dies: 0, repeats: 0, stalls: 0 };

type Port = Record<string, unknown>;

/**
 * A port whose calls take time. Each may fail, fail after its effect, or be the last one of its process.
 * @param shares evaluated at each call, so faults can begin and end
 */
export const unreliable = <P extends object>(
  port: P,
  run: Run,
  { time, chance, shares }: { time: VirtualTime; chance: Chance; shares: () => FaultShares },
): P => {
  const step = async (share: number) => {
    if (!run.process.alive) throw new Killed();
    if (chance.happens(share)) {
      run.process.alive = false;
      run.faults += 1;
      throw new Killed();
    }
  };
  const wrapped: Port = {};
  for (const [name, value] of Object.entries(port)) {
    if (typeof value !== 'function') {
      wrapped[name] = value;
      continue;
    }
    wrapped[name] = async (...args: unknown[]) => {
      const { fails, failsAfter, dies, repeats, stalls } = shares();
      await step(dies);
      await time.sleep(chance.happens(stalls) ? chance.between(300, 4000) : chance.between(1, 9));
      if (chance.happens(fails)) {
        run.faults += 1;
        throw new Outage(`${name} failed`);
      }
      if (chance.happens(repeats)) {
        await value.apply(port, args);
        await time.sleep(chance.between(20, 200));
      }
      const result = await value.apply(port, args);
      await step(dies);
      if (chance.happens(failsAfter)) {
        run.faults += 1;
        throw new Outage(`${name} failed after its effect`);
      }
      return result;
    };
  }
  return wrapped as P;
};
