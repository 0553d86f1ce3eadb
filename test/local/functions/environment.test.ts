import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startEnvironment } from '../../../lib/local/functions/environment.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Starts Node as a child with only the environment variables that the event names. */
const HANDLER = `
import { spawnSync } from 'node:child_process';
export const handler = ({ variables }) => {
  const env = Object.fromEntries(variables.map((name) => [name, process.env[name]]));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-p', '6 * 7'], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
};`;

it('starts no child process of a function without the path of its libraries, like Lambda', async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'index.mjs'), HANDLER);
  const limits = { memoryMb: 256, timeoutSeconds: 30 };
  const spec = { name: 'it', deployedName: 'it', folder, handler: 'index.handler', environment: {}, ...limits };
  const environment = startEnvironment({ spec, clockOffsetMs: 0, onLine: () => {} });
  onTestFinished(() => environment.stop());
  const childWith = async (...variables: string[]) => environment.invoke({ variables }, 0);
  expect(await childWith()).toMatchObject({
    value: { status: 127, stdout: '', stderr: expect.stringContaining('error while loading shared libraries') },
  });
  expect(await childWith('LD_LIBRARY_PATH')).toMatchObject({ value: { status: 0, stdout: '42\n' } });
});
