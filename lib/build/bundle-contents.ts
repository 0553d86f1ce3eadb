import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { type FunctionName, functionNames } from './functions.ts';

/** Bytes of each package in a function's bundle, excluding removed code. `own` is our code. */
type BundleContents = Record<string, number>;

export const contentsFile = (outDir: string, name: FunctionName): string => path.join(outDir, `${name}.contents.json`);

const packageOf = (input: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input.split(':').pop() ?? '')?.[1] ?? 'own';

/** The contents of esbuild's outputs, by package. */
export const contentsOf = (metafiles: Metafile[]): BundleContents => {
  const contents: BundleContents = {};
  for (const { inputs } of metafiles.flatMap(({ outputs }) => Object.values(outputs)))
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      if (bytesInOutput === 0) continue;
      const name = packageOf(input);
      contents[name] = (contents[name] ?? 0) + bytesInOutput;
    }
  return contents;
};

/** The contents of all bundles in a folder, as their builds recorded them. */
export const readContents = async (outDir: string): Promise<Record<string, BundleContents>> =>
  Object.fromEntries(
    await Promise.all(
      functionNames.map(async (name) => [
        name,
        JSON.parse(await readFile(contentsFile(outDir, name), 'utf8').catch(() => '{}')) as BundleContents,
      ]),
    ),
  );

/**
 * Describes each function in a line: its size, then its packages by size, largest first. The SDK's packages are
 * combined.
 */
export const describeContents = (contents: Record<string, BundleContents>): string[] =>
  Object.entries(contents).map(([name, packages]) => {
    const families: BundleContents = {};
    for (const [of, bytes] of Object.entries(packages)) {
      const family = /^@(aws-sdk|smithy|aws|aws-crypto)\//.test(of) ? 'AWS SDK' : of;
      families[family] = (families[family] ?? 0) + bytes;
    }
    const sorted = Object.entries(families).toSorted(([, a], [, b]) => b - a);
    const total = sorted.reduce((sum, [, bytes]) => sum + bytes, 0);
    return `${name.padEnd(13)} ${kilobytes(total)}: ${sorted.map(([of, bytes]) => `${of} ${kilobytes(bytes)}`).join(', ')}`;
  });

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
