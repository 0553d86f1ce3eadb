import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { targetStore } from '../lambdas/adapters/dynamodb/target-store.ts';
import { webhookStore } from '../lambdas/adapters/dynamodb/webhook-store.ts';
import { type CountedAws, startCountedAws } from '../test/support/counted-aws.ts';
import { aTarget, aWebhook } from '../test/support/in-memory.ts';
import { type Row, type Subject, tableOf } from './report.ts';
import { buildYardstick, type Candidate, deployedFunctions, events, SECRET } from './support/bundles.ts';
import { quantile } from './support/generator.ts';
import { PUSH_TEMPLATE, pushBody } from './support/scenario.ts';

/** Number of consecutive calls. The first is cold, and the second half counts as warm. */
const CALLS = 400;
const ROUNDS = 3;

/**
 * Limits of the CPU time of a warm call, as multiples of a request of the SDK's own client to the table. They are the
 * values of the first runs, plus the difference between two runs.
 */
const BARS: Record<string, number> = {
  invoke: 4.5,
  dispatcher: 4.5,
  'dead-letters': 1.2,
  api: 0.3,
  accounts: 0.3,
  callbacks: 0.2,
};

const projectDir = join(import.meta.dirname, '..');

/**
 * A script that imports a bundle, passes it events one after the other, and writes the CPU time of each. It runs in a
 * separate process.
 */
const RUN = `
import { readFileSync, writeFileSync } from 'node:fs';
const [file, eventsFile, resultFile] = process.argv.slice(2);
const events = JSON.parse(readFileSync(eventsFile, 'utf8'));
const context = { awsRequestId: 'call', getRemainingTimeInMillis: () => 9999 };
const cpuMs = [];
let before = process.cpuUsage();
const { handler } = await import(file);
let answer;
for (const event of events) {
  try { answer = await handler(event, context); } catch (error) { answer = { error: String(error) }; }
  const { user, system } = process.cpuUsage(before);
  cpuMs.push((user + system) / 1000);
  before = process.cpuUsage();
}
writeFileSync(resultFile, JSON.stringify({ cpuMs, answer }));
process.exit(0);`;

interface Run {
  /** CPU time of the import and the first call. */
  coldMs: number;
  /** CPU time of a typical later call. */
  warmMs: number;
  answer: unknown;
}

/** Runs a bundle against the stand-in for AWS, with signed requests. Only the CPU time of this process counts. */
const run = async (folder: string, candidate: Candidate, given: unknown[], aws: CountedAws): Promise<Run> => {
  const [eventsFile, resultFile] = [join(folder, 'events.json'), join(folder, 'result.json')];
  writeFileSync(eventsFile, JSON.stringify(given));
  const { execPath } = process;
  await promisify(execFile)(execPath, [join(folder, 'run.mjs'), candidate.file, eventsFile, resultFile], {
    maxBuffer: 64 * 1024 * 1024,
    env: {
      PATH: process.env.PATH,
      ...candidate.environment,
      TABLE_NAME: aws.tableName,
      AWS_ENDPOINT_URL: aws.endpoint,
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
      // A session token of the length that Lambda uses, because it is part of each signed request.
      AWS_SESSION_TOKEN: 'x'.repeat(900),
    },
  });
  const { cpuMs, answer } = JSON.parse(readFileSync(resultFile, 'utf8')) as { cpuMs: number[]; answer: unknown };
  // The first quartile of the warm calls, because disturbances only make a call longer.
  return { coldMs: cpuMs[0] ?? Number.NaN, warmMs: quantile(cpuMs.slice(cpuMs.length / 2), 0.25), answer };
};

const ROUTE = 'a'.repeat(32);

