import { readFileSync, writeFileSync } from 'node:fs';
import { familyOf } from '../../../lambdas/platform/process-health.ts';

const isComputing = (pid: number): boolean => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2] === 'R';
};

/** True if a descendant of a process is running or waiting for a processor. Always false outside Linux. */
const childrenCompute = (pid: number): boolean => {
  try {
    return familyOf(pid).some((each) => each !== pid && isComputing(each));
  } catch {
    // One of the processes has just ended, or this is not Linux.
    return false;
  }
};

/** Gives a process a third of the usual share (sched(7)), about the 0.29 processors that a function has in AWS. */
const NICE = '5';

/**
 * Lowers or restores the processor share of a process and its children. Linux assigns shares to sessions, regardless of
 * priorities within them (sched(7), "The autogroup feature"). So the process must be a session leader.
 */
const giveWay = (pid: number, givesWay: boolean): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, givesWay ? NICE : '0');
  } catch {
    // Without this feature or outside Linux, other functions are slower for a moment.
  }
};

/** Number of consecutive checks after which a busy process gets a lower share. */
const GREEDY_LOOKS = 3;

/**
 * Lowers a function's priority while a process that it started, such as a renderer, keeps computing. In AWS, functions
 * don't share a processor, so a hanging one doesn't slow down the others.
 * @returns a function to call at short intervals; its argument is true while an event runs
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
