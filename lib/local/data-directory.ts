import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLineOf } from './processes.ts';

/** Another run works on the same data; its message is for the person at the terminal. */
export class DataInUse extends Error {
  override name = 'DataInUse';
}

interface DataDirectory {
  path: string | null;
  /** Where an earlier run left the product's clock, in milliseconds before the real time. */
  clockOffsetMs: number;
  keepClock(offsetMs: number): void;
  release(): void;
}

/** Whether the process is a run of the local machine; its number may belong to another program by now. */
const isLocalRun = (pid: number): boolean => commandLineOf(pid)?.includes('local.ts') === true;

/**
 * Takes the folder for this run alone.
 * @throws DataInUse when a living run holds it
 */
export const openDataDirectory = (path: string | null, isRun = isLocalRun): DataDirectory => {
  if (path === null) {
    return { path, clockOffsetMs: 0, keepClock: () => undefined, release: () => undefined };
  }
  // Only the owner may look inside: it holds accounts, messages and secrets.
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lock = join(path, 'run.pid');
  const clock = join(path, 'clock.json');
  if (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid !== process.pid && isRun(pid)) {
      throw new DataInUse(`Another run (process ${pid}) uses the data in ${path}. End it, or choose another DATA_DIR.`);
    }
  }
  writeFileSync(lock, String(process.pid));
  return {
    path,
    clockOffsetMs: existsSync(clock) ? (JSON.parse(readFileSync(clock, 'utf8')) as { offsetMs: number }).offsetMs : 0,
    keepClock: (offsetMs) => writeFileSync(clock, JSON.stringify({ offsetMs })),
    release: () => rmSync(lock, { force: true }),
  };
};
