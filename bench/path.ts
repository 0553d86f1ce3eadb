import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../test/support/product.ts';
import type { Row, Subject } from './report.ts';
import { closedLoop, type LoadResult, openLoop, quantile } from './support/generator.ts';
import { measureCpu, memoryByProcess, memoryMb } from './support/processes.ts';
import { clearAws, type Product, readAws, startProduct, sumOf, userWithLanes } from './support/product.ts';
import { pushBody } from './support/scenario.ts';
import { type Sink, startSink } from './support/sink.ts';

/*
 * The limits of speed are n8n's results on the machine where they were set. They do not predict the throughput in AWS,
 * where each call has its own function.
 */
const CONNECTIONS = 16;
const FLAT_OUT_SECONDS = 5;
const MODERATE_PER_SECOND = 20;
const MODERATE_SECONDS = 10;
/**
 * Number of webhooks, each with its own target. It is high enough that no target’s rate limit (10 calls a second)
 * matters.
 */
const LANES = 60;
/** Limits of each half of the memory measurement: a number of calls, and a duration for slow machines. */
const HALF = { calls: 5000, seconds: 34 };

/** Seconds until all processes have started. V8 optimises code only after some thousand calls. */
const WARM_UP_SECONDS = 5;

interface Relay {
  pid: number;
  urls: string[];
  sink: Sink;
}

/**
 * Waits until all accepted calls have arrived.
 * @returns the seconds since `started`
 */
const drained = async ({ sink }: Relay, load: LoadResult, started: number): Promise<number> => {
  await eventually(async () => sink.delays.size >= load.accepted, 'everything delivered', 120_000);
  return (performance.now() - started) / 1000;
};

/** Sends calls without pauses. Rejected calls do not fail the measurement. */
const flatOut = async (relay: Relay, limits: { seconds: number; calls?: number }, firstNumber: number) => {
  relay.sink.delays.clear();
  const started = performance.now();
  const load = await closedLoop({ urls: relay.urls, body: pushBody, firstNumber }, CONNECTIONS, limits);
  const seconds = await drained(relay, load, started);
  return {
    accepted: load.accepted,
    acceptedPerSecond: load.accepted / load.seconds,
    deliveredPerSecond: load.accepted / seconds,
  };
};

/** Sends calls at a moderate rate. Returns delays in milliseconds, and the CPU time of all processes per call. */
const moderate = async (relay: Relay) => {
  relay.sink.delays.clear();
  const spentMs = measureCpu(relay.pid);
  const load = await openLoop(
    { urls: relay.urls, body: pushBody, firstNumber: 1e6 },
    MODERATE_PER_SECOND,
    MODERATE_SECONDS,
  );
  await drained(relay, load, performance.now());
  const delays = [...relay.sink.delays.values()];
  return {
    accepted: load.accepted,
    cpuPerCall: spentMs() / load.accepted,
    answerP50: quantile(load.answerMs, 0.5),
    answerP99: quantile(load.answerMs, 0.99),
    deliveryP50: quantile(delays, 0.5),
    deliveryP99: quantile(delays, 0.99),
  };
};

const warmUp = async (relay: Relay, seconds: number) => {
  await flatOut(relay, { seconds }, 0);
};

