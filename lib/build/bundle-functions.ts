import { watch as watchFiles } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type OutputFile } from 'esbuild';
import { contentsFile, contentsOf } from './bundle-contents.ts';
import { cached, createDigest, type Digest, oneAtATime, projectDir } from './cached.ts';
import { type FunctionName, functionEntries, functionNames, renderingFunctions } from './functions.ts';
import { plainHttp } from './plain-http.ts';
import { rendererBuild } from './renderer.ts';

interface BundleOptions {
  /** Output folder with one folder per function: `index.mjs`, its chunks, and the renderer if it runs templates. */
  outDir: string;
  /**
   * Watches `lambdas/` and `integrations/` after the first build, and reports changed functions or errors. After an
   * error, the last good build remains.
   */
  watch?: (event: { changed: FunctionName[] } | { error: Error }) => void;
}

interface BundledFunctions {
  /** The functions that were built; empty if nothing had changed. */
  changed: FunctionName[];
  /** Stops watching. */
  close(): void;
}

/**
 * Bundles every function for deployment. A function is rebuilt only if one of its inputs, the lock file or these
 * options changed. Its inputs are listed in `<name>.inputs.json`. Throws esbuild's errors, which name file and line.
 */
export const bundleFunctions = async ({ outDir, watch }: BundleOptions): Promise<BundledFunctions> => {
  const bundleAll = async () => {
    const digest = createDigest();
    // Waits for all builds before reporting an error, so a second run never overlaps with one that is still writing.
    const built = await Promise.allSettled(
      functionNames.map((name) => bundleIfChanged(name, path.resolve(outDir), digest)),
    );
    for (const result of built) if (result.status === 'rejected') throw result.reason;
    return functionNames.filter((_, index) => built[index]?.status === 'fulfilled' && built[index].value);
  };
  const bundleAlone = () => oneAtATime(`${path.resolve(outDir)}.lock`, bundleAll);
  const changed = await bundleAlone();
  return { changed, close: watch ? watchLambdas(bundleAlone, watch) : () => undefined };
};

/** Makes esbuild return the files and their sources without writing or printing anything. */
const returnsFiles = { absWorkingDir: projectDir, logLevel: 'silent', metafile: true, write: false } as const;

/** These options determine size and start time; see docs/decisions/0006-own-bundles.md for measurements. */
export const functionBuild = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Keeps code that is imported on demand out of the files that every start loads.
  splitting: true,
  // A function finds its keys in its environment. The SDK's other credential sources are never used, but would add code
  // to every start.
  external: ['ini', 'process', 'sso', 'web-identity'].map((source) => `@aws-sdk/credential-provider-${source}`),
  minify: true,
  // Tree-shaking works only on the ES module form of a package.
  mainFields: ['module', 'main'],
  outExtension: { '.js': '.mjs' },
  entryNames: '[name]',
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  loader: { '.txt': 'text', '.html': 'text' },
  plugins: [plainHttp()],
  ...returnsFiles,
} as const satisfies BuildOptions;

/** Excludes dependencies, because the lock file changes with them. So a check reads only our own files. */
const isOwnFile = (input: string) => !input.includes('node_modules/') && !input.includes(':');

/** Inputs of every bundle besides the function's sources. */
const recipe = ['bundle-functions.ts', 'functions.ts', 'plain-http.ts', 'renderer.ts'];
const commonInputs = ['package-lock.json', ...recipe.map((file) => `lib/build/${file}`)];

/**
 * Bundles a function unless its inputs are unchanged.
 * @returns true if the function's files changed
 */
const bundleIfChanged = async (name: FunctionName, outDir: string, digest: Digest): Promise<boolean> => {
  const folder = path.join(outDir, name);
  let written = false;
  await cached({
    record: path.join(outDir, `${name}.inputs.json`),
    outputs: outputsOf(name).map((output) => path.join(folder, output)),
    digest,
    build: async () => {
      const results = await Promise.all(buildsOf(name, folder).map((options) => build(options)));
      written = await replaceFolder(
        folder,
        results.flatMap(({ outputFiles }) => outputFiles),
      );
      await writeFile(contentsFile(outDir, name), JSON.stringify(contentsOf(results.map(({ metafile }) => metafile))));
      const inputs = results.flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter(isOwnFile);
      return [...new Set([...commonInputs, ...inputs])];
    },
  });
  return written;
};

const outputsOf = (name: FunctionName) => ['index.mjs', ...(renderingFunctions.includes(name) ? ['renderer.mjs'] : [])];

/** The renderer is a separate bundle, because its process can read only its own folder and must start fast. */
const buildsOf = (name: FunctionName, folder: string) => [
  { ...functionBuild, entryPoints: { index: functionEntries[name] }, outdir: folder },
  ...(renderingFunctions.includes(name) ? [{ ...rendererBuild(folder), ...returnsFiles }] : []),
];

/**
 * Makes a folder contain exactly these files. Handlers are written last, so they never import a chunk that doesn't
 * exist yet.
 */
const replaceFolder = async (folder: string, files: OutputFile[]): Promise<boolean> => {
  await mkdir(folder, { recursive: true });
  const present = await readdir(folder, { recursive: true, withFileTypes: true });
  const wanted = new Set(files.map((file) => file.path));
  let changed = false;
  for (const file of files.toSorted((a, b) => b.path.length - a.path.length)) {
    const before = await readFile(file.path).catch(() => undefined);
    if (before?.equals(file.contents)) continue;
    await mkdir(path.dirname(file.path), { recursive: true });
    await writeFile(file.path, file.contents);
    changed = true;
  }
  for (const entry of present) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(file)) await rm(file);
  }
  return changed;
};

/** Editors write a file in several steps; after this pause, they cause only one build. */
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
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(rebuild);
    }, SETTLE_MILLISECONDS);
  };
  const watchers = ['integrations', 'lambdas'].map((folder) =>
    watchFiles(path.join(projectDir, folder), { recursive: true }, soon),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};
