import { readFileSync, writeFileSync } from 'node:fs';
import { familyOf } from './family.ts';

const stateOf = (pid: number): string | undefined => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2];
};

/**
 * Milliseconds that a process's main thread has been computing, or was ready to and found no free processor (Linux).
 * @returns undefined when it is at it this very moment, which the kernel adds up only afterwards, or when it is gone
 */
export const workedMs = (pid: number): number | undefined => {
  try {
    if (stateOf(pid) === 'R') return undefined;
    const [running, ready] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return (Number(running) + Number(ready)) / 1e6;
  } catch {
    return undefined;
  }
};

/** Whether what a process started is computing this very moment, or would if there was a free processor (Linux). */
export const childrenCompute = (pid: number): boolean => {
  try {
    return familyOf(pid).some((each) => each !== pid && stateOf(each) === 'R');
  } catch {
    // One of them has just ended, or this is no Linux.
    return false;
  }
};

/**
 * Puts all that a process started behind everybody else who wants a processor, or beside them again. Linux gives each
 * session its share, whatever the priorities within it (sched(7), "The autogroup feature"); the process must lead one.
 */
export const giveWay = (pid: number, givesWay: boolean): void => {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, givesWay ? '19' : '0');
  } catch {
    // Without it the others are slower for a moment, nothing else: the feature is off, or this is no Linux.
  }
};
