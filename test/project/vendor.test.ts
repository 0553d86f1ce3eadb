import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { senders } from '../../lambdas/templates/ready-made/senders.gen.ts';
import { render } from '../../lambdas/templates/render.ts';
import { rendererBuild } from '../../lib/build/renderer.ts';

const root = join(import.meta.dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

/** The vendored packages, and our own files in their folders. */
const packages = [
  { name: 'jsonata', ours: ['jsonata.d.ts'] },
  { name: 'fauxqs', ours: ['index.js', 'index.d.ts', 'settings.js'] },
];

interface Upstream {
  /** SHA-256 by file of the published package. */
  files: Record<string, string>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The parts of a patch by changed file. */
const partsOf = (patch: string): { file: string; lines: string[] }[] =>
  patch
    .split(/^--- a\//m)
    .slice(1)
    .map((part) => {
      const lines = part.replace(/\n$/, '').split('\n');
      return { file: lines[0] ?? '', lines: lines.slice(2) };
    });

/** Takes the hunks of a unified diff back. Every line that is now in the file must match exactly. */
const undo = (source: string, lines: string[], patch: string): string => {
  const now = source.split('\n');
  const original: string[] = [];
  let at = 0;
  for (const line of lines) {
    const start = /^@@ -\S+ \+(\d+)/.exec(line)?.[1];
    if (start !== undefined) {
      original.push(...now.slice(at, Number(start) - 1));
      at = Number(start) - 1;
      continue;
    }
    const [sign, text] = [line[0], line.slice(1)];
    // The line "\ No newline at end of file" belongs to a removed last line, so only the new last line has a newline.
    if (sign === '-') original.push(text);
    else if (now[at++] !== (sign === '\\' ? '' : text)) throw new Error(`${patch}: line ${at} is not "${text}"`);
    else if (sign === ' ') original.push(text);
  }
  return [...original, ...now.slice(at)].join('\n');
};

describe.each(packages)('the patched code of $name', ({ name, ours }) => {
  const folder = `vendor/${name}`;
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(js|d\.ts)$/.test(file) && !ours.includes(file),
  );
  const patches = readdirSync(join(root, folder, 'patches')).sort();

  it('is the published version with the patches, and nothing else', () => {
    const contents = new Map(files.map((file) => [file, read(folder, file)]));
    for (const patch of patches.toReversed())
      for (const { file, lines } of partsOf(read(folder, 'patches', patch)))
        contents.set(file, undo(contents.get(file) ?? '', lines, patch));
    const { files: published } = JSON.parse(read(folder, 'upstream.json')) as Upstream;
    expect(Object.fromEntries([...contents].map(([file, text]) => [file, sha256(text)]))).toEqual(
      Object.fromEntries(files.map((file) => [file, published[file]])),
    );
    expect(sha256(read(folder, 'LICENSE'))).toBe(published.LICENSE);
  });

  it('names its original version', () => {
    const { version } = JSON.parse(read(folder, 'package.json')) as { version: string };
    expect(read('vendor/README.md')).toContain(`) ${version}, `);
  });

  it('gives a reason for each change', () => {
    for (const patch of patches) expect(read(folder, 'patches', patch), patch).toMatch(/^[A-Z].{20,}\.$/ms);
  });
});

it('a patch that does not fit is reported', () => {
  const patch = ['@@ -1,2 +1,2 @@', ' one', '-two', '+2'];
  expect(undo('one\n2\nthree', patch, 'it')).toBe('one\ntwo\nthree');
  expect(() => undo('one\nother\nthree', patch, 'it')).toThrow('it: line 2 is not "2"');
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

  it('is bundled into 296 KB without the services, each of which has at most 0.5 KB there and 64 KB of messages', async () => {
    const { metafile } = await build({ ...rendererBuild(root), write: false, metafile: true });
    const outputs = Object.entries(metafile.outputs);
    const program = outputs.find(([file]) => file.endsWith('renderer.mjs'))?.[1];
    const messages = outputs.filter(([, output]) => output !== program);
    const known = program?.inputs['lambdas/templates/ready-made/senders.gen.ts']?.bytesInOutput ?? 0;
    expect(known).toBeGreaterThan(0);
    expect((program?.bytes ?? 0) - known).toBeLessThan(296 * 1024);
    expect(senders.filter((sender) => JSON.stringify(sender).length > 512)).toEqual([]);
    expect(messages).toHaveLength(senders.length);
    expect(messages.filter(([, { bytes }]) => bytes > 64 * 1024)).toEqual([]);
  });
});
