import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

/** Calls `onLine` for each complete line of a stream, and for an incomplete last line when it ends. */
export const eachLine = (stream: Readable, onLine: (line: string) => void): void => {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
};

// Reads lines `+ PID` and `- PID`. When the runner has ended, it kills the process groups that are still listed.
const REAPER = `groups=" "
while read -r sign pid; do
  case $sign in
    +) groups="$groups$pid " ;;
    -) groups="\${groups%% $pid *} \${groups#* $pid }" ;;
  esac
done
for pid in $groups; do kill -9 "-$pid" 2>/dev/null; done`;

let reaper: Writable | undefined;

/** Notifies the reaper, a shell that starts with the first child and outlives this process for a moment. */
const registerChild = (sign: '+' | '-', pid: number): void => {
  if (!reaper) {
    const shell = spawn('/bin/sh', ['-c', REAPER], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
    shell.unref();
    reaper = shell.stdin;
    (reaper as Writable & { unref?: () => void }).unref?.();
  }
  reaper.write(`${sign} ${pid}\n`);
};

/**
 * Starts a program that cannot outlive this process. It has a separate process group, so a Ctrl-C in the terminal
 * reaches only the runner, which ends its children in order. If the runner is killed, the reaper ends them.
 */
export const spawnProgram = (
  command: string,
  parameters: string[],
  { channel = false, ...options }: { env: NodeJS.ProcessEnv; cwd?: string; channel?: boolean },
): ChildProcess => {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(channel ? (['ipc'] as const) : [])];
  const child = spawn(command, parameters, { ...options, stdio, detached: true });
  const { pid } = child;
  if (pid !== undefined) registerChild('+', pid);
  child.once('exit', () => {
    // If it crashed, its children (template renderers) may still be running.
    signalGroup(child);
    if (pid !== undefined) registerChild('-', pid);
  });
  return child;
};

/** Most of a function's garbage is short-lived, and V8's default of 16 MB for it would double the function's memory. */
const SMALL = ['--max-semi-space-size=2'];

/** Starts a TypeScript file like {@link spawnProgram}. It must call {@link endWithParent} to end with this process. */
export const spawnNode = (
  file: string,
  { env, execArgv = [], args = [] }: { env: NodeJS.ProcessEnv; execArgv?: string[]; args?: string[] },
): ChildProcess =>
  spawnProgram(process.execPath, [...SMALL, ...execArgv, '--disable-warning=ExperimentalWarning', file, ...args], {
    env,
    channel: true,
  });

/** The child's part of {@link spawnNode}: kills this process group when the runner ends. */
export const endWithParent = (): void => {
  process.on('disconnect', () => {
    process.kill(-process.pid, 'SIGKILL');
  });
};

const signalGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The group has no processes left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** Ends a child and all processes that it started. */
export const killGroup = (child: ChildProcess): void => {
  if (child.exitCode === null && child.signalCode === null) signalGroup(child);
};

/** Resolves when the child has ended. */
export const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null || child.pid === undefined
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));

/** The command line of a process, with its arguments joined by spaces; undefined if the process doesn't exist. */
export const commandLineOf = (pid: number): string | undefined => {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return undefined;
    }
  }
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};
