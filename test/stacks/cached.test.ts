import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cached, createDigest, oneAtATime, projectDir } from '../../lib/build/cached.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
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

  it('continues with the next task after a failure', async () => {
    await expect(oneAtATime(lockFile, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(lockFile)).toBe(false);
  });

  it('does not wait for a process that has exited', async () => {
    writeFileSync(lockFile, String(spawnSync(process.execPath, ['-e', '']).pid));
    expect(await oneAtATime(lockFile, async () => 'done')).toBe('done');
  });
});

describe('a build', () => {
  const record = path.join(folder, 'record');
  const output = path.join(folder, 'output');
  const source = path.relative(projectDir, path.join(folder, 'source'));
  const builds = (inputs = [source]) =>
    cached({
      record,
      outputs: [output],
      build: async () => {
        writeFileSync(output, 'built');
        return inputs;
      },
    });
  const write = (text: string, at = 1000) => {
    writeFileSync(path.join(folder, 'source'), text);
    utimesSync(path.join(folder, 'source'), at, at);
  };

  it('is repeated only if its sources changed or its output is missing', async () => {
    write('one');
    expect([await builds(), await builds()]).toEqual([true, false]);
    write('two');
    expect([await builds(), await builds()]).toEqual([true, false]);
    rmSync(output);
    expect([await builds(), await builds()]).toEqual([true, false]);
    writeFileSync(record, '{"inputs":["so');
    expect([await builds(), await builds()]).toEqual([true, false]);
  });

  it('is repeated if a file was saved meanwhile', async () => {
    write('three', Date.now() / 1000 + 60);
    expect([await builds(), await builds()]).toEqual([true, true]);
  });

  it('tracks the files of a folder except generated ones', () => {
    const inputs = path.join(folder, 'inputs');
    const digest = () => createDigest()([path.relative(projectDir, inputs)]);
    mkdirSync(inputs);
    const seen = new Set<string>();
    for (const file of ['a.ts', 'b.ts', 'routes.gen.ts', '.hidden']) {
      writeFileSync(path.join(inputs, file), file);
      seen.add(digest());
    }
    expect(seen.size).toBe(2);
  });
});
