import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { oneAtATime } from './one-at-a-time.ts';
import { runNode } from './run-node.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

/** What the built pages are made from. Dependencies are covered by the lock file. */
const inputs = [
  'frontend',
  // The documentation is made from the contract, the plans, the kinds of targets and the language.
  'lambdas',
  'vendor',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Where the built pages lie: Vite's `outDir`, see frontend/vite.config.ts. */
export const webDir = path.join(projectDir, 'dist/web');
const record = `${webDir}.inputs`;

/**
 * Builds the pages into {@link webDir} unless they were already built from the same files. Resolves to whether it
 * built. Throws what Vite said when the build fails.
 */
export const buildFrontEnd = (): Promise<boolean> => oneAtATime(`${webDir}.lock`, buildIfChanged);

const buildIfChanged = async (): Promise<boolean> => {
  const digest = await digestOfInputs();
  const last = await readFile(record, 'utf8').catch(() => undefined);
  if (last === digest && existsSync(path.join(webDir, 'index.html'))) return false;
  await runVite();
  await writeFile(record, digest);
  return true;
};

const digestOfInputs = async (): Promise<string> => {
  const files = (await Promise.all(inputs.map(filesBelow))).flat().sort();
  const hash = createHash('sha256');
  for (const [index, content] of (
    await Promise.all(files.map((file) => readFile(path.join(projectDir, file))))
  ).entries())
    hash.update(`${files[index]}\0${content.length}\0`).update(content);
  return hash.digest('hex');
};

const filesBelow = async (input: string): Promise<string[]> => {
  const entries = await readdir(path.join(projectDir, input), { recursive: true, withFileTypes: true }).catch(
    () => undefined,
  );
  if (!entries) return existsSync(path.join(projectDir, input)) ? [input] : [];
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.gen.'))
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)));
};

const runVite = (): Promise<void> =>
  runNode([path.join(projectDir, 'node_modules/vite/bin/vite.js'), 'build', 'frontend', '--logLevel', 'warn'], {
    failed: 'The front end could not be built',
  });
