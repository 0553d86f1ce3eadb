import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';

/** The environment of a command, which tests replace. */
export interface Io {
  version: string;
  env: Record<string, string | undefined>;
  cwd: string;
  out(text: string): void;
  err(text: string): void;
  /** True if standard output supports colours. */
  colours: boolean;
  /** This machine's name, as shown to users. */
  machine: string;
  /** True if a user at the terminal can answer questions. */
  interactive: boolean;
  fetch: typeof globalThis.fetch;
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
  /**
   * Opens a page in a browser.
   * @returns true if a browser was found
   */
  browse(url: string): Promise<boolean>;
  /** Asks for a secret without showing the input. */
  askSecret(question: string): Promise<string>;
  readStdin(): Promise<string>;
  /** Standard input line by line, until it ends or the command is stopped. */
  readLines(): AsyncIterable<string>;
  /** Aborts when the user stops the command. */
  stopped: AbortSignal;
}

const opener: Record<string, [string, ...string[]]> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

const browse = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const [command, ...args] = opener[process.platform] ?? ['xdg-open'];
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });

const askSecret = (question: string): Promise<string> =>
  new Promise((resolve) => {
    process.stderr.write(question);
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
    // Suppresses the echo, so the typed secret stays invisible.
    (lines as unknown as { _writeToOutput(): void })._writeToOutput = () => {};
    lines.once('close', () => resolve(''));
    lines.once('line', (line) => {
      process.stderr.write('\n');
      resolve(line.trim());
      lines.close();
    });
  });

const readStdin = async (): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** Returns the input and output of this process. */
export const processIo = (version: string): Io => {
  const stop = new AbortController();
  // The first Ctrl-C stops the command cleanly. Another one ends the process.
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  // If the reader closes the pipe early (`| head`), this is not an error.
  process.stdout.on('error', () => process.exit(0));
  return {
    version,
    env: process.env,
    cwd: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colours: process.stdout.isTTY === true && !process.env.NO_COLOR,
    machine: hostname(),
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    fetch: globalThis.fetch,
    now: () => new Date(),
    sleep: async (milliseconds) => {
      await setTimeout(milliseconds, undefined, { signal: stop.signal }).catch(() => {});
    },
    browse,
    askSecret,
    readStdin,
    readLines: () => {
      const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
      stop.signal.addEventListener('abort', () => lines.close(), { once: true });
      return lines;
    },
    stopped: stop.signal,
  };
};
