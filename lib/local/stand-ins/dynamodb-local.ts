import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { eachLine } from '../processes.ts';

const here = join(import.meta.dirname, 'dynamodb-local');
const pom = join(here, 'pom.xml');

const runMaven = (folder: string): Promise<void> =>
  new Promise((done, fail) => {
    const parameters = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', '-DincludeScope=runtime'];
    const child = spawn('mvn', [...parameters, `-DoutputDirectory=${folder}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) eachLine(stream, (line) => said.push(line));
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`Maven did not fetch DynamoDB Local:\n${said.join('\n')}`)),
    );
  });

/**
 * Returns the folder of DynamoDB Local below `.cache/`. Maven downloads it at the first use.
 * @param onFetch called before the download, which takes a while
 */
export const fetchDynamoDbLocal = async (onFetch: () => void): Promise<string> => {
  const cache = join(import.meta.dirname, '../../../.cache');
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join(cache, `dynamodb-local-${version}`);
  if (existsSync(folder)) return folder;
  onFetch();
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    await runMaven(unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another run may have finished the download first, which is fine.
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

/**
 * The command line of AWS's DynamoDB Local.
 * @param options.folder Maven's folder, or the folder of AWS's unpacked archive
 * @param options.dataDir folder of the database file; null keeps the tables in memory
 */
export const dynamoDbLocalParameters = (options: {
  folder: string;
  dataDir: string | null;
  address: string;
  port: number;
}): string[] => {
  const folder = resolve(options.folder);
  const archived = join(folder, 'DynamoDBLocal_lib');
  const libraries = existsSync(archived) ? [archived, folder] : [folder];
  return [
    // The program runs only for minutes, so a quick start matters more than top speed.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    `-Djava.library.path=${libraries.join(delimiter)}`,
    '-cp',
    libraries.map((library) => join(library, '*')).join(delimiter),
    join(here, 'LoopbackServer.java'),
    options.address,
    '-port',
    String(options.port),
    // Without this flag, each access key would have a separate database.
    '-sharedDb',
    '-disableTelemetry',
    ...(options.dataDir ? ['-dbPath', options.dataDir] : ['-inMemory']),
  ];
};
