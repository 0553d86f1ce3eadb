import { chmod, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { senderMessages } from '../lib/build/renderer.ts';

const here = import.meta.dirname;

/** The variant of the library as ES modules. The default one uses `require`, which does not exist in our bundle. */
const yamlAsModules = () => fileURLToPath(new URL('../browser/index.js', import.meta.resolve('yaml')));

/**
 * Bundles the CLI into `outdir`: a small entry file, and one chunk per command, which is loaded when the command runs.
 */
export const buildCommand = async (outdir: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(path.join(here, 'package.json'), 'utf8')) as { version: string };
  const { entries, loader } = senderMessages('parts');
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: here,
    entryPoints: [{ in: 'src/bin.ts', out: 'tellhook' }, ...entries],
    outdir,
    loader,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    splitting: true,
    minify: true,
    mainFields: ['module', 'main'],
    // The CLI uses only the kinds' limits and never loads their drivers.
    external: ['./driver.ts'],
    alias: { yaml: yamlAsModules() },
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[name]-[hash]',
    legalComments: 'none',
    banner: { js: '#!/usr/bin/env node' },
    define: { TELLHOOK_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  });
  const file = path.join(outdir, 'tellhook.mjs');
  await chmod(file, 0o755);
  return file;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCommand(path.join(here, 'dist'));
