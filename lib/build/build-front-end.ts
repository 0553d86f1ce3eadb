import path from 'node:path';
import { cached, oneAtATime, projectDir } from './cached.ts';
import { runNode } from './run-node.ts';

/** The inputs of every build. The lock file covers the dependencies. */
const everyInput = ['frontend/src', 'frontend/build', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The inputs of the built pages. */
const inputs = [
  ...everyInput,
  'frontend/public',
  'frontend/index.html',
  'frontend/vite.config.ts',
  // The docs are generated from the contract, the plans, the target kinds and the language.
  'integrations',
  'lambdas',
  'vendor',
];

/** The folder of the built pages: Vite's `outDir`, see frontend/vite.config.ts. */
export const webDir = path.join(projectDir, 'dist/web');

/**
 * Builds the pages into {@link webDir} unless they are up to date. Resolves to true if it built them. Rejects with
 * Vite's output if the build fails.
 */
export const buildFrontEnd = (): Promise<boolean> => buildPages('frontend', webDir, inputs);

/** Folder of the fakes' page, see frontend/fakes/vite.config.ts. It is never deployed. */
export const fakesPageDir = path.join(projectDir, 'dist/fakes');

/** Builds the fakes' page into {@link fakesPageDir}, like {@link buildFrontEnd}. */
export const buildFakesPage = (): Promise<boolean> =>
  buildPages('frontend/fakes', fakesPageDir, [
    ...everyInput,
    'frontend/fakes',
    'integrations',
    'lambdas/contract',
    'lib/local/fakes',
  ]);

const buildPages = (project: string, outDir: string, madeFrom: string[]): Promise<boolean> =>
  oneAtATime(`${outDir}.lock`, () =>
    cached({
      record: `${outDir}.inputs`,
      outputs: [path.join(outDir, 'index.html')],
      build: async () => {
        await runNode(
          [path.join(projectDir, 'node_modules/vite/bin/vite.js'), 'build', project, '--logLevel', 'warn'],
          {
            failed: 'The front end could not be built',
          },
        );
        return madeFrom;
      },
    }),
  );
