import { readFileSync } from 'node:fs';

/** USER_HZ, which Linux fixes at 100 for programs on every platform that Node runs on. */
const TICK_MS = 10;

/**
 * Milliseconds of CPU that a process has used, by all its threads (proc(5), `/proc/<pid>/stat`, fields 14 and 15).
 * @returns undefined where the operating system does not report it, and for a finished process
 */
export function cpuMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is a name in parentheses that may hold blanks; the third one follows it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
