import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureAssembly } from '../../lib/local/build/assembly.ts';
import type { FunctionReport } from '../../lib/local/iam/usage-meter.ts';
import { type LocalRun, startLocal } from '../../test/support/local-run.ts';
import { createWebhook, signUp, type User } from '../../test/support/product.ts';
import { PUSH_TEMPLATE } from './scenario.ts';
import { type Sink, startSink } from './sink.ts';

/** A running product with an endpoint for its targets. Its plan and gateway limits are too high to matter. */
export interface Product {
  run: LocalRun;
  sink: Sink;
  readyMs: number;
  stop(): Promise<void>;
}

const PLENTY = 10_000_000;
const many = { limit: PLENTY, windowSeconds: 60 };

/** The port is always the same. The settings contain it, so the assembly has to be built only once. */
const SINK_PORT = 47_391;

/**
 * Builds the assembly for these settings if it does not exist. This can take longer than a start is allowed to take.
 */
const prepare = async (settings: object): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tellhook-bench-'));
  const settingsPath = join(folder, 'settings.json');
  try {
    writeFileSync(settingsPath, JSON.stringify(settings));
    await ensureAssembly({ settingsPath, onBuild: () => console.log('Building …') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Starts the product.
 * @param dataDir a folder for its data; if omitted, the data is kept in memory
 */
export const startProduct = async ({ dataDir }: { dataDir?: string } = {}): Promise<Product> => {
  const sink = await startSink(SINK_PORT);
  const throttles = { sandboxPerUser: many, testPerUser: many, registerPerAddress: many };
  const throttle = { requestsPerSecond: PLENTY, burst: PLENTY };
  const settings = {
    plans: {
      free: { maxInvocationsPerDay: PLENTY, maxStoredBytes: PLENTY * 10_000, maxWebhooks: 1000, maxTargets: 1000 },
    },
    throttles,
    gateway: { app: throttle, invoke: throttle },
    outboundHostMap: { 'sink.example.com': sink.url },
  };
  await prepare(settings);
  const started = performance.now();
  const run = await startLocal({ ...(dataDir && { dataDir }), settings });
  return {
    run,
    sink,
    readyMs: performance.now() - started,
    stop: async () => {
      await run.stop();
      await sink.stop();
    },
  };
};

/** Maximum number of setup requests in parallel. */
const AT_ONCE = 4;

const inTurns = async <Result>(count: number, one: (index: number) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let at = 0; at < count; at += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => one(at + index));
    results.push(...(await Promise.all(some)));
  }
  return results;
};

/**
 * Creates targets of the kind `http` with URLs at the sink.
 * @param path the first part of their path
 * @returns their ids
 */
export const createTargets = (user: User, count: number, path = 'calm'): Promise<number[]> =>
  inTurns(count, async (index) => {
    const options = { url: `https://sink.example.com/${path}/${index}` };
    const { id } = await user.api('createTarget', { body: { name: `Sink ${index}`, type: 'http', options } });
    return id;
  });

/**
 * Creates one webhook for each list of targets.
 * @returns their ids and invoke URLs
 */
export const createWebhooks = (run: LocalRun, user: User, targets: number[][], template = PUSH_TEMPLATE) =>
  inTurns(targets.length, (index) =>
    createWebhook(run, user, targets[index] as number[], { use_template: true, template }),
  );

/**
 * Creates a user with this number of webhooks, each with its own target. So each has its own lane, and rate limits do
 * not influence the measurement.
 */
export const userWithLanes = async (run: LocalRun, count: number): Promise<{ user: User; urls: string[] }> => {
  const user = await signUp(run);
  const targets = await createTargets(user, count);
  const webhooks = await createWebhooks(
    run,
    user,
    targets.map((id) => [id]),
  );
  return { user, urls: webhooks.map(({ url }) => url) };
};

/** Reads the functions' requests to AWS since the last {@link clearAws}. */
export const readAws = async ({ fakesUrl }: LocalRun): Promise<Record<string, FunctionReport>> =>
  (await fetch(`${fakesUrl}/api/aws`)).json() as Promise<Record<string, FunctionReport>>;

export const clearAws = async ({ fakesUrl }: LocalRun): Promise<void> => {
  await fetch(`${fakesUrl}/api/aws`, { method: 'DELETE' });
};

/** Sums a value over the named functions, by default over all. */
export const sumOf = (
  use: Record<string, FunctionReport>,
  pick: (report: FunctionReport) => number,
  names = Object.keys(use),
): number => names.reduce((sum, name) => sum + (use[name] ? pick(use[name]) : 0), 0);

/** Counts the requests that functions made to a service. */
export const requestsTo =
  (service: 'dynamodb' | 'sqs') =>
  ({ calls }: FunctionReport): number =>
    Object.entries(calls)
      .filter(([name]) => name.startsWith(`${service}:`))
      .reduce((sum, [, count]) => sum + count, 0);
