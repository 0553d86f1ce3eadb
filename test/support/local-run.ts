import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from '../../lib/local/loopback.ts';
import { exited } from '../../lib/local/processes.ts';
import { lossesOf } from './fakes.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The whole product, started in the same way as by `npm start`. */
export interface LocalRun {
  pid: number;
  appUrl: string;
  invokeUrl: string;
  /** The fakes' URL, `<appUrl>/__fakes`. */
  fakesUrl: string;
  /** The complete output of the run. */
  output(): string;
  /** Ends the run like Ctrl-C. Resolves when the process has ended. @throws Error if one of its messages was lost */
  stop(): Promise<void>;
  /** Ends the run like a crash of the machine, without any shutdown. */
  kill9(): Promise<void>;
}

export interface LocalRunOptions {
  /** A folder keeps data between runs. The default is in memory. */
  dataDir?: string;
  /** Settings that are merged over those of the stage `local`. */
  settings?: Record<string, unknown>;
  port?: number | undefined;
  invokePort?: number | undefined;
  /** Folder of a synthesized assembly to run instead of this checkout's. */
  assembly?: string;
  flags?: string[];
  env?: Record<string, string>;
}

/** The first start after a change builds and synthesizes, which takes minutes on a busy machine. */
const START_LIMIT_MS = 240_000;
const STOP_LIMIT_MS = 5_000;

/** Variables of the test run that the product gets too: the table's program, and the folder for temporary files. */
const SHARED = ['TABLES', 'DYNOXIDE', 'DYNAMODB_LOCAL', 'JAVA_HOME', 'TMPDIR'];

const projectDir = join(import.meta.dirname, '../..');

/** The command of `npm start`, as an argument list for Node. */
const { start } = (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as PackageFile).scripts;
const [, ...startArguments] = start.split(' ');

interface PackageFile {
  scripts: { start: string };
}

/**
 * Starts the product on free ports and resolves when it accepts calls. The caller ends it.
 * @throws Error with all output if it ends or is not ready in time
 */
export const startLocal = async (options: LocalRunOptions = {}): Promise<LocalRun> => {
  const [free = 0, freeInvoke = 0] = await freePorts(2);
  const { dataDir = ':memory:', settings, port = free, invokePort = freeInvoke, assembly, flags = [] } = options;
  const settingsPath = settings && join(temporaryFolder(), 'settings.json');
  if (settingsPath) writeFileSync(settingsPath, JSON.stringify(settings));
  const child = spawn(process.execPath, [...startArguments, ...flags], {
    cwd: projectDir,
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(SHARED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      PORT: String(port),
      INVOKE_PORT: String(invokePort),
      DATA_DIR: dataDir,
      ...(settingsPath && { STAGE_SETTINGS: settingsPath }),
      ...(assembly && { LOCAL_ASSEMBLY: assembly }),
      ...options.env,
    },
  });

  let output = '';
  await new Promise<void>((resolve, reject) => {
    const fail = (what: string) => reject(new Error(`The local run ${what}:\n${output}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('was not ready in time');
    }, START_LIMIT_MS);
    const take = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      if (/^ready /m.test(output)) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended while starting (exit code ${code})`);
    });
  });

  const appUrl = `http://localhost:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    // This limit only ensures that a hanging run fails its own test rather than the next one.
    const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited(child);
    clearTimeout(limit);
  };
  return {
    pid: child.pid ?? 0,
    appUrl,
    invokeUrl: `http://localhost:${invokePort}`,
    fakesUrl: `${appUrl}/__fakes`,
    output: () => output,
    stop: async () => {
      const losses = await lossesOf(`${appUrl}/__fakes`);
      await end('SIGINT');
      if (losses.length > 0) throw new Error(`Messages that a provider would have dropped:\n${losses.join('\n')}`);
    },
    kill9: () => end('SIGKILL'),
  };
};
