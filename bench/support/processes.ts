import { readdirSync, readFileSync } from 'node:fs';

const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

const parentOf = (pid: number): number | undefined => {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return undefined; // It ended while we looked.
  }
};

/** A process and all below it that live now (Linux). */
const processTree = (root: number): number[] => {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const tree = [root];
  for (const pid of tree) tree.push(...pids.filter((child) => parents.get(child) === pid));
  return tree;
};

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
};

/**
 * User and system time of a process tree so far, children that ended included, in milliseconds.
 * @param only counts processes whose command line has this
 */
export const cpuMs = (root: number, only = ''): number =>
  processTree(root).reduce((sum, pid) => {
    try {
      if (!commandOf(pid).includes(only)) return sum;
      const [utime, stime, childUtime, childStime] = statOf(pid).slice(11, 15).map(Number);
      return sum + ((utime ?? 0) + (stime ?? 0) + (childUtime ?? 0) + (childStime ?? 0)) * 10;
    } catch {
      return sum;
    }
  }, 0);

/**
 * Memory of a process tree, shared pages counted once, in MB.
 * @param only counts processes whose command line has this
 */
export const memoryMb = (root: number, only = ''): number =>
  Math.round(
    processTree(root).reduce((sum, pid) => {
      try {
        if (!commandOf(pid).includes(only)) return sum;
        return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
      } catch {
        return sum;
      }
    }, 0) / 1024,
  );
