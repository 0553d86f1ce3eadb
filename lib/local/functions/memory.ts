import { readFileSync } from 'node:fs';
import { familyOf } from './family.ts';

const PAGE_KB = 4;

const residentKb = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_KB;

/** With pages that several processes share counted once between them. */
const proportionalKb = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);

const sum = (pids: number[], of: (pid: number) => number): number => pids.reduce((total, pid) => total + of(pid), 0);

/**
 * True if a process and all that it started use more memory than `mb` MiB together (Linux; elsewhere no one can tell).
 * What is resident is quick to read and counts shared pages more than once, so it only raises the suspicion.
 */
export const usesMoreThan = (pid: number, mb: number): boolean => {
  try {
    const pids = familyOf(pid);
    return sum(pids, residentKb) > mb * 1024 && sum(pids, proportionalKb) > mb * 1024;
  } catch {
    // One of them has just ended, or this is no Linux.
    return false;
  }
};
