import { readFileSync, writeFileSync } from 'node:fs';
import { familyOf } from '../../../lambdas/platform/process-health.ts';

const isComputing = (pid: number): boolean => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2] === 'R';
};

/** True if a process or one of its descendants is computing at this moment, or waiting for a processor (Linux). */
const childrenCompute = (pid: number): boolean => {
  try {
    return familyOf(pid).some((each) => each !== pid && isComputing(each));
  } catch {
    // One of the processes has just ended, or this is not Linux.
    return false;
  }
};

/** A third of the others' share (sched(7)), about the 0.29 of a processor that a function has in AWS. */
const NICE = '5';

/**
 * Lowers the processor share of a process and its children, or restores it. Linux gives each session its share, over
 * all priorities within it (sched(7), "The autogroup feature"); the process must lead a session.
 */
const giveWay = (pid: number, givesWay: boolean): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, givesWay ? NICE : '0');
  } catch {
    // Without the feature, or outside Linux, the others are only slower for a moment.
  }
};

/** Consecutive checks after which a computing process yields the processors to the others. */
const GREEDY_LOOKS = 3;

/**
 * Lowers a function's priority while something that it started, such as a renderer, continues computing. In AWS each
 * function has its own processor, so a hanging one does not slow down others.
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
