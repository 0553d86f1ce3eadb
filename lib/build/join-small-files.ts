import path from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile, type OutputFile, type Plugin } from 'esbuild';

/** What esbuild made of one entry with `splitting`. */
type Split = BuildResult<{ write: false; metafile: true }>;

/** A file costs a start as much as 4 KB of code do, yet one large module takes V8 a fifth longer than some smaller ones. */
const LARGE_BYTES = 8000;

/**
 * Bundles once more what esbuild has split, with what is small in the entry. esbuild makes a file of each set of modules
 * that the same parts use, so that a start reads a dozen of a few hundred bytes because some part that is loaded later
 * uses them too. That part takes them from the entry now, which is always there before it; so an entry must not wait for
 * such a part while it is loaded itself.
 * @param entry `index.mjs` of the function; other files lie in a folder beside it.
 * @param options those that `split` was made with.
 */
export const joinSmallFiles = async (split: Split, entry: string, options: BuildOptions): Promise<OutputFile[]> => {
  const outputs = outputsOf(split, options.absWorkingDir ?? '');
  const start = readWith([entry], outputs);
  const large = [...start].filter((file) => file !== entry && (outputs.get(file)?.bytes ?? 0) >= LARGE_BYTES);
  // What a large file reads has to be loaded before it, so that it cannot be in the entry.
  const separate = readWith(large, outputs);
  const joined = [...start].filter((file) => !separate.has(file));
  const { outputFiles } = await build({
    ...options,
    entryPoints: { index: entry },
    plugins: [takenFromEntry(entry, joined, outputs)],
    write: false,
  });
  return outputFiles;
};

interface Output {
  text: string;
  bytes: number;
  exports: string[];
  /** The files that are loaded together with it. */
  imports: string[];
}
type Outputs = ReadonlyMap<string, Output>;

const outputsOf = ({ metafile, outputFiles }: Split, workingDir: string): Outputs => {
  const absolute = (file: string) => path.resolve(workingDir, file);
  const described = new Map(Object.entries(metafile.outputs).map(([file, output]) => [absolute(file), output]));
  const importsOf = ({ imports }: Metafile['outputs'][string]) =>
    imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map((it) => absolute(it.path));
  return new Map(
    outputFiles.flatMap(({ path: file, text }) => {
      const output = described.get(file);
      return output ? [[file, { text, bytes: output.bytes, exports: output.exports, imports: importsOf(output) }]] : [];
    }),
  );
};

/** These files and all that are loaded together with them. */
const readWith = (files: string[], outputs: Outputs): Set<string> => {
  const read = new Set<string>();
  const add = (file: string) => {
    if (read.has(file)) return;
    read.add(file);
    outputs.get(file)?.imports.forEach(add);
  };
  files.forEach(add);
  return read;
};

const takenFromEntry = (entry: string, joined: string[], outputs: Outputs): Plugin => {
  /** The name that the entry gives an export of one of the files. */
  const nameInEntry = (file: string, name: string) => (file === entry ? name : `_${joined.indexOf(file)}_${name}`);
  const reexport = (file: string, from: string, clause: (name: string) => string) =>
    `export { ${outputs.get(file)?.exports.map(clause)} } from ${JSON.stringify(from)};`;
  return {
    name: 'taken-from-entry',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ kind, path: wanted, importer, namespace }) => {
        if (kind === 'entry-point') return { path: wanted, namespace: 'entry' };
        if (namespace === 'taken' || !/^[./]/.test(wanted)) return { path: wanted, external: true };
        const file = path.resolve(path.dirname(importer), wanted);
        return joined.includes(file) && namespace === 'split' && !joined.includes(importer)
          ? // One for each importer, so that they make no common file again.
            { path: file, namespace: 'taken', suffix: `?${importer}`, sideEffects: false }
          : { path: file, namespace: 'split' };
      });
      onLoad({ filter: /.*/, namespace: 'entry' }, () => ({
        contents: joined.map((file) => reexport(file, file, (it) => `${it} as ${nameInEntry(file, it)}`)).join('\n'),
      }));
      onLoad({ filter: /.*/, namespace: 'split' }, ({ path: file }) => ({ contents: outputs.get(file)?.text ?? '' }));
      onLoad({ filter: /.*/, namespace: 'taken' }, ({ path: file }) => ({
        contents: reexport(file, '../index.mjs', (it) => `${nameInEntry(file, it)} as ${it}`),
      }));
    },
  };
};
