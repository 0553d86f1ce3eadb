import { hash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

/*
 * The common part of all builds. A build runs only if one of its inputs changed. It runs in one process at a time,
 * because tests and the local machine can need the same one.
 */

export const projectDir = path.resolve(import.meta.dirname, '../..');

/** Hidden and generated files can change while the source stays the same. */
const isNoInput = (file: string): boolean => /\.gen\.|(^|\/)\.[^/]*$/.test(file);

/**
 * All files in a folder and its subfolders, relative to the project. For a file, returns the file; for a missing path,
 * nothing.
 */
const filesBelow = (input: string): string[] => {
  const whole = path.join(projectDir, input);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [input];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isNoInput(file));
};

/** A file's hash; empty if the file is missing. */
export const contentDigest = (file: string): string => {
  try {
    return hash('sha256', readFileSync(file));
  } catch {
    return '';
  }
};

/** Returns a hash that changes with any of the given files and folders, whose paths are relative to the project. */
export type Digest = (inputs: string[], isInput?: (file: string) => boolean) => string;

/** Reads each file once, even for repeated requests. Create a new one for each check. */
export const createDigest = (): Digest => {
  const known = new Map<string, string>();
  const of = (file: string): string => {
    const digest = known.get(file) ?? contentDigest(path.join(projectDir, file));
    known.set(file, digest);
    return digest;
  };
  return (inputs, isInput = () => true) => {
    const files = inputs.flatMap(filesBelow).filter(isInput).sort();
    return hash('sha256', files.map((file) => `${file}\0${of(file)}\0`).join(''));
  };
};

interface CachedBuild {
  /** The file with the list of the build's inputs. */
  record: string;
  /** Files that must exist. */
  outputs: string[];
  /** Runs the build. Returns its inputs: files and folders, relative to the project. */
  build: () => Promise<string[]>;
  digest?: Digest;
}

/**
 * Builds unless the sources are unchanged and the outputs exist.
 * @returns true if it built
 */
export const cached = async ({ record, outputs, build, digest = createDigest() }: CachedBuild): Promise<boolean> => {
  const last = await readRecord(record);
  const isWhole = last !== undefined && outputs.every((output) => existsSync(output));
  if (isWhole && last.digest === digest(last.inputs)) return false;
  const startedAt = Date.now();
  const inputs = await build();
  // The build may not include a file that was saved meanwhile, so nothing is recorded and the next call rebuilds.
  if (anyChangedSince(startedAt, inputs)) await rm(record, { force: true });
  else await writeFile(record, JSON.stringify({ digest: createDigest()(inputs), inputs }));
  return true;
};

/** Returns undefined for a missing or damaged record, which a killed process can leave. */
const readRecord = async (record: string): Promise<{ inputs: string[]; digest: string } | undefined> => {
  try {
    const { inputs, digest } = JSON.parse(await readFile(record, 'utf8')) as { inputs?: string[]; digest?: string };
    return inputs && digest ? { inputs, digest } : undefined;
  } catch {
    return undefined;
  }
};

const anyChangedSince = (moment: number, inputs: string[]): boolean =>
  inputs
    .flatMap(filesBelow)
    .some((file) => (statSync(path.join(projectDir, file), { throwIfNoEntry: false })?.mtimeMs ?? moment + 1) > moment);

const LOOK_AGAIN_MILLISECONDS = 25;

/**
 * Waits until no other process on this machine holds `lockFile`, then runs `work`. A lock whose process has ended
 * doesn't count.
 */
export const oneAtATime = async <Result>(lockFile: string, work: () => Promise<Result>): Promise<Result> => {
  await mkdir(path.dirname(lockFile), { recursive: true });
  while (!(await take(lockFile))) await setTimeout(LOOK_AGAIN_MILLISECONDS);
  try {
    return await work();
  } finally {
    await rm(lockFile, { force: true });
  }
};

const take = async (lockFile: string): Promise<boolean> => {
  // The lock is created together with its process id, so a killed process never leaves a lock without an owner.
  const claim = `${lockFile}.${randomUUID()}`;
  await writeFile(claim, String(process.pid));
  try {
    await link(claim, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = await readFile(lockFile, 'utf8').catch(() => undefined);
    if (holder !== undefined && !isRunning(Number(holder))) await rm(lockFile, { force: true });
    return false;
  } finally {
    await rm(claim, { force: true });
  }
};

/** True if a process is running, even another user's. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
