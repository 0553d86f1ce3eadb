import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions } from 'esbuild';

const templates = path.resolve(import.meta.dirname, '../../lambdas/templates');

/**
 * esbuild's entries and loader for the folder with a file of messages for each sender, which is copied.
 * @param folder the folder of the code that reads them, relative to the output folder
 */
export const senderMessages = (folder = '.') => {
  const source = path.join(templates, 'ready-made/messages');
  return {
    entries: readdirSync(source).map((file) => ({
      in: path.join(source, file),
      out: path.posix.join(folder, 'messages', path.parse(file).name),
    })),
    loader: { '.gen.json': 'copy' },
  } as const;
};

/**
 * esbuild's options for the program of the sandbox's child process, `renderer.mjs`. The senders' messages are next to
 * it, because the process can read only its own folder.
 * @param outdir the folder of the handler that starts it
 */
export function rendererBuild(outdir: string): BuildOptions {
  const { entries, loader } = senderMessages();
  return {
    entryPoints: [{ in: path.join(templates, 'sandbox/renderer.ts'), out: 'renderer' }, ...entries],
    outdir,
    outExtension: { '.js': '.mjs' },
    loader,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    // Other characters than ASCII are longer as escapes.
    charset: 'utf8',
    // The template engine looks for loaders that do not exist here.
    define: { define: 'undefined', require: 'undefined', window: 'undefined', self: 'undefined' },
  };
}
