import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Row, type Subject, tableOf } from './report.ts';
import { buildYardstick, type Candidate, deployedFunctions, SECRET } from './support/bundles.ts';
import { quantile } from './support/generator.ts';

const ROUNDS = 15;
const projectDir = join(import.meta.dirname, '..');

/** Limits of the CPU time of a start, as multiples of the time of a handler that only imports the table's client. */
const BARS: Record<string, number> = { invoke: 1.2, dispatcher: 1.25, api: 1.4, accounts: 1.4 };

/** A script that imports a bundle, calls its handler once, and prints the durations. It runs in a separate process. */
const START = `
const [file, event] = process.argv.slice(2);
const before = process.cpuUsage();
const began = performance.now();
const { handler } = await import(file);
const imported = performance.now();
const context = { awsRequestId: 'first', getRemainingTimeInMillis: () => 9999 };
let answer;
try { answer = await handler(JSON.parse(event), context); } catch (error) { answer = { error: String(error) }; }
const ended = performance.now();
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ importMs: imported - began, callMs: ended - imported, cpuMs: (user + system) / 1000, answer }));
process.exit(0);`;

/** Starts a stand-in for AWS in which every table is empty and every secret has the same value. */
const startEmptyAws = async () => {
  const server = createServer((request, response) => {
    const isSecret = String(request.headers['x-amz-target']).startsWith('secretsmanager.');
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(isSecret ? JSON.stringify({ SecretString: SECRET }) : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
};

interface Start {
  importMs: number;
  callMs: number;
  /** CPU time of import and call. It varies less than the durations on a busy machine, because a start hardly waits. */
  cpuMs: number;
  answer: unknown;
}

const start = async (runner: string, { file, event, environment }: Candidate, origin: string): Promise<Start> => {
  const aws = { AWS_ENDPOINT_URL: origin, AWS_REGION: 'eu-central-1', AWS_MAX_ATTEMPTS: '1' };
  const keys = { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  const { stdout } = await promisify(execFile)(process.execPath, [runner, file, event], {
    env: { PATH: process.env.PATH, ...environment, ...aws, ...keys },
  });
  // The result is the last line of the output, after the function's log lines.
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{"importMs"') + 1)) as Start;
};

const statusOf = (answer: unknown): string =>
  String((answer as { statusCode?: number } | undefined)?.statusCode ?? JSON.stringify(answer));

/**
 * Measures the import and the first call of each bundle, and compares them with a handler that only imports the table's
 * client.
 */
export const rows: Subject = async (): Promise<Row[]> => {
  mkdirSync(join(projectDir, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(projectDir, '.cache/cold-start-'));
  const aws = await startEmptyAws();
  try {
    const runner = join(folder, 'start.mjs');
    writeFileSync(runner, START);
    const candidates = [await buildYardstick(folder), ...(await deployedFunctions())];
    const starts = new Map<string, Start[]>(candidates.map(({ name }) => [name, []]));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const candidate of candidates) {
        const result = await start(runner, candidate, aws.origin);
        // The first round is not counted, because it reads the files into the page cache.
        if (round > 0) starts.get(candidate.name)?.push(result);
      }
    }
    // The first quartile of the starts, because disturbances only make a start longer.
    const typical = (name: string, pick: (one: Start) => number) => quantile((starts.get(name) ?? []).map(pick), 0.25);
    const total = ({ importMs, callMs }: Start) => importMs + callMs;
    console.log(
      tableOf(
        candidates.map(({ name, file }) => ({
          bundle: name,
          'entry KB': (statSync(file).size / 1024).toFixed(0),
          'import ms': typical(name, ({ importMs }) => importMs).toFixed(1),
          'first call ms': typical(name, ({ callMs }) => callMs).toFixed(1),
          'CPU ms': typical(name, ({ cpuMs }) => cpuMs).toFixed(0),
          'CPU ratio': (typical(name, ({ cpuMs }) => cpuMs) / typical('yardstick', ({ cpuMs }) => cpuMs)).toFixed(2),
          answer: statusOf(starts.get(name)?.[0]?.answer),
        })),
      ),
    );
    return candidates
      .filter(({ name }) => name !== 'yardstick')
      .map(({ name }) => ({
        what: `start of ${name}, as a multiple of a bare table client’s`,
        value: typical(name, total) / typical('yardstick', total),
        ...(BARS[name] !== undefined && { bar: { most: BARS[name] } }),
      }));
  } finally {
    aws.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
