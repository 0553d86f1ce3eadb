import { createHash } from 'node:crypto';
import { existsSync, watch as watchFiles } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { type FunctionName, functionEntries, functionNames } from './functions.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

export interface BundleOptions {
  /** Gets one folder per function: `index.mjs`, further entries and shared chunks. */
  outDir: string;
  /**
   * Keeps watching `lambdas/` after the first build and is told which functions changed, or what is wrong with the
   * code; then the last good build stays.
   */
  watch?: (event: { changed: FunctionName[] } | { error: Error }) => void;
}

export interface BundledFunctions {
  /** What this call had to build; empty when the tree had not changed. */
  changed: FunctionName[];
  /** Ends the watching. */
  close(): void;
}

/**
 * Bundles every function for deployment. A function is built again only when one of the files it was made from, the
 * lock file or these options changed; its folder says what it was made from (`<name>.inputs.json` beside it).
 * Throws esbuild's errors, which name file and line.
 */
export const bundleFunctions = async ({ outDir, watch }: BundleOptions): Promise<BundledFunctions> => {
  const bundleAll = async () => {
    const digest = fileDigests();
    const built = await Promise.all(functionNames.map((name) => bundleIfChanged(name, outDir, digest)));
    return functionNames.filter((_, index) => built[index]);
  };
  const changed = await bundleAll();
  return { changed, close: watch ? watchLambdas(bundleAll, watch) : () => undefined };
};

/** Settings that decide size and start time; the measurements behind them are in docs/decisions/0003-own-bundles.md. */
const buildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The SDK's lazily imported credential providers stay out of the file that every start reads.
  splitting: true,
  minify: true,
  // The ES module form of a package is the one that tree-shaking understands.
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  entryNames: '[name]',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  // Packages in CommonJS form ask for Node's own modules by `require`, which ES modules do not have.
  banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
  loader: { '.txt': 'text', '.html': 'text' },
  absWorkingDir: projectDir,
  logLevel: 'silent',
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

type Digest = (file: string) => Promise<string>;

/** Content digests, each file read once per call; a missing file has the digest of nothing. */
const fileDigests = (): Digest => {
  const known = new Map<string, Promise<string>>();
  return (file) => {
    const digest = known.get(file) ?? contentDigest(path.join(projectDir, file));
    known.set(file, digest);
    return digest;
  };
};

const contentDigest = (file: string): Promise<string> =>
  readFile(file).then(
    (content) => createHash('sha256').update(content).digest('base64url'),
    () => '',
  );

/** Dependencies are covered by the lock file, so that a check reads our own files only. */
const isOwn = (file: string) => !file.startsWith('node_modules/');

const bundleIfChanged = async (name: FunctionName, outDir: string, digest: Digest): Promise<boolean> => {
  const record = path.join(outDir, `${name}.inputs.json`);
  const current = async (inputs: string[]) => ({
    options: JSON.stringify([buildOptions, functionEntries[name]]),
    files: Object.fromEntries(
      await Promise.all([...inputs, 'package-lock.json'].map(async (file) => [file, await digest(file)] as const)),
    ),
  });
  const last = await readRecord(record);
  if (last && existsSync(path.join(outDir, name, 'index.mjs'))) {
    const inputs = Object.keys(last.files).filter((file) => file !== 'package-lock.json');
    if (JSON.stringify(await current(inputs)) === JSON.stringify(last)) return false;
  }
  const folder = path.join(outDir, name);
  const result = await build({ ...buildOptions, entryPoints: functionEntries[name], outdir: folder });
  const written = await replaceFolder(folder, result.outputFiles);
  await writeFile(record, JSON.stringify(await current(Object.keys(result.metafile.inputs).filter(isOwn))));
  return written;
};

const readRecord = async (file: string): Promise<{ options: string; files: Record<string, string> } | undefined> => {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Never built, or interrupted while writing: both mean build.
    return undefined;
  }
};

/** Makes a folder hold exactly these files; handlers last, so that they never name a chunk that is not there yet. */
const replaceFolder = async (folder: string, files: NonNullable<BuildResult['outputFiles']>): Promise<boolean> => {
  await mkdir(path.join(folder, 'chunks'), { recursive: true });
  const present = await readdir(folder, { recursive: true, withFileTypes: true });
  const wanted = new Set(files.map((file) => file.path));
  let changed = false;
  for (const file of files.toSorted((a, b) => b.path.length - a.path.length)) {
    const before = await readFile(file.path).catch(() => undefined);
    if (before?.equals(file.contents)) continue;
    await writeFile(file.path, file.contents);
    changed = true;
  }
  for (const entry of present) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(file)) await rm(file);
  }
  return changed;
};

/** Editors write a file in several steps; a pause this short joins them and is not felt. */
const SETTLE_MILLISECONDS = 30;

const watchLambdas = (bundleAll: () => Promise<FunctionName[]>, tell: NonNullable<BundleOptions['watch']>) => {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const rebuild = async () => {
    try {
      const changed = await bundleAll();
      if (changed.length > 0) tell({ changed });
    } catch (error) {
      tell({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const watcher = watchFiles(path.join(projectDir, 'lambdas'), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(rebuild);
    }, SETTLE_MILLISECONDS);
  });
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
};
