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

/** Returns the ids of a process and all its running descendants (Linux). */
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

/** CPU time of each process of a tree so far, including ended children, in milliseconds. */
const cpuOf = (root: number, only: string): Map<number, number> =>
  new Map(
    processTree(root).flatMap((pid): [number, number][] => {
      try {
        if (!commandOf(pid).includes(only)) return [];
        const times = statOf(pid).slice(11, 15).map(Number);
        return [[pid, times.reduce((sum, ticks) => sum + ticks, 0) * 10]];
      } catch {
        return []; // It ended while we looked.
      }
    }),
  );

const sumOf = (amounts: Map<number, number>): number => [...amounts.values()].reduce((sum, amount) => sum + amount, 0);

/**
 * Starts to measure the CPU time of a process tree.
 * @param only counts only processes whose command line contains this, and only those that are still running
 * @returns a function that returns the milliseconds so far
 */
export const measureCpu = (root: number, only = ''): (() => number) => {
  const before = cpuOf(root, only);
  return () => {
    const after = cpuOf(root, only);
    // An ended process's time is part of its parent's time, which is counted only if all processes are.
    const counted = new Map([...before].filter(([pid]) => only === '' || after.has(pid)));
    return sumOf(after) - sumOf(counted);
  };
};

/**
 * Memory of each process of a tree in MB. Shared pages count once.
 * @param only counts only processes whose command line contains this
 */
export const memoryByProcess = (root: number, only = ''): Map<number, number> =>
  new Map(
    processTree(root).flatMap((pid): [number, number][] => {
      try {
        if (!commandOf(pid).includes(only)) return [];
        const kb = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
        return [[pid, kb / 1024]];
      } catch {
        return []; // It ended while we looked.
      }
    }),
  );

/** Memory of a process tree in MB, as the sum of {@link memoryByProcess}. */
export const memoryMb = (root: number, only = ''): number => Math.round(sumOf(memoryByProcess(root, only)));
