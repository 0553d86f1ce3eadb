import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const LOOK_AGAIN_MILLISECONDS = 25;

/**
 * Runs `work` while no other process of this machine runs work under the same `lockFile`. Several tests and the local
 * machine may want the same build at once; the second then finds it done. A lock whose process has ended does not count.
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
  // Linked into place with its content: a process that is killed here leaves no lock without a holder.
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

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