/** Creates the webhook and the target that the calls below use. */
const prepare = async ({ tableName: name, endpoint }: CountedAws): Promise<void> => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
  });
  const { openTable } = await import('../lambdas/adapters/dynamodb/table.ts');
  const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
  const { key } = await import('../lambdas/adapters/dynamodb/keys.ts');
  const table = openTable(name);
  const counts = { webhook_count: 0, target_count: 0, epoch: 0 };
  const person = { user_id: 1, email: 'someone@example.com', password_hash: 'x'.repeat(97), status: 'free' };
  await table.client.send(new PutCommand({ TableName: name, Item: { ...key.profile(1), ...person, ...counts } }));
  await targetStore(table).insert(aTarget({ id: 21, userId: 1 }), null);
  const owner = { status: 'premium', premiumUntil: '9999-01-01T00:00:00Z' } as const;
  const webhook = aWebhook({ userId: 1, route: ROUTE, targetIds: [21], useTemplate: true, template: PUSH_TEMPLATE });
  await webhookStore(table).insert(webhook, owner, 100);
};

const repeated = (event: unknown): unknown[] => Array.from({ length: CALLS }, () => event);

/** Calls in the format of the gateway's events. */
const callEvents = (): unknown[] =>
  Array.from({ length: CALLS }, (_, index) => ({
    ...(events.invoke as object),
    pathParameters: { route: ROUTE },
    body: pushBody(`call ${index}`),
  }));

/** The messages of these calls, each in its own batch, in the format of the queue's events. */
const batchEvents = (messages: { body: string; group: string }[]): unknown[] =>
  messages.map(({ body, group }, index) => {
    const now = String(Date.now());
    const times = { SentTimestamp: now, ApproximateFirstReceiveTimestamp: now };
    const attributes = { MessageGroupId: group, ApproximateReceiveCount: '1', ...times };
    return { Records: [{ messageId: String(index), receiptHandle: String(index), body, attributes }] };
  });

const told = (answer: unknown): string =>
  String((answer as { statusCode?: number } | undefined)?.statusCode ?? JSON.stringify(answer));

const least = (runs: Run[], pick: (one: Run) => number): number => Math.min(...runs.map(pick));

/**
 * Measures a call of each function, cold and warm. The result is the CPU time over real HTTP with signatures, without
 * waits, which Lambda bills. `invoke` and `dispatcher` do all of their work. The others get requests without a valid
 * login, which shows the cost that all requests share.
 */
export const rows: Subject = async (): Promise<Row[]> => {
  mkdirSync(join(projectDir, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(projectDir, '.cache/functions-'));
  const aws = await startCountedAws(SECRET);
  try {
    writeFileSync(join(folder, 'run.mjs'), RUN);
    await prepare(aws);
    const candidates = [await buildYardstick(folder), ...(await deployedFunctions())];
    const runs = new Map<string, Run[]>(candidates.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      let messages: { body: string; group: string }[] = [];
      for (const candidate of candidates) {
        const { name } = candidate;
        const given =
          name === 'invoke'
            ? callEvents()
            : name === 'dispatcher'
              ? batchEvents(messages)
              : repeated(JSON.parse(candidate.event));
        runs.get(name)?.push(await run(folder, candidate, given, aws));
        const queued = aws.takeMessages();
        if (name === 'invoke') messages = queued;
      }
    }
    const of = (name: string) => runs.get(name) ?? [];
    const unit = least(of('yardstick'), ({ warmMs }) => warmMs);
    console.log(
      tableOf(
        candidates.map(({ name }) => ({
          function: name,
          'cold CPU ms': least(of(name), ({ coldMs }) => coldMs).toFixed(1),
          'warm CPU ms': least(of(name), ({ warmMs }) => warmMs).toFixed(2),
          'in requests': (least(of(name), ({ warmMs }) => warmMs) / unit).toFixed(2),
          answer: told(of(name)[0]?.answer),
        })),
      ),
    );
    return candidates
      .filter(({ name }) => name !== 'yardstick')
      .map(({ name }) => ({
        what: `CPU of a warm call of ${name}, in requests of the SDK’s own client`,
        value: least(of(name), ({ warmMs }) => warmMs) / unit,
        ...(BARS[name] !== undefined && { bar: { most: BARS[name] } }),
      }));
  } finally {
    await aws.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
