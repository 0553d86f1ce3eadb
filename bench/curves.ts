import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { invocationStore } from '../lambdas/adapters/dynamodb/invocation-store.ts';
import { key } from '../lambdas/adapters/dynamodb/keys.ts';
import { routeReader } from '../lambdas/adapters/dynamodb/route-reader.ts';
import type { Table } from '../lambdas/adapters/dynamodb/table.ts';
import { newInvocationId } from '../lambdas/platform/ids.ts';
import { startTable } from '../test/support/dynamodb.ts';
import { aSummary } from '../test/support/in-memory.ts';
import { eventually, signUp } from '../test/support/product.ts';
import { type Row, type Subject, tableOf } from './report.ts';
import { openLoop, quantile } from './support/generator.ts';
import {
  clearAws,
  createTargets,
  createWebhooks,
  type Product,
  readAws,
  startProduct,
  sumOf,
} from './support/product.ts';
import { bodyOfSize, pushBody } from './support/scenario.ts';

const KB = 1024;
const BODY_SIZES = [1, 4, 16, 64, 256, 1000];
const TARGETS = [1, 2, 5, 10];
const STORED = [100, 1000, 10_000, 100_000];
const USERS = [1, 100, 10_000];
const CALLS = 4;
const CALLS_PER_SECOND = 4;
const READS = 30;

/** One place of a curve. */
interface Point {
  at: number;
  values: Record<string, number>;
}

const curveOf = (name: string, points: Point[]): string =>
  tableOf(
    points.map(({ at, values }) => ({
      [name]: String(at),
      ...Object.fromEntries(Object.entries(values).map(([what, value]) => [what, value.toFixed(value < 10 ? 1 : 0)])),
    })),
  );

/** The growth of a value between two points: 0 is flat, 1 linear, 2 quadratic. */
const exponent = (points: Point[], what: string): number => {
  const [first, last] = [points[0], points.at(-1)];
  const ratio = (last?.values[what] ?? Number.NaN) / (first?.values[what] ?? Number.NaN);
  return Math.log(ratio) / Math.log((last?.at ?? 1) / (first?.at ?? 1));
};

const measure = async (
  { run, sink }: Product,
  url: string,
  targets: number,
  body: (mark: string) => string,
): Promise<Record<string, number>> => {
  const send = async (firstNumber: number, calls: number) => {
    const before = sink.received();
    sink.delays.clear();
    const load = await openLoop({ urls: [url], body, firstNumber }, CALLS_PER_SECOND, calls / CALLS_PER_SECOND);
    await eventually(async () => sink.received() - before >= load.accepted * targets, 'delivered', 60_000);
    return load;
  };
  await send(0, 1);
  await clearAws(run);
  const load = await send(100, CALLS);
  // The dispatcher stores what became of a message after the provider has it.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const use = await readAws(run);
  const path = ['invoke', 'dispatcher'];
  const perCall = (pick: Parameters<typeof sumOf>[1]) => sumOf(use, pick, path) / load.accepted;
  return {
    'write units': perCall(({ write_units }) => write_units),
    'read units': perCall(({ read_units }) => read_units),
    'CPU ms': perCall(({ cpu_ms }) => cpu_ms),
    'answer p50 ms': quantile(load.answerMs, 0.5),
    'delivery p50 ms': quantile(sink.delays.values(), 0.5),
  };
};

const overBodiesAndTargets = async (): Promise<{ bodies: Point[]; targets: Point[] }> => {
  const product = await startProduct();
  try {
    const user = await signUp(product.run);
    const ids = await createTargets(user, Math.max(...TARGETS));
    const lists = [ids.slice(0, 1), ...TARGETS.map((count) => ids.slice(0, count))];
    const [first, ...wider] = await createWebhooks(product.run, user, lists);
    const bodies: Point[] = [];
    for (const at of BODY_SIZES) {
      bodies.push({ at, values: await measure(product, first?.url ?? '', 1, bodyOfSize(at * KB)) });
    }
    const targets: Point[] = [];
    for (const [index, at] of TARGETS.entries()) {
      targets.push({ at, values: await measure(product, wider[index]?.url ?? '', at, pushBody) });
    }
    return { bodies, targets };
  } finally {
    await product.stop();
  }
};

const BATCH = 25;

const putAll = async ({ client, name }: Table, items: Iterable<Record<string, unknown>>): Promise<void> => {
  let batch: { PutRequest: { Item: Record<string, unknown> } }[] = [];
  const flush = async () => {
    if (batch.length > 0) await client.send(new BatchWriteCommand({ RequestItems: { [name]: batch } }));
    batch = [];
  };
  for (const Item of items) {
    batch.push({ PutRequest: { Item } });
    if (batch.length === BATCH) await flush();
  }
  await flush();
};

