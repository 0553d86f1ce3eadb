import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { exited } from '../../lib/local/processes.ts';

export const projectDir = path.resolve(import.meta.dirname, '../..');

/** The folder of all files for second opinions. */
export const cacheDir = path.join(projectDir, '.cache/second-opinion');

interface Ended {
  /** The exit code; null if the program could not be started or was ended by a signal. */
  code: number | null;
  stdout: string;
  /** The output of both streams, in order of arrival. */
  output: string;
}

/** Runs a program to its end. Never rejects: a missing program has the code null. */
export const run = (
  command: string,
  parameters: string[],
  {
    env = {},
    cwd = projectDir,
    timeoutMs = 20 * 60_000,
  }: { env?: Record<string, string>; cwd?: string; timeoutMs?: number } = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', (error) => resolve({ code: null, stdout, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code, stdout, output }));
  });

/** The last lines of a program's output, as one line of the table. */
export const tailOf = (output: string, lines = 3): string =>
  output
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(-lines)
    .join(' · ')
    .slice(-400);

/** Ends a server that was started here. */
export const end = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  await exited(child);
};
