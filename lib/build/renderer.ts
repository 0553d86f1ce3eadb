import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

/**
 * Bundles the sandbox's child process: one file, `renderer.mjs`, alone in the folder that it can read.
 * @param outfile its path, next to the handler that starts it
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
