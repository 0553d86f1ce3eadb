import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentDigest, createDigest, isRunning, oneAtATime, projectDir } from '../../build/cached.ts';

/** The inputs of the assembly. The lock file covers the dependencies. The options of a local run don't matter. */
const INPUTS = [
  'bin/tellhook.ts',
  'cdk.json',
  'docs',
  'frontend',
  'integrations',
  'lambdas',
  'lib',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vendor',
];

/** Excludes files that don't affect the assembly: fakes, examples, tests, and the local machine except its settings. */
const isInput = (file: string): boolean =>
  !/^frontend\/fakes\/|^integrations\/.*\/(?:fake(?:\.ts$|\/|-)|example\.ts$|[\w-]+\.test\.ts$)|^lib\/local\/(?!(?:settings|provider-credentials|fakes\/hosts)\.ts$)/.test(
    file,
  );

/** Number of assemblies of other settings or branches that are kept, so switching back is quick. */
const KEPT = 8;

/** A key that changes whenever an input of the assembly changes. */
const inputsKey = (settingsPath: string | undefined): string => {
  const settings = settingsPath === undefined ? '' : `-${contentDigest(settingsPath).slice(0, 12)}`;
  return `${createDigest()(INPUTS, isInput).slice(0, 20)}${settings}`;
};

/** The files that mark a process's use of an assembly; their names contain the process id. */
const usesOf = (path: string): { file: string; isOver: boolean }[] =>
  readdirSync(path).flatMap((name) => {
    const pid = /^in-use\.(\d+)$/.exec(name)?.[1];
    return pid === undefined ? [] : [{ file: join(path, name), isOver: !isRunning(Number(pid)) }];
  });

/** Prevents the removal of an assembly until this process has ended. */
export const markUse = (path: string): void => {
  for (const { file, isOver } of usesOf(path)) if (isOver) rmSync(file, { force: true });
  writeFileSync(join(path, `in-use.${process.pid}`), '');
  utimesSync(path, new Date(), new Date());
};

/** Removes the least recently used assemblies, except those that a process still uses. */
export const prune = (folder: string, current: string): void => {
  const others = readdirSync(folder)
    .filter((name) => name !== current && !name.endsWith('.pid'))
    // Another process may remove a folder before it is checked here.
    .flatMap((name) => {
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      return stats ? [{ path: join(folder, name), usedAt: stats.mtimeMs }] : [];
    })
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path } of others.slice(KEPT))
    if (usesOf(path).every(({ isOver }) => isOver)) rmSync(path, { recursive: true, force: true });
};

/** Synthesizes into `path`, which exists only once it is complete. */
const synthesizeInto = async (path: string, settingsPath: string | undefined): Promise<void> => {
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const { synthesize } = await import('../../build/synthesize.ts');
  // Always uses the default ports, which the runner replaces, so all runs share one assembly.
  await synthesize('local', unfinished, { port: 3000, invokePort: 3001, overridesPath: settingsPath });
  // Only the CDK's own deployment function needs archives, and each is 22 MB.
  for (const name of readdirSync(unfinished)) if (name.endsWith('.zip')) rmSync(join(unfinished, name));
  renameSync(unfinished, path);
};

/**
 * Returns the folder of the local stage's assembly. Builds and synthesizes it unless one exists for the same inputs.
 * @throws Error with the output of the build or the app
 */
export const ensureAssembly = async (options: {
  settingsPath: string | undefined;
  onBuild: () => void;
}): Promise<string> => {
  const folder = join(projectDir, '.cache', 'assembly');
  const key = inputsKey(options.settingsPath);
  const path = join(folder, key);
  const isBuilt = () => existsSync(join(path, 'manifest.json'));
  if (!isBuilt()) {
    options.onBuild();
    await oneAtATime(join(folder, 'building.pid'), async () => {
      // Another run may have built the same assembly in the meantime.
      if (isBuilt()) return;
      await synthesizeInto(path, options.settingsPath);
      prune(folder, key);
    });
  }
  markUse(path);
  return path;
};
