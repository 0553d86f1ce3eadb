import { spawn } from 'node:child_process';
import path from 'node:path';

const projectDir = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a script in its own Node, from the project's folder, quietly.
 * @throws its output, below the text of `failed`, when it ends with an error
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
