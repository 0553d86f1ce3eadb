import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { functionBuild } from '../lib/build/bundle-functions.ts';
import { ensureAssembly } from '../lib/local/build/assembly.ts';
import { readAssembly } from '../lib/local/template/assembly.ts';
import { readDeployment } from '../lib/local/template/deployment.ts';
import { httpEvent } from '../test/support/http-event.ts';
import { type Row, type Subject, tableOf } from './report.ts';
import { quantile } from './support/generator.ts';
import { pushBody } from './support/scenario.ts';

const ROUNDS = 15;
const projectDir = join(import.meta.dirname, '..');

/** What a start may take, as a multiple of a handler that knows nothing but the table. */
const BARS: Record<string, number> = { invoke: 1.2, dispatcher: 1.25, api: 1.4, accounts: 1.4 };

const YARDSTICK = `
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
const client = new DynamoDBClient({});
export const handler = async () => {
  await client.send(new PutItemCommand({ TableName: 'things', Item: { pk: { S: 'a' } } }));
  return { statusCode: 202 };
};`;

/** Imports a bundle and calls its handler once, in a process of its own that prints how long both took. */
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

/** A token that is in order but for its signature, so that the first call looks for the key in the table. */
const strangersToken = [{ alg: 'EdDSA', typ: 'at+jwt', kid: 'a'.repeat(43) }, { sub: '1' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('AAAA')
  .join('.');

/** What the empty AWS below says every secret is. */
const SECRET = '{}';
const headers = {
  origin: 'http://localhost:3000',
  'tellhook-edge-key': SECRET,
  'tellhook-viewer-address': '203.0.113.5',
};

const laneMessage = { user_id: 1, webhook_id: 2, invocation_id: 'a'.repeat(28), target_id: 3, generation: 1 };
const queueEvent = {
  Records: [
    {
      messageId: 'first',
      receiptHandle: 'first',
      body: JSON.stringify(laneMessage),
      attributes: {
        MessageGroupId: '3',
        ApproximateReceiveCount: '1',
        SentTimestamp: '1763640000000',
        ApproximateFirstReceiveTimestamp: '1763640000000',
      },
    },
  ],
};

/** The first call of each function; all of them ask AWS at least once. */
const events: Record<string, unknown> = {
  invoke: httpEvent({ method: 'POST', path: '/x', params: { route: 'a'.repeat(32) }, body: pushBody('first') }),
  dispatcher: queueEvent,
  'dead-letters': queueEvent,
  api: httpEvent({
    method: 'GET',
    path: '/webhooks',
    headers: { ...headers, authorization: `Bearer ${strangersToken}` },
  }),
  accounts: httpEvent({
    method: 'POST',
    path: '/token/refresh',
    headers: { ...headers, 'content-type': 'application/json' },
    cookies: [`__Host-session=${'a'.repeat(43)}`],
  }),
  callbacks: httpEvent({ method: 'POST', path: '/callbacks/telegram', headers, body: {} }),
};

/** AWS where every table is empty and every secret the same. */
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

interface Candidate {
  name: string;
  file: string;
  event: string;
  environment: Record<string, string>;
}

/** The deployed functions with the variables that the template gives them. */
const deployedFunctions = async (): Promise<Candidate[]> => {
  const folder = await ensureAssembly({ settingsPath: undefined, onBuild: () => undefined });
  const { functions } = readDeployment(readAssembly(folder));
  return functions.flatMap(({ spec }) => {
    const event = events[spec.name];
    const file = join(spec.folder, 'index.mjs');
    return event ? [{ name: spec.name, file, event: JSON.stringify(event), environment: spec.environment }] : [];
  });
};

/** Its bundle lies in the project, where its imports are found, and is what esbuild makes of it: one minified ES module. */
const buildYardstick = async (folder: string): Promise<Candidate> => {
  writeFileSync(join(folder, 'yardstick.ts'), YARDSTICK);
  const { splitting: _, external: __, plugins: ___, ...plain } = functionBuild;
  await build({ ...plain, write: true, entryPoints: { index: join(folder, 'yardstick.ts') }, outdir: folder });
  return { name: 'yardstick', file: join(folder, 'index.mjs'), event: '{}', environment: {} };
};

interface Start {
  importMs: number;
  callMs: number;
  /** Of both; a function waits for nobody while it starts, so on a busy machine this is the steadier measure. */
  cpuMs: number;
  answer: unknown;
}

const start = async (runner: string, { file, event, environment }: Candidate, origin: string): Promise<Start> => {
  const aws = { AWS_ENDPOINT_URL: origin, AWS_REGION: 'eu-central-1', AWS_MAX_ATTEMPTS: '1' };
  const keys = { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  const { stdout } = await promisify(execFile)(process.execPath, [runner, file, event], {
    env: { PATH: process.env.PATH, ...environment, ...aws, ...keys },
  });
  // Functions log to the same output, line by line; the result is the last one.
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{"importMs"') + 1)) as Start;
};

const statusOf = (answer: unknown): string =>
  String((answer as { statusCode?: number } | undefined)?.statusCode ?? JSON.stringify(answer));

/** How long import and first call of each bundle take, beside a handler that imports only the table's client. */
export const rows: Subject = async (): Promise<Row[]> => {
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
        // The first round reads the files into the page cache.
        if (round > 0) starts.get(candidate.name)?.push(result);
      }
    }
    // The quicker half of the starts: what disturbs a start makes it longer, never shorter.
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
