import { chmod, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = import.meta.dirname;

/** The library in the form that needs no `require`, which a bundle of ES modules does not have. */
const yamlAsModules = () => fileURLToPath(new URL('../browser/index.js', import.meta.resolve('yaml')));

/** Bundles the command into `outdir`: a small first file, and a part for each command, read when it runs. */
export const buildCommand = async (outdir: string): Promise<string> => {
  const { version } = JSON.parse(await readFile(path.join(here, 'package.json'), 'utf8')) as { version: string };
  await rm(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: here,
    entryPoints: { tellhook: 'src/bin.ts' },
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    splitting: true,
    minify: true,
    mainFields: ['module', 'main'],
    // Only the limits of the kinds of targets are needed; their drivers are never loaded here.
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