/** The same table, with a count of the read units that DynamoDB charges for what is sent through it. */
const metered = ({ client, name }: Table): { table: Table; unitsSoFar(): number } => {
  let units = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      Object.assign(request.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer = await next(request);
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: { CapacityUnits?: number } };
      units += ConsumedCapacity?.CapacityUnits ?? 0;
      return answer;
    },
    { step: 'initialize', priority: 'high' },
  );
  return { table: { client, name }, unitsSoFar: () => units };
};

/** Units and median milliseconds of a read. */
const readCost = async (unitsSoFar: () => number, read: () => Promise<unknown>): Promise<Record<string, number>> => {
  const times: number[] = [];
  const before = unitsSoFar();
  for (let at = 0; at < READS; at++) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  return { 'read units': (unitsSoFar() - before) / READS, 'p50 ms': quantile(times, 0.5) };
};

/** Cost of a webhook's first page as more and more calls are stored. */
const overStoredCalls = async (plain: Table, counts: number[]): Promise<Point[]> => {
  const { table, unitsSoFar } = metered(plain);
  const store = invocationStore(table);
  const now = Date.now();
  const [userId, webhookId] = [1, 11];
  const summary = aSummary(new Date(now), { userId, webhookId });
  await store.insert(summary, { headers: {}, body: Buffer.from('{}') });
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key.invocation(userId, webhookId, summary.id) }),
  );
  let stored = 1;
  const copies = function* (until: number) {
    for (; stored < until; stored++) {
      yield {
        ...Item,
        ...key.invocation(userId, webhookId, newInvocationId(webhookId, new Date(now - stored * 1000))),
      };
    }
  };
  const points: Point[] = [];
  for (const at of counts) {
    await putAll(table, copies(at));
    const firstPage = () => store.list(userId, webhookId, { offset: 0, limit: 50 }, new Date(now));
    points.push({ at, values: await readCost(unitsSoFar, firstPage) });
  }
  return points;
};

/** Cost of finding a call's webhook as more and more users have one. */
const overUsers = async (plain: Table, counts: number[]): Promise<Point[]> => {
  const { table, unitsSoFar } = metered(plain);
  const routes = routeReader(table);
  const routeOf = (user: number) => `route-of-user-${user}-`.padEnd(32, 'x');
  let stored = 0;
  const users = function* (until: number) {
    for (; stored < until; stored++) {
      const user_id = 1000 + stored;
      yield { ...key.profile(user_id), user_id, email: `person-${user_id}@example.com`, status: 'free' };
      yield { ...key.counters(user_id), user_id, used_today: 0 };
      const webhook = { webhook_id: stored, enabled: true, target_ids: [stored], position: 0, owner_status: 'free' };
      yield { ...key.route(routeOf(stored)), user_id, ...webhook };
    }
  };
  const points: Point[] = [];
  for (const at of counts) {
    await putAll(table, users(at));
    const lookUp = () => routes.byRoute(routeOf(Math.floor(at / 2)));
    points.push({ at, values: await readCost(unitsSoFar, lookUp) });
  }
  return points;
};

/** Cost of a call, and of reading calls, as work grows: flat or linear, never worse. */
export const rows: Subject = async ({ whole }): Promise<Row[]> => {
  const { bodies, targets } = await overBodiesAndTargets();
  const stand = await startTable();
  try {
    const stored = await overStoredCalls(stand.table, whole ? STORED : STORED.slice(0, -1));
    const users = await overUsers(await stand.another(), whole ? USERS : USERS.slice(0, -1));
    console.log(
      [
        curveOf('body KB', bodies),
        curveOf('targets', targets),
        curveOf('calls stored in the webhook', stored),
        curveOf('users', users),
      ].join('\n\n'),
    );
    return [
      { what: 'write units over body size, exponent', value: exponent(bodies, 'write units'), bar: { most: 1.05 } },
      { what: 'CPU over body size, exponent', value: exponent(bodies, 'CPU ms'), bar: { most: 1.05 } },
      { what: 'write units over targets, exponent', value: exponent(targets, 'write units'), bar: { most: 1.05 } },
      { what: 'CPU over targets, exponent', value: exponent(targets, 'CPU ms'), bar: { most: 1.05 } },
      {
        what: 'units of page 1 over calls stored, exponent',
        value: exponent(stored, 'read units'),
        bar: { most: 0.05 },
      },
      { what: 'time of page 1 over calls stored, exponent', value: exponent(stored, 'p50 ms'), bar: { most: 0.2 } },
      {
        what: 'units of finding a webhook over users, exponent',
        value: exponent(users, 'read units'),
        bar: { most: 0.05 },
      },
    ];
  } finally {
    await stand.stop();
  }
};
