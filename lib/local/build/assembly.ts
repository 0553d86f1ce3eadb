import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';

const projectDir = join(import.meta.dirname, '../../..');

/** What the assembly is made from. Dependencies are covered by the lock file; how it is run here does not matter. */
const INPUTS = [
  'bin/tellhook.ts',
  'cdk.json',
  'docs',
  'frontend',
  'lambdas',
  'lib',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const NOT_INPUTS = [/^lib\/local\//, /\.gen\./, /(^|\/)\.[^/]*$/];

/** Assemblies of other settings or branches that are kept, so that switching back is quick. */
const KEPT = 4;

const filesBelow = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};

/** A key that changes when anything that could change the assembly does. */
export const inputsKey = (settingsPath: string | undefined): string => {
  const hash = createHash('sha256');
  const files = INPUTS.flatMap((input) => filesBelow(join(projectDir, input)))
    .map((file) => relative(projectDir, file))
    .filter((file) => !NOT_INPUTS.some((pattern) => pattern.test(file)))
    .sort();
  for (const file of files) {
    const content = readFileSync(join(projectDir, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  if (settingsPath) hash.update('settings\0').update(readFileSync(settingsPath));
  return hash.digest('hex').slice(0, 20);
};

const prune = (folder: string, current: string): void => {
  const others = readdirSync(folder)
    .filter((name) => name !== current)
    .map((name) => ({ path: join(folder, name), usedAt: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path } of others.slice(KEPT)) rmSync(path, { recursive: true, force: true });
};

/**
 * The folder of the stage `local`'s assembly, synthesized (with functions and pages built) unless there is one made from
 * the same inputs.
 * @throws Error with what the build or the app printed
 */
export const ensureAssembly = async (options: {
  settingsPath: string | undefined;
  onBuild: () => void;
}): Promise<string> => {
  const folder = join(projectDir, '.cache', 'assembly');
  const key = inputsKey(options.settingsPath);
  const path = join(folder, key);
  if (existsSync(join(path, 'manifest.json'))) {
    utimesSync(path, new Date(), new Date());
    return path;
  }
  options.onBuild();
  mkdirSync(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  const { synthesize } = await import('../../build/synthesize.ts');
  // For the standard ports whatever this run uses; see the caller, who puts its own in when reading.
  await synthesize('local', unfinished, { port: 3000, invokePort: 3001, overridesPath: options.settingsPath });
  // Another run may have finished the same one meanwhile; theirs is as good.
  if (existsSync(path)) rmSync(unfinished, { recursive: true, force: true });
  else renameSync(unfinished, path);
  prune(folder, key);
  return path;
};
