import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createSandbox } from '../../lambdas/templates/sandbox/sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Replaces the renderer and tries everything that an escaped template might. It keeps the access that the real renderer
 * drops at its start.
 */
const intruder = `
import { readSync, writeSync, readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { decodeRequest, encodeAnswer, FrameReader, READY } from './frames.ts';

const attempts = {
  'read a file': () => readFileSync('/etc/hostname', 'utf8'),
  'list the folder above': () => readdirSync(new URL('..', import.meta.url)),
  'read its own file': () => readFileSync(new URL(import.meta.url), 'utf8') && 'allowed',
  'write a file': () => writeFileSync(new URL('./x', import.meta.url), 'x'),
  'start a process': () => spawnSync(process.execPath, ['-v']).error ?? 'started',
  'start a thread': () => new Worker('0', { eval: true }) && 'started',
  'make code of text': () => new Function('return 1')(),
  'evaluate text': () => eval('1'),
  'see the environment': () => Object.keys(process.env).filter((name) => !/^__CF|^LC_/.test(name)).join(),
  'reach a prototype': () => String(Object.getOwnPropertyDescriptor(Object.prototype, '__proto__')),
};
const attempt = (act) => { try { return String(act()); } catch (error) { return error.code ?? error.name; } };
const reader = new FrameReader();
const chunk = Buffer.alloc(65536);
writeSync(1, encodeAnswer(READY, { message: '' }, 0));
for (let bytes = readSync(0, chunk); bytes > 0; bytes = readSync(0, chunk)) {
  for (const frame of reader.add(Buffer.from(chunk.subarray(0, bytes)))) {
    const results = Object.fromEntries(Object.entries(attempts).map(([name, act]) => [name, attempt(act)]));
    writeSync(1, encodeAnswer(decodeRequest(frame).id, { message: JSON.stringify(results) }, 0));
  }
}`;

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
  const resolveDir = join(import.meta.dirname, '../../lambdas/templates/sandbox');
  const { outputFiles } = await build({
    stdin: { contents: intruder, resolveDir, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  await writeFile(join(folder, 'renderer.mjs'), outputFiles[0]?.text ?? '');
});

describe('the renderer process', () => {
  it('can read its own file and load its libraries, and nothing else', async () => {
    vi.stubEnv('LD_LIBRARY_PATH', '/var/lang/lib');
    vi.stubEnv('AWS_SESSION_TOKEN', 'a credential');
    const sandbox = createSandbox({ rendererPath: join(folder, 'renderer.mjs') });
    const result = await sandbox.render({ template: 'x', body: '', webhookName: '' }, { userId: 1 });
    await sandbox.close();
    vi.unstubAllEnvs();
    expect('message' in result && JSON.parse(result.message)).toEqual({
      'read a file': 'ERR_ACCESS_DENIED',
      'list the folder above': 'ERR_ACCESS_DENIED',
      'read its own file': 'allowed',
      'write a file': 'ERR_ACCESS_DENIED',
      'start a process': expect.stringContaining('ERR_ACCESS_DENIED'),
      'start a thread': 'ERR_ACCESS_DENIED',
      'make code of text': 'EvalError',
      'evaluate text': 'EvalError',
      'see the environment': 'LD_LIBRARY_PATH',
      'reach a prototype': 'undefined',
    });
  });
});
