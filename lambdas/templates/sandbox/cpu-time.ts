import { readFileSync } from 'node:fs';

/** Milliseconds per clock tick (USER_HZ). The value is the same on every Linux platform that Node supports. */
const TICK_MS = 10;

/**
 * Returns the CPU time of all threads of a process, in milliseconds (proc(5), `/proc/<pid>/stat`, fields 14 and 15).
 * @returns undefined if the operating system doesn't report it or the process has ended
 */
export function cpuMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is a name in parentheses that can contain spaces, so start after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
