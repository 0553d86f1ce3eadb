import { readFileSync } from 'node:fs';

/**
 * Milliseconds that a process's main thread has been computing, or was ready to and found no free processor (Linux).
 * @returns undefined when it is at it this very moment, which the kernel adds up only afterwards, or when it is gone
 */
export const workedMs = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (stat[stat.lastIndexOf(')') + 2] === 'R') return undefined;
    const [running, ready] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return (Number(running) + Number(ready)) / 1e6;
  } catch {
    return undefined;
  }
};
