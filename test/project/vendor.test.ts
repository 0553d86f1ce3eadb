import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { render } from '../../lambdas/templates/render.ts';
import { rendererBuild } from '../../lib/build/renderer.ts';

const root = join(import.meta.dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

/** The vendored packages, and the npm packages from which they were made. */
const packages = [
  { name: 'jsonata', upstream: 'node_modules/jsonata', ours: ['jsonata.d.ts'] },
  { name: 'fauxqs', upstream: 'node_modules/fauxqs/dist', ours: ['index.js', 'index.d.ts', 'settings.js'] },
];

/** The parts of a patch by changed file. */
const partsOf = (patch: string): { file: string; lines: string[] }[] =>
  patch
    .split(/^--- a\//m)
    .slice(1)
    .map((part) => {
      const lines = part.replace(/\n$/, '').split('\n');
      return { file: lines[0] ?? '', lines: lines.slice(2) };
    });

/** Applies the hunks of a unified diff. Every context line must match exactly. */
const apply = (source: string, lines: string[], patch: string): string => {
  const before = source.split('\n');
  const after: string[] = [];
  let at = 0;
  for (const line of lines) {
    const start = /^@@ -(\d+)/.exec(line)?.[1];
    if (start !== undefined) {
      after.push(...before.slice(at, Number(start) - 1));
      at = Number(start) - 1;
      continue;
    }
    const [sign, text] = [line[0], line.slice(1)];
    // The line "\ No newline at end of file" belongs to a removed last line, so the new last line has a newline.
    if (sign === '\\') {
      after.push('');
      continue;
    }
    if (sign === '+') {
      after.push(text);
      continue;
    }
    if (before[at] !== text) throw new Error(`${patch}: line ${at + 1} is not "${text}"`);
    if (sign === ' ') after.push(text);
    at++;
  }
  return [...after, ...before.slice(at)].join('\n');
};

describe.each(packages)('the patched code of $name', ({ name, upstream, ours }) => {
  const folder = `vendor/${name}`;
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(js|d\.ts)$/.test(file) && !ours.includes(file),
  );
  const patches = readdirSync(join(root, folder, 'patches')).sort();

  it('is the installed version with the patches, and nothing else', () => {
    const contents = new Map(files.map((file) => [file, read(upstream, file)]));
    for (const patch of patches)
      for (const { file, lines } of partsOf(read(folder, 'patches', patch)))
        contents.set(file, apply(contents.get(file) ?? '', lines, patch));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(contents.get(file) === read(folder, file), file).toBe(true);
  });

  it('names its original version and licence', () => {
    const { version, license } = JSON.parse(read('node_modules', name, 'package.json')) as Record<string, string>;
    expect(JSON.parse(read(folder, 'package.json'))).toMatchObject({ name, version, license });
    expect(read(folder, 'LICENSE')).toBe(read('node_modules', name, 'LICENSE'));
    expect(read('vendor/README.md')).toContain(`${version}`);
  });

  it('gives a reason for each change', () => {
    for (const patch of patches) expect(read(folder, 'patches', patch), patch).toMatch(/^[A-Z].{20,}\.$/ms);
  });
});

it('a patch that does not fit is reported', () => {
  const patch = ['@@ -1,2 +1,2 @@', ' one', '-two', '+2'];
  expect(apply('one\ntwo\nthree', patch, 'it')).toBe('one\n2\nthree');
  expect(() => apply('one\nother\nthree', patch, 'it')).toThrow('it: line 2 is not "two"');
});

describe('the template engine', () => {
  it('contains no asynchronous code', () => {
    expect(read('vendor/jsonata/jsonata.js')).not.toMatch(/\bawait\b|\basync (function|\()|\bPromise\b/);
  });

  it.each(['?:', '??'])('keeps a regular expression on the left of %s', (operator) => {
    const template = `{{ $replace(name, /[ao]/, "-") ${operator} "nobody" }}, {{ $match(name, /o/)[0].index ${operator} "none" }}`;
    expect(render({ template, body: '{"name":"boat"}' })).toEqual({ message: 'b--t, 1' });
    expect(render({ template, body: '{}' })).toEqual({ message: 'nobody, none' });
  });

  // Five of the renderer's tests evaluate routing rules, whose expressions run here.
  it('is bundled with the templates of all known services into one file of at most 726 KB', async () => {
    const { outputFiles } = await build({ ...rendererBuild('renderer.mjs'), write: false });
    expect(outputFiles).toHaveLength(1);
    expect(outputFiles[0]?.contents.length).toBeLessThan(726 * 1024);
  });
});
