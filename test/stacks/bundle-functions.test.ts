import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readContents } from '../../lib/build/bundle-contents.ts';
import { bundleFunctions } from '../../lib/build/bundle-functions.ts';
import { functionNames, renderingFunctions } from '../../lib/build/functions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// A folder outside the project, so bundles cannot find packages in node_modules.
const outDir = temporaryFolder();
beforeAll(() => bundleFunctions({ outDir }), 60_000);

const filesOf = (name: string) =>
  readdirSync(path.join(outDir, name), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(outDir, name, file))
    .filter((file) => statSync(file).isFile());

/** The text of all files that a start reads. */
const startOf = (name: string): string => {
  const read = new Map<string, string>();
  const add = (file: string) => {
    if (read.has(file)) return;
    const text = readFileSync(file, 'utf8');
    read.set(file, text);
    for (const [, it = ''] of text.matchAll(/(?:from|import)"(\.[^"]+)"/g)) add(path.resolve(path.dirname(file), it));
  };
  add(path.join(outDir, name, 'index.mjs'));
  return [...read.values()].join('\n');
};

describe('a bundled function', () => {
  it.each(functionNames)('%s is complete, and exits with the name of a missing variable', (name) => {
    const script = `import(${JSON.stringify(path.join(outDir, name, 'index.mjs'))}).catch((error) => console.log(error.message))`;
    const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env: {} });
    expect(stdout).toMatch(/^Wrong environment: .*TABLE_NAME/);
  });

  it.each(functionNames)('%s has its additional entries next to it and no source maps', (name) => {
    for (const output of ['index', ...(renderingFunctions.includes(name) ? ['renderer'] : [])])
      expect(existsSync(path.join(outDir, name, `${output}.mjs`))).toBe(true);
    for (const file of filesOf(name)) expect(readFileSync(file, 'utf8')).not.toContain('sourceMappingURL');
  });

  it.each(functionNames)('%s loads no module by `require`, which ES modules do not have', (name) => {
    for (const file of filesOf(name).filter((it) => !it.endsWith('renderer.mjs')))
      expect(readFileSync(file, 'utf8')).not.toContain('Dynamic require of');
  });

  it.each(['api.telegram.org', 'graph.facebook.com', 'List-Unsubscribe', 'Content-Transfer-Encoding'])(
    'loads a module lazily that most first calls do not need: %s',
    (rare) => {
      expect(startOf('dispatcher')).not.toContain(rare);
      expect(filesOf('dispatcher').some((file) => readFileSync(file, 'utf8').includes(rare))).toBe(true);
    },
  );
});

describe('a production bundle', () => {
  it.each(functionNames)('contains no code of a page or a fake: %s', (name) => {
    const inputs = readFileSync(path.join(outDir, `${name}.inputs.json`), 'utf8');
    expect(inputs).toContain('lambdas/functions/');
    expect(inputs).not.toMatch(/\.tsx"|frontend\/|fakes?[./]|example\.ts|\.test\.ts/);
  });

  it('contains only our code and runtime packages of recorded size', async () => {
    const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
    const contents = await readContents(outDir);
    for (const name of functionNames) {
      const { own = 0, ...others } = contents[name] ?? {};
      expect(own).toBeGreaterThan(0);
      expect(Object.keys(others).filter((it) => packages[`node_modules/${it}`]?.dev !== undefined)).toEqual([]);
      expect(Object.keys(others).filter((it) => /react|aws-cdk|constructs|lucide/.test(it))).toEqual([]);
    }
  });
});

describe('a bundle of unchanged sources', () => {
  it('is not rebuilt', async () => {
    const before = functionNames.flatMap(filesOf).map((file) => statSync(file).mtimeMs);
    expect((await bundleFunctions({ outDir })).changed).toEqual([]);
    expect(functionNames.flatMap(filesOf).map((file) => statSync(file).mtimeMs)).toEqual(before);
  });

  it('gets only its missing file restored', async () => {
    rmSync(path.join(outDir, 'invoke/index.mjs'));
    expect((await bundleFunctions({ outDir })).changed).toEqual(['invoke']);
    expect(existsSync(path.join(outDir, 'invoke/index.mjs'))).toBe(true);
  });
});

describe('a bundle of changed sources', () => {
  it('is rebuilt without its old files', async () => {
    const record = path.join(outDir, 'sweeper.inputs.json');
    const madeFrom = JSON.parse(readFileSync(record, 'utf8'));
    expect(madeFrom.inputs).toContain('lambdas/functions/sweeper.ts');
    writeFileSync(record, JSON.stringify({ ...madeFrom, digest: 'that of an older file' }));
    appendFileSync(path.join(outDir, 'sweeper/index.mjs'), '// older');
    writeFileSync(path.join(outDir, 'sweeper/chunks/older.mjs'), '');

    expect((await bundleFunctions({ outDir })).changed).toEqual(['sweeper']);
    expect(readFileSync(path.join(outDir, 'sweeper/index.mjs'), 'utf8')).not.toContain('// older');
    expect(existsSync(path.join(outDir, 'sweeper/chunks/older.mjs'))).toBe(false);
  });
});
