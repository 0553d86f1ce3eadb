import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

/**
 * How the child process of the template sandbox is bundled: one file, `renderer.mjs`, alone in what it may read.
 * @param outfile where to write it: next to the handler that starts it
 */
export function rendererBuild(outfile: string): BuildOptions {
  return {
    entryPoints: [fileURLToPath(new URL('../../lambdas/templates/sandbox/renderer.ts', import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    legalComments: 'none',
  };
}
