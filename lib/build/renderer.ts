import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

/**
 * esbuild's options for the program of the sandbox's child process: a single file, because the process can read only
 * that.
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
