import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { WrongOption } from './options.ts';
import { commandLineOf } from './processes.ts';

/** Thrown when another run uses the same data; its message is for the terminal. */
export class DataInUse extends Error {
  override name = 'DataInUse';
}

/** Thrown when a part of the data is damaged or missing; its message is for the terminal. */
export class BrokenData extends Error {
  override name = 'BrokenData';
}

export interface DataDirectory {
  path: string | null;
  /** True if no earlier run has stored its data here. */
  isNew: boolean;
  /** The offset of the product's clock at the end of an earlier run, in milliseconds. */
  clockOffsetMs: number;
  keepClock(offsetMs: number): void;
  /** Call this when all parts are running. Later runs then report missing parts as damage. */
  markComplete(): void;
  release(): void;
}

/** True if the process is a run of the local machine. Its id may belong to another program by now. */
const isLocalRun = (pid: number): boolean => commandLineOf(pid)?.includes('local.ts') === true;

/** The files that depend on each other: secrets decrypt the tables' data, and that data names queues. */
const PARTS = ['secrets.json', 'objects.json', 'fauxqs.db', 'dynamodb.sqlite', 'shared-local-instance.db'];

/** Lists the parts that an earlier run has completed. */
const COMPLETE = 'complete.json';

/** The first bytes of a database file, unless it is empty. */
const SQLITE = Buffer.from('SQLite format 3\0');

const checkDatabase = (file: string): void => {
  const begin = Buffer.alloc(SQLITE.length);
  const opened = openSync(file, 'r');
  const length = readSync(opened, begin);
  closeSync(opened);
  if (length > 0 && !begin.equals(SQLITE)) throw new Error('it is no SQLite database');
};

/** Throws BrokenData for the first file that is damaged or missing. The message contains its path. */
const checkParts = (path: string): void => {
  for (const file of [COMPLETE, 'clock.json', ...PARTS].map((name) => join(path, name)).filter(existsSync)) {
    try {
      if (file.endsWith('.json')) JSON.parse(readFileSync(file, 'utf8'));
      else checkDatabase(file);
    } catch (error) {
      throw new BrokenData(`${file} is damaged (${(error as Error).message}).`);
    }
  }
  const complete = join(path, COMPLETE);
  const parts = existsSync(complete) ? (JSON.parse(readFileSync(complete, 'utf8')) as string[]) : [];
  const lost = parts.map((name) => join(path, name)).find((file) => !existsSync(file));
  if (lost) throw new BrokenData(`${lost} is missing from the data folder.`);
};

/** Replaces a file atomically, so a killed process leaves the old or the new file. Only the owner can read it. */
export const replaceFile = (file: string, content: unknown): void => {
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/**
 * Locks the folder for this run alone.
 * @throws DataInUse if another run uses the folder, BrokenData if it is damaged, WrongOption if it cannot be created
 */
export const openDataDirectory = (path: string | null, isRun = isLocalRun): DataDirectory => {
  if (path === null) {
    const nothing = () => undefined;
    return { path, isNew: true, clockOffsetMs: 0, keepClock: nothing, markComplete: nothing, release: nothing };
  }
  try {
    // Only the owner has access, because the folder contains accounts, messages and secrets.
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    throw new WrongOption(
      `DATA_DIR=${path} is ${isFile ? 'not a folder' : `unusable (${message})`}: choose another one.`,
    );
  }
  const lock = join(path, 'run.pid');
  const clock = join(path, 'clock.json');
  if (existsSync(lock)) {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid !== process.pid && isRun(pid)) {
      throw new DataInUse(`Another run (process ${pid}) uses the data in ${path}. End it, or choose another DATA_DIR.`);
    }
  }
  checkParts(path);
  writeFileSync(lock, String(process.pid));
  return {
    path,
    isNew: !existsSync(join(path, COMPLETE)),
    clockOffsetMs: existsSync(clock) ? (JSON.parse(readFileSync(clock, 'utf8')) as { offsetMs: number }).offsetMs : 0,
    keepClock: (offsetMs) => replaceFile(clock, { offsetMs }),
    markComplete: () =>
      replaceFile(
        join(path, COMPLETE),
        PARTS.filter((name) => existsSync(join(path, name))),
      ),
    release: () => rmSync(lock, { force: true }),
  };
};
