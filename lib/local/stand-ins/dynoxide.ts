import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eachLine, exited, spawnSupervised } from '../processes.ts';

/** The DynamoDB stand-in (npm: @dynoxide/linux-x64), a static binary on a random loopback port. */
export interface TableStandIn {
  origin: string;
  stop(): Promise<void>;
}

const binaryPath = (): string => {
  const name = `@dynoxide/linux-${process.arch}`;
  try {
    return join(createRequire(import.meta.url).resolve(`${name}/package.json`), '..', 'dynoxide');
  } catch {
    throw new Error(`The package ${name} is not installed. Run npm install on a Linux machine of this architecture.`);
  }
};

/** A loopback port that was free a moment ago: dynoxide cannot choose one itself and report it. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });

/** Ends a dynoxide that an earlier run left on the same database file; two writers would hurt the data. */
const endStale = (pidFile: string, databasePath: string): void => {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // The number may belong to another program by now, so only a process with our own database file is ended.
    if (commandLine[0]?.endsWith('dynoxide') && commandLine.includes(databasePath)) process.kill(pid, 'SIGKILL');
  } catch {
    // No such process: nothing is left over.
  }
  rmSync(pidFile, { force: true });
};

const listening = async (origin: string, ended: () => boolean): Promise<void> => {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (ended()) break;
    try {
      await fetch(origin, { method: 'POST', body: '{}' });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  throw new Error('The table stand-in did not start.');
};

/** @param dataDir where the database file lies; null keeps the tables in memory */
export const startDynoxide = async (options: {
  dataDir: string | null;
  onOutput: (line: string) => void;
}): Promise<TableStandIn> => {
  const databasePath = options.dataDir && join(options.dataDir, 'dynamodb.sqlite');
  const pidFile = options.dataDir && join(options.dataDir, 'dynamodb.pid');
  if (databasePath && pidFile) endStale(pidFile, databasePath);
  const port = await freePort();
  const parameters = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    ...(databasePath ? ['--db-path', databasePath] : []),
  ];
  const child = spawnSupervised(binaryPath(), parameters, { env: { PATH: process.env.PATH } });
  for (const stream of [child.stdout, child.stderr]) {
    eachLine(stream, (line) => {
      const pid = /^pid (\d+)$/.exec(line)?.[1];
      if (pid === undefined) options.onOutput(line);
      else if (pidFile) writeFileSync(pidFile, pid);
    });
  }
  const origin = `http://127.0.0.1:${port}`;
  await listening(origin, () => child.exitCode !== null);
  return {
    origin,
    async stop() {
      child.stdin.end();
      await exited(child);
      if (pidFile) rmSync(pidFile, { force: true });
    },
  };
};
