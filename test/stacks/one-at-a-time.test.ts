import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { oneAtATime } from '../../lib/build/one-at-a-time.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tellhook-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const lockFile = path.join(folder, 'not/yet/there/build.lock');

describe('work under one lock', () => {
  it('never overlaps', async () => {
    let running = 0;
    let most = 0;
    const work = () =>
      oneAtATime(lockFile, async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise(setImmediate);
        running -= 1;
      });
    await Promise.all([work(), work(), work()]);
    expect(most).toBe(1);
  });

  it('lets the next one in when it fails', async () => {
    await expect(oneAtATime(lockFile, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lockFile)).toBe(false);
  });

  it('does not wait for a process that has ended', async () => {
    writeFileSync(lockFile, String(spawnSync(process.execPath, ['-e', '']).pid));
    expect(await oneAtATime(lockFile, async () => 'done')).toBe('done');
  });
});
