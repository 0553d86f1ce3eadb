import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type LocalRun, startLocal } from '../test/support/local-run.ts';
import { createWebhook, eventually, signUp } from '../test/support/product.ts';
import { closedLoop, type LoadResult, openLoop, quantile } from './load.ts';
import { github } from './payloads.ts';
import { cpuMs, memoryMb } from './processes.ts';
import { type Sink, startSink } from './sink.ts';

const CONNECTIONS = 16;
const FLAT_OUT_SECONDS = 6;
const MODERATE_PER_SECOND = 20;
const MODERATE_SECONDS = 8;

const body = (mark: string): string =>
  JSON.stringify({ ...github.push, head_commit: { ...github.push.head_commit, message: mark } });
const TEMPLATE = '{{repository.full_name}}: {{pusher.name}} pushed "{{head_commit.message}}"';

/** What one system did under both loads; times in milliseconds, CPU of all its processes per delivered call. */
interface Measured {
  name: string;
  acceptedPerSecond: number;
  deliveredPerSecond: number;
  answerP50: number;
  answerP99: number;
  deliveryP50: number;
  deliveryP99: number;
  cpuPerCall: number;
  memoryMb: number;
}

/** Waits until everything accepted has arrived, and says how long after the first send that was, in seconds. */
const drained = async (sink: Sink, load: LoadResult, started: number): Promise<number> => {
  await eventually(async () => sink.delays.size >= load.accepted, 'everything delivered', 120_000);
  return (performance.now() - started) / 1000;
};

const measure = async (name: string, pid: number, urls: string[], sink: Sink): Promise<Measured> => {
  const warmUp = await openLoop({ urls, body, firstNumber: 0 }, MODERATE_PER_SECOND, 3);
  await drained(sink, warmUp, performance.now());

  sink.delays.clear();
  const cpuBefore = cpuMs(pid);
  const moderate = await openLoop({ urls, body, firstNumber: 1e6 }, MODERATE_PER_SECOND, MODERATE_SECONDS);
  await drained(sink, moderate, performance.now());
  const cpuPerCall = (cpuMs(pid) - cpuBefore) / moderate.accepted;
  const delays = [...sink.delays.values()];

  sink.delays.clear();
  const started = performance.now();
  const flatOut = await closedLoop({ urls, body, firstNumber: 2e6 }, CONNECTIONS, FLAT_OUT_SECONDS);
  const seconds = await drained(sink, flatOut, started);
  return {
    name,
    acceptedPerSecond: flatOut.accepted / flatOut.seconds,
    deliveredPerSecond: flatOut.accepted / seconds,
    answerP50: quantile(moderate.answerMs, 0.5),
    answerP99: quantile(moderate.answerMs, 0.99),
    deliveryP50: quantile(delays, 0.5),
    deliveryP99: quantile(delays, 0.99),
    cpuPerCall,
    memoryMb: memoryMb(pid),
  };
};

const measureAnchor = async (): Promise<Measured> => {
  const sink = await startSink();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'anchor.ts'), sink.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  try {
    return await measure('anchor: in memory', child.pid ?? 0, [String(line).trim()], sink);
  } finally {
    child.kill();
    await sink.stop();
  }
};

/** Webhooks and targets, one lane each, so that the load is spread as it is between users. */
const LANES = 8;

interface AwsUse {
  calls: Record<string, number>;
  poller_calls: Record<string, number>;
  read_units: number;
  write_units: number;
  cpu_ms: number;
}

const awsUse = async (run: LocalRun): Promise<Record<string, AwsUse>> =>
  (await fetch(`${run.fakesUrl}/api/aws`)).json() as never;

/** AWS work of one call that is accepted and delivered to one target, averaged over some calls one after the other. */
const countAws = async (run: LocalRun, url: string, sink: Sink) => {
  const calls = 20;
  await fetch(`${run.fakesUrl}/api/aws`, { method: 'DELETE' });
  sink.delays.clear();
  const load = await openLoop({ urls: [url], body, firstNumber: 3e6 }, 10, calls / 10);
  await drained(sink, load, performance.now());
  const use = await awsUse(run);
  const sum = (pick: (each: AwsUse) => number) =>
    Object.values(use).reduce((total, each) => total + pick(each), 0) / calls;
  const count = (record: Record<string, number>) => Object.values(record).reduce((total, each) => total + each, 0);
  return {
    'SDK calls': sum((each) => count(each.calls)),
    'queue requests of the event source': sum((each) => count(each.poller_calls)),
    'write units': sum((each) => each.write_units),
    'read units': sum((each) => each.read_units),
    'CPU ms in handlers': sum((each) => each.cpu_ms),
  };
};

const measureProduct = async () => {
  const sink = await startSink();
  const started = performance.now();
  const run = await startLocal({
    settings: {
      plans: { free: { maxInvocationsPerDay: 10_000_000, maxWebhooks: LANES, maxTargets: LANES } },
      gateway: { invoke: { requestsPerSecond: 100_000, burst: 100_000 } },
      outboundHostMap: { 'sink.example.com': sink.url },
    },
  });
  try {
    const readyMs = performance.now() - started;
    const user = await signUp(run);
    const urls: string[] = [];
    for (let lane = 0; lane < LANES; lane++) {
      const target = await user.api('createTarget', {
        body: { name: `Sink ${lane}`, type: 'http', options: { url: `https://sink.example.com/${lane}` } },
      });
      urls.push((await createWebhook(run, user, [target.id], { use_template: true, template: TEMPLATE })).url);
    }
    const measured = await measure('Tellhook, in memory', run.pid, urls, sink);
    const aws = await countAws(run, urls[0] as string, sink);
    return { measured, aws, readyMs };
  } finally {
    await run.stop();
    await sink.stop();
  }
};

const number = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

/** Measures the path of a call, beside the yardstick in the same run, and prints a table with the ratios. */
const benchPath = async (): Promise<void> => {
  const anchor = await measureAnchor();
  const { measured, aws, readyMs } = await measureProduct();
  const rows: [string, keyof Measured][] = [
    ['accepted calls/s, flat out', 'acceptedPerSecond'],
    ['delivered calls/s, flat out', 'deliveredPerSecond'],
    [`answer p50 ms at ${MODERATE_PER_SECOND}/s`, 'answerP50'],
    [`answer p99 ms at ${MODERATE_PER_SECOND}/s`, 'answerP99'],
    [`call to delivery p50 ms at ${MODERATE_PER_SECOND}/s`, 'deliveryP50'],
    [`call to delivery p99 ms at ${MODERATE_PER_SECOND}/s`, 'deliveryP99'],
    [`CPU ms per call at ${MODERATE_PER_SECOND}/s, all processes`, 'cpuPerCall'],
    ['memory MB after the load', 'memoryMb'],
  ];
  console.log(
    `A GitHub push of ${body('').length} bytes, a template of three fields, one target; node ${process.version}`,
  );
  console.table(
    Object.fromEntries(
      rows.map(([label, key]) => {
        const [ours, theirs] = [Number(measured[key]), Number(anchor[key])];
        return [label, { [measured.name]: number(ours), [anchor.name]: number(theirs), ratio: number(ours / theirs) }];
      }),
    ),
  );
  console.log('AWS work of one call, delivered to one target:');
  console.table(
    Object.fromEntries(Object.entries(aws).map(([label, value]) => [label, { 'per call': number(value) }])),
  );
  console.log(`From start to ready: ${number(readyMs)} ms`);
};

await benchPath();
