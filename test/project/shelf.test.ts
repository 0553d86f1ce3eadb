import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

it('the generated index files name every target type', () => {
  const check = () => execFileSync(process.execPath, ['tools/shelf.ts', '--check'], { cwd: root, stdio: 'pipe' });
  expect(check).not.toThrow();
}, 60_000);
