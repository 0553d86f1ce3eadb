import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { markUse, prune } from '../../lib/local/build/assembly.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

it('keeps the most recent assemblies and the ones still in use', () => {
  const names = Array.from({ length: 12 }, (_, index) => String(index).padStart(2, '0'));
  for (const [index, name] of names.entries()) {
    const path = join(folder, name);
    mkdirSync(path);
    if (name === '00') markUse(path);
    if (name === '01') writeFileSync(join(path, `in-use.${spawnSync('true').pid}`), '');
    utimesSync(path, 1000 + index, 1000 + index);
  }
  prune(folder, '11');
  expect(readdirSync(folder)).toEqual(['00', ...names.slice(3)]);
});
