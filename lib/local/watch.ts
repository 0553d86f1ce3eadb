import { rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import type { Console } from './console.ts';
import { eachLine, exited, killGroup, spawnProgram } from './processes.ts';
import type { Workloads } from './workloads.ts';

interface Watching {
  /** The folder of the newest pages. */
  webDir: string;
  stop(): Promise<void>;
}

const projectDir = join(import.meta.dirname, '../..');

/**
 * Keeps functions and pages up to date. A changed function is bundled again, and its environments are replaced when
 * they are idle. Vite builds the pages in a separate process. Changes to the template need a restart.
 */
export const startWatching = async (options: {
  console: Console;
  workloads: Pick<Workloads, 'function'>;
}): Promise<Watching> => {
  const { console, workloads } = options;
  const functionsDir = join(projectDir, 'dist/functions');
  // The bundler is imported here, because only a watching run needs it.
  const { bundleFunctions } = await import('../build/bundle-functions.ts');
  const { functionNames } = await import('../build/functions.ts');
  const bundles = await bundleFunctions({
    outDir: functionsDir,
    watch: (event) => {
      if ('error' in event) return console.problem('build', event.error.message);
      for (const name of event.changed) workloads.function(name)?.recycle(join(functionsDir, name));
      console.problem('build', `reloaded ${event.changed.join(', ')}`);
    },
  });
  for (const name of functionNames) workloads.function(name)?.recycle(join(functionsDir, name));

  // The record of the last build's inputs doesn't apply to this output.
  rmSync(join(projectDir, 'dist/web.inputs'), { force: true });
  const vite = spawnProgram(
    process.execPath,
    [join(projectDir, 'node_modules/vite/bin/vite.js'), 'build', 'frontend', '--watch', '--logLevel', 'warn'],
    { env: process.env, cwd: projectDir },
  );
  for (const stream of [vite.stdout, vite.stderr])
    if (stream)
      eachLine(stream, (line) => {
        if (line.trim()) console.problem('pages', line);
      });

  const infrastructure = watch(join(projectDir, 'lib'), { recursive: true }, (_, file) => {
    if (file && !file.startsWith('local')) console.problem('build', `${file} changed: start again to apply it`);
  });

  return {
    webDir: join(projectDir, 'dist/web'),
    async stop() {
      infrastructure.close();
      bundles.close();
      killGroup(vite);
      await exited(vite);
    },
  };
};
