import { readFileSync, writeFileSync } from 'node:fs';
import { familyOf } from '../../../lambdas/platform/process-health.ts';

const isComputing = (pid: number): boolean => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2] === 'R';
};

/** True if a process or one of its descendants is computing at this moment, or would with a free processor (Linux). */
const childrenCompute = (pid: number): boolean => {
  try {
    return familyOf(pid).some((each) => each !== pid && isComputing(each));
  } catch {
    // One of them has just ended, or this is no Linux.
    return false;
  }
};

/** A third of the share that the others have (sched(7)), about the 0.29 of a processor that a function has in AWS. */
const NICE = '5';

/**
 * Lets a process and its children leave most of a processor to others, or no longer. Linux gives each session its
 * share, over all priorities within it (sched(7), "The autogroup feature"); the process must lead one.
 */
const giveWay = (pid: number, givesWay: boolean): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, givesWay ? NICE : '0');
  } catch {
    // Without it the others are slower for a moment, nothing else: the feature is off, or this is no Linux.
  }
};

/** A process that computes at this many checks in a row leaves the processors to the others. */
const GREEDY_LOOKS = 3;

/**
 * Puts a function behind the others while something that it started, such as a renderer, continues computing. In AWS
 * each function has its own processor, and a hanging one slows no other down.
 * @returns to be called at short intervals, with whether a call runs
 */
export const watchProcessor = (pid: number): ((isRunning: boolean) => void) => {
  let looks = 0;
  return (isRunning) => {
    const gaveWay = looks >= GREEDY_LOOKS;
    looks = isRunning && childrenCompute(pid) ? looks + 1 : 0;
    const givesWay = looks >= GREEDY_LOOKS;
    if (gaveWay !== givesWay) giveWay(pid, givesWay);
  };
};