const measureAnchor = async (kind: 'memory' | 'durable') => {
  const folder = mkdtempSync(join(tmpdir(), 'tellhook-anchor-'));
  const sink = await startSink();
  const parameters = [join(import.meta.dirname, 'support/anchor.ts'), sink.url, kind, join(folder, 'calls.log')];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(child.stdout, 'data');
    const relay = { pid: child.pid ?? 0, urls: [String(line).trim()], sink };
    await warmUp(relay, 1);
    return {
      ...(await moderate(relay)),
      ...(await flatOut(relay, { seconds: FLAT_OUT_SECONDS }, 2e6)),
      memory: memoryMb(relay.pid),
    };
  } finally {
    child.kill();
    await sink.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const relayOf = async ({ run, sink }: Product): Promise<Relay> => {
  const { urls } = await userWithLanes(run, LANES);
  return { pid: run.pid, urls, sink };
};

/** Identifies the renderers, separate processes whose CPU time does not count as the functions'. */
const RENDERER = 'renderer.mjs';
/** Identifies the process of the table, which keeps all data in memory. */
const TABLE = 'dynoxide';

/**
 * Memory growth in per cent of the processes that exist in both measurements. A process that was started in between
 * does not count as growth.
 * @param left ids of processes that are not counted
 */
const growthOf = (before: Map<number, number>, after: Map<number, number>, left: number[]): number => {
  const both = [...before.keys()].filter((pid) => after.has(pid) && !left.includes(pid));
  const sum = (memory: Map<number, number>) => both.reduce((total, pid) => total + (memory.get(pid) ?? 0), 0);
  return (sum(after) / sum(before) - 1) * 100;
};

const measureInMemory = async () => {
  const product = await startProduct();
  const { run } = product;
  try {
    const relay = await relayOf(product);
    await warmUp(relay, WARM_UP_SECONDS);
    const tableAtFirst = memoryMb(run.pid, TABLE);
    const first = await flatOut(relay, HALF, 2e6);
    const halfway = memoryByProcess(run.pid);
    const second = await flatOut(relay, HALF, 3e6);
    const after = memoryByProcess(run.pid);
    const memory = memoryMb(run.pid);
    const tables = memoryByProcess(run.pid, TABLE);
    const table = memoryMb(run.pid, TABLE);
    await clearAws(run);
    const rendererMs = measureCpu(run.pid, RENDERER);
    const steady = await moderate(relay);
    const templateMs = rendererMs() / steady.accepted;
    const functionMs = sumOf(await readAws(run), ({ cpu_ms }) => cpu_ms, ['invoke', 'dispatcher']) / steady.accepted;
    const calls = first.accepted + second.accepted;
    return {
      ...steady,
      ownMs: functionMs + templateMs,
      templateMs,
      acceptedPerSecond: Math.max(first.acceptedPerSecond, second.acceptedPerSecond),
      deliveredPerSecond: Math.max(first.deliveredPerSecond, second.deliveredPerSecond),
      calls,
      memory,
      growthPercent: growthOf(halfway, after, [...tables.keys()]),
      storedKb: ((table - tableAtFirst) * 1024) / calls,
    };
  } finally {
    await product.stop();
  }
};

const measureOnDisk = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tellhook-bench-'));
  const product = await startProduct({ dataDir });
  try {
    const relay = await relayOf(product);
    await warmUp(relay, 3);
    return { ...(await flatOut(relay, { seconds: FLAT_OUT_SECONDS }, 2e6)), readyMs: product.readyMs };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** Measures a call’s path through the product, and compares it with two minimal relays. */
export const rows: Subject = async (): Promise<Row[]> => {
  const [memory, durable] = [await measureAnchor('memory'), await measureAnchor('durable')];
  const ours = await measureInMemory();
  const disk = await measureOnDisk();
  const beside = (pick: (measured: typeof memory) => number) => ({ memory: pick(memory), durable: pick(durable) });
  const at = `at ${MODERATE_PER_SECOND}/s`;
  return [
    {
      what: 'accepted/s',
      value: ours.acceptedPerSecond,
      bar: { least: 125 },
      anchors: beside((it) => it.acceptedPerSecond),
    },
    {
      what: 'delivered/s',
      value: ours.deliveredPerSecond,
      bar: { least: 125 },
      anchors: beside((it) => it.deliveredPerSecond),
    },
    {
      what: 'accepted/s, data on disk',
      value: disk.acceptedPerSecond,
      bar: { least: 40 },
      anchors: beside((it) => it.acceptedPerSecond),
    },
    {
      what: 'delivered/s, data on disk',
      value: disk.deliveredPerSecond,
      bar: { least: 40 },
      anchors: beside((it) => it.deliveredPerSecond),
    },
    { what: `call to answer p50 ms ${at}`, value: ours.answerP50, anchors: beside((it) => it.answerP50) },
    { what: `call to answer p99 ms ${at}`, value: ours.answerP99, anchors: beside((it) => it.answerP99) },
    {
      what: `call to delivery p50 ms ${at}`,
      value: ours.deliveryP50,
      bar: { most: 20 },
      anchors: beside((it) => it.deliveryP50),
    },
    {
      what: `call to delivery p99 ms ${at}`,
      value: ours.deliveryP99,
      bar: { most: 60 },
      anchors: beside((it) => it.deliveryP99),
    },
    {
      what: `CPU ms per call ${at}, functions alone`,
      value: ours.ownMs,
      anchors: beside((it) => it.cpuPerCall),
    },
    { what: 'of that, CPU ms of the template', value: ours.templateMs, bar: { most: 0.1 } },
    {
      what: `CPU ms per call ${at}, the whole machine`,
      value: ours.cpuPerCall,
      anchors: beside((it) => it.cpuPerCall),
    },
    {
      what: `MB of all processes after ${ours.calls} calls`,
      value: ours.memory,
      bar: { most: 600 },
      anchors: beside((it) => it.memory),
    },
    { what: 'growth of that over the last half, without the table, %', value: ours.growthPercent, bar: { most: 5 } },
    { what: 'KB of the table’s memory per stored call', value: ours.storedKb, bar: { most: 10 } },
    { what: 'ms from start to ready, everything built', value: disk.readyMs },
  ];
};
