import path from 'node:path';
import { cached, oneAtATime, projectDir } from './cached.ts';
import { runNode } from './run-node.ts';

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

/**
 * Builds the pages into {@link webDir} unless they were already built from the same files. Resolves to whether it
 * built. Throws what Vite said when the build fails.
 */
export const buildFrontEnd = (): Promise<boolean> =>
  oneAtATime(`${webDir}.lock`, () =>
    cached({
      record: `${webDir}.inputs`,
      outputs: [path.join(webDir, 'index.html')],
      build: async () => {
        await runVite();
        return inputs;
      },
    }),
  );

const runVite = (): Promise<void> =>
  runNode([path.join(projectDir, 'node_modules/vite/bin/vite.js'), 'build', 'frontend', '--logLevel', 'warn'], {
    failed: 'The front end could not be built',
  });
