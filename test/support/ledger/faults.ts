import type { Chance } from '../simulation/chance.ts';
import type { VirtualTime } from '../simulation/virtual-time.ts';

/** A process ended between two steps: nothing of it happens any more. */
export class Killed extends Error {}

/** A call over the network that did not get through, or whose answer did not. */
class Outage extends Error {}

/** A piece of work in a process. */
export interface Run {
  process: { alive: boolean };
  /** Epoch milliseconds. */
  startedAt: number;
  /** Counts what was injected, so that what was ambiguous for the work can be told from what was not. */
  faults: number;
  /** Whether the work came to its end. */
  done: boolean;
  /** Whether it delivers a waiting list. */
  isOfWakeUp?: boolean;
}

export interface FaultShares {
  /** A call fails and nothing happened. */
  fails: number;
  /** A call fails although it took effect. */
  failsAfter: number;
  /** The process ends before or after a call takes effect. */
  dies: number;
  /** A call's first answer gets lost, and the SDK makes it once more. */
  repeats: number;
  /** A call takes seconds instead of milliseconds. */
  stalls: number;
}

export const NO_FAULTS: FaultShares = { fails: 0, failsAfter: 0, dies: 0, repeats: 0, stalls: 0 };

type Port = Record<string, unknown>;

/**
 * A port every call of which takes time and may fail, fail after its effect, or be the last one of its process.
 * @param shares asked at each call, so that faults can begin and end.
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
