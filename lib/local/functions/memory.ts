import { readFileSync } from 'node:fs';
import { familyOf, proportionalKb } from '../../../lambdas/platform/process-health.ts';

const PAGE_KB = 4;

const residentKb = (pid: number): number => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_KB;

/**
 * True if a process and its descendants together use more than `mb` MiB of memory. Always false outside Linux. Resident
 * memory is quick to read but counts shared pages more than once, so it is only the first check.
 */
export const usesMoreThan = (pid: number, mb: number): boolean => {
  try {
    const pids = familyOf(pid);
    const resident = pids.reduce((sum, each) => sum + residentKb(each), 0);
    return resident > mb * 1024 && proportionalKb(pids) > mb * 1024;
  } catch {
    // One of the processes has just ended, or this is not Linux.
    return false;
  }
};
