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

/** Hidden and generated files change without a change of the source. */
const isNoInput = (file: string): boolean => /\.gen\.|(^|\/)\.[^/]*$/.test(file);

/** The files in a folder and below, relative to the project. A file gives itself, a missing one nothing. */
const filesBelow = (input: string): string[] => {
  const whole = path.join(projectDir, input);
  if (!existsSync(whole)) return [];
  if (!statSync(whole).isDirectory()) return [input];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)))
    .filter((file) => !isNoInput(file));
};

/** A value that changes with a file; empty for a missing file. */
export const contentDigest = (file: string): string => {
  try {
    return hash('sha256', readFileSync(file));
  } catch {
    return '';
  }
};

/**
 * @param inputs files and folders, relative to the project
 * @returns a hash that changes with any of them
 */
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
  /** @returns its sources: files and folders, relative to the project */
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
  // A file that was saved meanwhile can be missing from the build, so nothing is recorded and the next call rebuilds.
  if (anyChangedSince(startedAt, inputs)) await rm(record, { force: true });
  else await writeFile(record, JSON.stringify({ digest: createDigest()(inputs), inputs }));
  return true;
};

/** A record that was truncated while being written is invalid. */
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
 * Runs `work` while no other process on this machine holds the same `lockFile`. A lock whose process has ended does not
 * count.
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
  // Linked with its content, so a process that is killed here leaves no lock without a holder.
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
