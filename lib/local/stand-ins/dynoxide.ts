import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { freePort } from '../loopback.ts';
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
    throw new Error(`The tables need the package ${name}, which npm install brings on Linux on x64 only.`);
  }
};

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

/**
 * @param dataDir where the database file lies; null keeps the tables in memory
 * @param triesLeft how often it is started again when it ends at once: its port may have been taken meanwhile
 */
export const startDynoxide = async (
  options: { dataDir: string | null; onOutput: (line: string) => void },
  triesLeft = 4,
): Promise<TableStandIn> => {
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
  const pidKnown = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    eachLine(stream, (line) => {
      const pid = /^pid (\d+)$/.exec(line)?.[1];
      if (pid === undefined) {
        options.onOutput(line);
        if (line.includes('listening on')) listening.resolve();
        return;
      }
      if (pidFile) writeFileSync(pidFile, pid);
      pidKnown.resolve();
    });
  }
  const started = Promise.all([pidKnown.promise, listening.promise]).then(() => true);
  if (!(await Promise.race([started, exited(child).then(() => false)]))) {
    if (triesLeft === 0) throw new Error('The table stand-in did not start.');
    return startDynoxide(options, triesLeft - 1);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.stdin.end();
      await exited(child);
      if (pidFile) rmSync(pidFile, { force: true });
    },
  };
};
