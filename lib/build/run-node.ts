import { spawn } from 'node:child_process';
import path from 'node:path';

const projectDir = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a script in a separate Node process in the project's folder, without printing.
 * @throws Error with the text of `failed` and the script's output if the script fails
 */
export const runNode = (
  parameters: string[],
  { failed, env = {} }: { failed: string; env?: Record<string, string> },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd: projectDir, env: { ...process.env, ...env } });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${failed}:\n${Buffer.concat(said).toString('utf8')}`)),
    );
  });
