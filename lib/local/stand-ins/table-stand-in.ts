import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, hiddenAddress } from '../loopback.ts';
import { commandLineOf, eachLine, exited, killGroup, spawnProgram } from '../processes.ts';
import { dynamoDbLocalParameters, fetchDynamoDbLocal } from './dynamodb-local.ts';
import { chooseTableProgram, type TableProgram, thisMachine } from './table-programs.ts';

/**
 * A program that plays DynamoDB: dynoxide, or AWS's DynamoDB Local. Both check no signature and let pages of any site read
 * their answers, so that they listen at a loopback address and port that nobody can guess.
 */
export interface TableStandIn {
  origin: string;
  stop(): Promise<void>;
}

/** The data in the data directory were written by the other program; its message is for the person at the terminal. */
export class OtherTableProgram extends Error {
  override name = 'OtherTableProgram';
}

/** Where each program keeps its tables in the data directory. */
const DATABASES: Record<TableProgram['kind'], string> = {
  dynoxide: 'dynamodb.sqlite',
  'dynamodb-local': 'shared-local-instance.db',
};

/** @throws OtherTableProgram rather than to begin with empty tables beside full ones */
const checkData = (dataDir: string, kind: TableProgram['kind']): void => {
  const has = (of: TableProgram['kind']) => existsSync(join(dataDir, DATABASES[of]));
  const other = kind === 'dynoxide' ? 'dynamodb-local' : 'dynoxide';
  if (has(other) && !has(kind))
    throw new OtherTableProgram(
      `The tables in ${dataDir} were written by ${other}, and here they are played by ${kind}.`,
    );
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

/** Ends a program that an earlier run left on the same data; two writers would hurt them. */
const endStale = (pidFile: string, dataDir: string): void => {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  const commandLine = commandLineOf(pid) ?? '';
  // The number may belong to another program by now, so only one of ours with these very data is ended.
  if (/dynoxide|LoopbackServer/.test(commandLine) && commandLine.includes(dataDir)) process.kill(pid, 'SIGKILL');
  rmSync(pidFile, { force: true });
};

interface StartOptions {
  /** Where the database file lies; null keeps the tables in memory. */
  dataDir: string | null;
  onOutput: (line: string) => void;
  /** Told when the program has to be fetched first. */
  onFetch?: () => void;
  /** The one that this machine has, unless told. */
  program?: TableProgram;
}

/**
 * @param triesLeft how often it is started again when it ends at once: its port may have been taken meanwhile
 * @throws NoTableStandIn, OtherTableProgram
 */
export const startTableStandIn = async (options: StartOptions, triesLeft = 4): Promise<TableStandIn> => {
  const { dataDir, onOutput, onFetch = () => undefined } = options;
  const { program = chooseTableProgram(thisMachine(process.env)) } = options;
  const pidFile = dataDir && join(dataDir, 'dynamodb.pid');
  if (dataDir && pidFile) {
    checkData(dataDir, program.kind);
    endStale(pidFile, dataDir);
  }
  const address = await hiddenAddress();
  const port = await freePort(address);
  const [command, parameters] = await commandOf(program, { dataDir, address, port, onFetch });
  const child = spawnProgram(command, parameters, { env: { PATH: process.env.PATH } });
  if (pidFile && child.pid) writeFileSync(pidFile, String(child.pid));
  const listening = Promise.withResolvers<boolean>();
  const said: string[] = [];
  const hear = (line: string) => {
    onOutput(line);
    said.push(line);
    if (line.includes('listening on')) listening.resolve(true);
  };
  child.once('error', ({ message }) => hear(message));
  for (const stream of [child.stdout, child.stderr]) if (stream) eachLine(stream, hear);
  if (!(await Promise.race([listening.promise, exited(child).then(() => false)]))) {
    if (triesLeft === 0) throw new Error(`The table stand-in (${program.kind}) did not start:\n${said.join('\n')}`);
    return startTableStandIn(options, triesLeft - 1);
  }
  return {
    origin: `http://${address}:${port}`,
    async stop() {
      killGroup(child);
      await exited(child);
      if (pidFile) rmSync(pidFile, { force: true });
    },
  };
};
