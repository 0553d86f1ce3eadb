import type { FunctionReport } from '../lib/local/iam/usage-meter.ts';
import type { LocalRun } from '../test/support/local-run.ts';
import { eventually, signUp } from '../test/support/product.ts';
import { BURST_BATCH, costOf, MS, provisionedCost, RECONCILER_READS } from './costs.ts';
import { ACCESS_LINE } from './log-lines.ts';
import type { Row, Subject } from './report.ts';
import { openLoop } from './support/generator.ts';
import {
  clearAws,
  createTargets,
  createWebhooks,
  type Product,
  readAws,
  requestsTo,
  startProduct,
  sumOf,
} from './support/product.ts';
import { pushBody } from './support/scenario.ts';

const CALLS = 20;
const PATH = ['invoke', 'dispatcher'];

/** The AWS units that an average call uses. */
interface Units {
  writes: number;
  reads: number;
  queueRequests: number;
  functionCalls: number;
  logKilobytes: number;
  roundTripsBeforeAnswer: number;
}

const unitsOf = (use: Record<string, FunctionReport>, calls: number): Units => ({
  writes: sumOf(use, (report) => report.write_units, PATH) / calls,
  reads: sumOf(use, (report) => report.read_units, PATH) / calls,
  // Each batch is received once and deleted once. Empty polls are part of the cost of a stage without calls.
  queueRequests: (sumOf(use, requestsTo('sqs'), PATH) + 2 * (use.dispatcher?.invocations ?? 0)) / calls,
  functionCalls: sumOf(use, (report) => report.invocations, PATH) / calls,
  logKilobytes: (sumOf(use, (report) => report.log_bytes, PATH) / calls + ACCESS_LINE.length) / 1024,
  // Rounded, because simultaneous requests can look like an additional round trip. This happens if one gets its
  // response before another has arrived.
  roundTripsBeforeAnswer: Math.round((use.invoke?.round_trips ?? 0) / calls),
});

/** Measures consecutive calls. Each is delivered to all targets before the next is sent. */
const measureCalls = async ({ run, sink }: Product, url: string, targets: number): Promise<Units> => {
  const one = async (number: number) => {
    const before = sink.received();
    await openLoop({ urls: [url], body: pushBody, firstNumber: number }, 1, 1);
    await eventually(async () => sink.received() >= before + targets, 'delivered');
    await settled(run);
  };
  await one(0);
  await clearAws(run);
  for (let call = 1; call <= CALLS; call++) await one(call);
  return unitsOf(await readAws(run), CALLS);
};

/** Waits until the functions make no more requests, so the result is stored and the message is deleted. */
const settled = (run: LocalRun): Promise<true> => {
  let last = '';
  return eventually(async () => {
    const now = JSON.stringify(
      Object.values(await readAws(run)).map(({ calls, poller_calls }) => [calls, poller_calls]),
    );
    const same = now === last;
    last = now;
    return same;
  }, 'quiet');
};

const readsOf = async (run: LocalRun, read: () => Promise<unknown>): Promise<number> => {
  // The first call also reads secrets and keys, so only the second is measured.
  await read();
  await clearAws(run);
  await read();
  return sumOf(await readAws(run), (report) => report.read_units);
};

/**
 * The measured AWS work per call, for this number of messages per call of the dispatcher. In the measurement, each
 * message came alone, so it was received and deleted alone.
 */
const workPerCall = (one: Units, batch: number, reconcilerReadUnits = RECONCILER_READS.busy) => ({
  writeUnits: one.writes,
  readUnits: one.reads,
  reconcilerReadUnits,
  queueRequests: one.queueRequests - 2 + 2 / batch,
  functionCalls: one.functionCalls - 1 + 1 / batch,
  functionMs: MS.accept + MS.deliver / batch,
  logKilobytes: one.logKilobytes,
});

/** Measures the AWS units of a call, of an additional target, and of the two lists that users open most. */
export const rows: Subject = async (): Promise<Row[]> => {
  const product = await startProduct();
  const { run } = product;
  try {
    const user = await signUp(run);
    const targets = await createTargets(user, 200);
    const webhooks = await createWebhooks(run, user, [
      targets.slice(0, 1),
      targets.slice(1, 3),
      ...targets.slice(3, 26).map((id) => [id]),
    ]);
    const [first, second] = webhooks;
    if (!first || !second) throw new Error('no webhooks');
    const one = await measureCalls(product, first.url, 1);
    const two = await measureCalls(product, second.url, 2);
    await openLoop({ urls: [first.url], body: pushBody, firstNumber: 1000 }, 30, 1);
    await settled(run);
    const listing = await readsOf(run, () =>
      user.api('listInvocations', { id: first.id, query: { limit: 50, view: 'summary' } }),
    );
    const dashboard = await readsOf(run, () => user.api('getOverview'));
    return [
      { what: 'write units per call', value: one.writes, bar: { most: 7 } },
      { what: 'read units per call', value: one.reads, bar: { most: 1 } },
      { what: 'queue requests per call', value: one.queueRequests, bar: { most: 3 } },
      { what: 'function calls per call', value: one.functionCalls, bar: { most: 2 } },
      { what: 'kilobytes of logs per call', value: one.logKilobytes, bar: { most: 1.05 } },
      { what: 'waits for AWS before the answer', value: one.roundTripsBeforeAnswer, bar: { most: 2 } },
      { what: 'write units of one more target', value: two.writes - one.writes, bar: { most: 2 } },
      { what: 'read units of a page of 50 calls', value: listing, bar: { most: 8 } },
      { what: 'read units of the dashboard, 25 webhooks, 200 targets', value: dashboard, bar: { most: 10.5 } },
      {
        what: 'US$ per million at steady 10 calls/s, with tableCapacity',
        value: provisionedCost(workPerCall(one, 1)),
        bar: { most: 8 },
      },
      // On-demand prices have no limit here, because each message pays for a function's whole wait and for its own
      // polls.
      { what: '… paid by use', value: costOf(workPerCall(one, 1)) },
      { what: '… of calls that each come alone', value: costOf(workPerCall(one, 1, RECONCILER_READS.rare)) },
      { what: `… of bursts, ${BURST_BATCH} messages to a batch`, value: costOf(workPerCall(one, BURST_BATCH)) },
    ];
  } finally {
    await product.stop();
  }
};
