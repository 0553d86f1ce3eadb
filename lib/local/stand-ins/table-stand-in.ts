import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, hiddenAddress } from '../loopback.ts';
import { commandLineOf, eachLine, exited, killGroup, spawnProgram } from '../processes.ts';
import { dynamoDbLocalParameters, fetchDynamoDbLocal } from './dynamodb-local.ts';
import { chooseTableProgram, type TableProgram, thisMachine } from './table-programs.ts';

/**
 * A stand-in for DynamoDB, either dynoxide or AWS's DynamoDB Local. Neither checks signatures, and both allow pages of
 * any site to read their responses. So they listen on a loopback address and port that are hard to guess.
 */
export interface TableStandIn {
  origin: string;
  /** The file with the tables; null for tables in memory. */
  file: string | null;
  /** Resolves when the program accepts requests, which may be after a restart. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

/** Thrown when a different table program wrote the stored data; its message is for the terminal. */
export class OtherTableProgram extends Error {
  override name = 'OtherTableProgram';
}

/** Thrown when the table program stops and can't be restarted. The terminal shows the message. */
export class TableLost extends Error {
  override name = 'TableLost';
}

/** The file in the data directory with the program's process id. */
const PID_FILE = 'dynamodb.pid';

/** The database file of each program in the data directory. */
const DATABASES: Record<TableProgram['kind'], string> = {
  dynoxide: 'dynamodb.sqlite',
  'dynamodb-local': 'shared-local-instance.db',
};

/** Throws OtherTableProgram if only the other program has data, because this one would start with empty tables. */
const checkData = (dataDir: string, kind: TableProgram['kind']): void => {
  const has = (of: TableProgram['kind']) => existsSync(join(dataDir, DATABASES[of]));
  const other = kind === 'dynoxide' ? 'dynamodb-local' : 'dynoxide';
  if (has(other) && !has(kind))
    throw new OtherTableProgram(`The tables in ${dataDir} were written by ${other}, but this machine uses ${kind}.`);
};

const commandOf = async (
  program: TableProgram,
  options: { dataDir: string | null; address: string; port: number; onFetch: () => void },
): Promise<[string, string[]]> => {
  const { dataDir, address, port } = options;
  if (program.kind === 'dynamodb-local') {
    const folder = program.folder ?? (await fetchDynamoDbLocal(options.onFetch));
    return [program.java, dynamoDbLocalParameters({ folder, dataDir, address, port })];
  }
  const database = dataDir ? ['--db-path', join(dataDir, DATABASES.dynoxide)] : [];
  return [program.command, ['--host', address, '--port', String(port), ...database]];
};

const pidIn = (dataDir: string): number | undefined => {
  const file = join(dataDir, PID_FILE);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
};

/** Ends a program that an earlier run left running with the same data, because two writers would damage the data. */
const endStale = (dataDir: string): void => {
  const pid = pidIn(dataDir);
  if (pid === undefined) return;
  const commandLine = commandLineOf(pid) ?? '';
  // The process id may belong to an unrelated program by now, so the command line is checked.
  if (/dynoxide|LoopbackServer/.test(commandLine) && commandLine.includes(dataDir)) process.kill(pid, 'SIGKILL');
  rmSync(join(dataDir, PID_FILE), { force: true });
};

/** A program that ended `most` times within `withinMs` milliseconds is not restarted, because it would end again. */
const RESTARTS = { most: 5, withinMs: 60_000 };

interface StartOptions {
  /** Folder of the database file; null keeps the tables in memory. */
  dataDir: string | null;
  onOutput: (line: string) => void;
  /** Called when the program has to be downloaded first. */
  onFetch?: () => void;
  /** The program to start; by default, the one found on this machine. */
  program?: TableProgram;
  /** Called after the program ended and was restarted, with the reason. */
  onRestart?: (reason: string) => void;
  /** Called once when the program has ended permanently. */
  onLost?: (error: TableLost) => void;
}

const reasonOf = ({ signalCode, exitCode }: ChildProcess): string => signalCode ?? `exit code ${exitCode}`;

/** Starts the program. Resolves when it listens. @throws Error with its output, or the reason why it ended */
const launch = async (
  [command, parameters]: [string, string[]],
  { dataDir, onOutput }: StartOptions,
): Promise<ChildProcess> => {
  const child = spawnProgram(command, parameters, { env: { PATH: process.env.PATH } });
  if (dataDir && child.pid) writeFileSync(join(dataDir, PID_FILE), String(child.pid));
  const listening = Promise.withResolvers<boolean>();
  const said: string[] = [];
  const hear = (line: string) => {
    onOutput(line);
    said.push(line);
    if (line.includes('listening on')) listening.resolve(true);
  };
  child.once('error', ({ message }) => hear(message));
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, hear);
  if (await Promise.race([listening.promise, exited(child).then(() => false)])) return child;
  throw new Error(said.join('\n') || reasonOf(child));
};

/**
 * Starts the program. Restarts it at the same address if it ends, because the kernel may kill it when memory is low.
 * @param triesLeft number of further attempts, because the port may be taken before the program opens it
 * @throws NoTableStandIn, OtherTableProgram
 */
export const startTableStandIn = async (options: StartOptions, triesLeft = 4): Promise<TableStandIn> => {
  const { dataDir, onFetch = () => undefined, onRestart = () => undefined, onLost = () => undefined } = options;
  const { program = chooseTableProgram(thisMachine(process.env)) } = options;
  if (dataDir) {
    checkData(dataDir, program.kind);
    endStale(dataDir);
  }
  const address = await hiddenAddress();
  const port = await freePort(address);
  const command = await commandOf(program, { dataDir, address, port, onFetch });
  let child: ChildProcess;
  try {
    child = await launch(command, options);
  } catch (error) {
    if (triesLeft > 0) return startTableStandIn(options, triesLeft - 1);
    throw new Error(`The table stand-in (${program.kind}) did not start:\n${(error as Error).message}`);
  }

  let stopping = false;
  const restarts: number[] = [];
  const again = async (stopped: string): Promise<void> => {
    if (!dataDir) throw new TableLost(`${stopped} and its data in memory is lost. Run npm start again.`);
    const inVain = (why: string) =>
      new TableLost(`${stopped} and could not be restarted (${why}). Run npm start again; its data is in ${dataDir}.`);
    restarts.push(performance.now());
    const [first = 0] = restarts.slice(-RESTARTS.most - 1);
    if (restarts.length > RESTARTS.most && performance.now() - first < RESTARTS.withinMs)
      throw inVain(`${RESTARTS.most} restarts in a minute`);
    child = await launch(command, options).catch(({ message }: Error) => {
      throw inVain(message);
    });
    if (stopping) killGroup(child);
  };
  let ready = Promise.resolve();
  const watch = async (): Promise<void> => {
    await exited(child);
    // If the file has a different process id, another run took over the data and ended this program.
    if (stopping || (dataDir && pidIn(dataDir) !== child.pid)) return;
    const reason = reasonOf(child);
    ready = again(`The local table stopped (${reason})`);
    try {
      await ready;
    } catch (error) {
      if (!stopping) onLost(error as TableLost);
      return;
    }
    onRestart(reason);
    await watch();
  };
  const watching = watch();
  return {
    origin: `http://${address}:${port}`,
    file: dataDir && join(dataDir, DATABASES[program.kind]),
    ready: () => ready,
    async stop() {
      stopping = true;
      killGroup(child);
      await watching;
      if (dataDir) rmSync(join(dataDir, PID_FILE), { force: true });
    },
  };
};
