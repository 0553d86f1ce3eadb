import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { declarations } from './types.ts';

const here = import.meta.dirname;
const source = path.join(here, '../lambdas/contract/client.ts');
const tsc = path.join(here, '../node_modules/typescript/bin/tsc');

/** Compiler options for the file alone. Declarations from types.ts replace its imports. */
const TSC =
  '--ignoreConfig --noCheck --noResolve --declaration --emitDeclarationOnly --target es2024 --module nodenext';

const ownDeclarations = async (): Promise<string> => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'tellhook-client-'));
  const outDir = folder.path;
  const options = [...TSC.split(' '), '--allowImportingTsExtensions', '--outDir', outDir];
  await promisify(execFile)(process.execPath, [tsc, ...options, source]);
  const text = await readFile(path.join(outDir, 'client.d.ts'), 'utf8');
  return text.replaceAll(/'\.\/(common|messages|routes)\.ts'/g, "'./calls.js'");
};

/** Bundles the client into `outdir`, with types that need no other package. */
export const buildClient = async (outdir: string): Promise<void> => {
  await rm(outdir, { recursive: true, force: true });
  await build({
    entryPoints: { client: source },
    outdir,
    bundle: true,
    platform: 'neutral',
    target: 'es2022',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'warning',
  });
  await writeFile(path.join(outdir, 'client.d.ts'), `${await ownDeclarations()}export type * from './calls.js';\n`);
  await writeFile(path.join(outdir, 'calls.d.ts'), declarations());
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient(path.join(here, 'dist'));
