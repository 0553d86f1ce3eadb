import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionBuild } from '../../lib/build/bundle-functions.ts';
import { joinSmallFiles } from '../../lib/build/join-small-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tellhook-join-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `one` and `two` are loaded later. `rare` is theirs alone; what the start reads too is small, large, or read by it. */
const sources = {
  'seen.ts': 'export const seen: string[] = [];',
  'below.ts': "export const below = ['what the large file reads'];",
  'large.ts': `import { below } from './below.ts';
    below.push('large');
    export const large = { text: '${'x'.repeat(9000)}' };`,
  'rare.ts': "export const rare = { of: 'the later parts' };",
  'one.ts': `import { seen } from './seen.ts'; import { large } from './large.ts'; import { rare } from './rare.ts';
    seen.push('one');
    export { large, rare };`,
  'two.ts': `import { seen } from './seen.ts'; import { below } from './below.ts'; import { rare } from './rare.ts';
    seen.push('two');
    export { below, rare };`,
  'index.ts': `import { seen } from './seen.ts'; import { below } from './below.ts'; import { large } from './large.ts';
    seen.push('start');
    export const handler = async () => {
      const [one, two] = [await import('./one.ts'), await import('./two.ts')];
      return { seen, below, same: [one.rare === two.rare, one.large === large, two.below === below] };
    };`,
};

const out = path.join(folder, 'out');
const text = (file: string) => readFileSync(path.join(out, file), 'utf8');
const chunks = () => readdirSync(path.join(out, 'chunks')).map((file) => text(`chunks/${file}`));
/** The files that come with this one, as they are called in it. */
const readBy = (file: string) => [...text(file).matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)].map(([, it]) => it);

beforeAll(async () => {
  for (const [file, source] of Object.entries(sources)) writeFileSync(path.join(folder, file), source);
  mkdirSync(path.join(out, 'chunks'), { recursive: true });
  const options = { ...functionBuild, outdir: out };
  const split = await build({ ...options, entryPoints: { index: path.join(folder, 'index.ts') } });
  for (const file of await joinSmallFiles(split, path.join(out, 'index.mjs'), options))
    writeFileSync(file.path, file.contents);
});

describe('a function with what is small in its entry', () => {
  it('reads a small file for no part that is loaded later', () => {
    expect(readBy('index.mjs')).toHaveLength(2);
    expect(text('index.mjs')).toContain('"start"');
  });

  it('leaves what is large, and what that reads, in files of their own', () => {
    expect(text('index.mjs')).not.toMatch(/x{9}|what the large file reads/);
  });

  it('keeps for later what is imported later', () => {
    expect(text('index.mjs')).not.toContain('the later parts');
    expect(chunks().filter((it) => it.includes('the later parts'))).toHaveLength(1);
  });

  it('has each module once, however it is reached', async () => {
    const { handler } = await import(path.join(out, 'index.mjs'));
    expect(await handler()).toEqual({
      seen: ['start', 'one', 'two'],
      below: ['what the large file reads', 'large'],
      same: [true, true, true],
    });
  });
});
