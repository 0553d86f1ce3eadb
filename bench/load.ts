import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, signUp } from '../test/support/product.ts';
import { type Row, type Subject, tableOf } from './report.ts';
import { type LoadResult, openLoop, quantile } from './support/generator.ts';
import { createTargets, createWebhooks, type Product, startProduct, userWithLanes } from './support/product.ts';
import { bodyOfSize, pushBody } from './support/scenario.ts';

/** Calls per second of a quiet user, whose delays show the effect of the load. */
const CALM_PER_SECOND = 20;
const SCENARIO_SECONDS = 6;
/**
 * Seconds of the measurement without load, to which all others are compared. It is longer, because the second slowest
 * of a hundred calls is mostly chance.
 */
const ALONE_SECONDS = 18;
const CALM_LANES = 8;
/** Calls per second of the flood. This machine accepts only some hundreds. */
const FLOOD_PER_SECOND = 400;
/**
 * Number of lanes whose provider hangs. Each keeps one of this machine's dispatchers busy until the request times out.
 */
const HANGING_LANES = 2;

/** A template that runs for a second, until it is stopped. */
const HOSTILE_TEMPLATE = '{{ ($f := function($n){ $n > 0 ? $f($n - 1) + $f($n - 1) : 1 }; $f(40)) }}';

interface World {
  product: Product;
  /** The quiet user's invoke URLs. */
  calm: string[];
  /** Invoke URLs of the user who causes the load. */
  noisy: string[];
  /** Invoke URLs of that user's webhooks whose template has to be stopped. */
  hostile: string[];
}

interface Scenario {
  name: string;
  /** Seconds during which the quiet user sends calls. */
  seconds?: number;
  /** Sends the noisy user's calls at the same time. Resolves when all have been sent. */
  load(world: World, firstNumber: number): Promise<LoadResult[]>;
  /** True if the load exceeds the machine's capacity. */
  beyond?: boolean;
  /** True if the quiet user's calls wait behind the load. In AWS, they would have separate functions. */
  burst?: boolean;
  /** True if accepted calls lead to no messages, because of their template. */
  noMessages?: boolean;
}

/**
 * Sends thirty calls within 200 ms, every second.
 * @param urlsOf returns the URLs for a second's calls
 */
const bursts = async (firstNumber: number, urlsOf: (second: number) => string[]): Promise<LoadResult[]> => {
  const results: LoadResult[] = [];
  for (let at = 0; at < SCENARIO_SECONDS; at++) {
    const load = { urls: urlsOf(at), body: pushBody, firstNumber: firstNumber + at * 100 };
    const [result] = await Promise.all([openLoop(load, 150, 0.2), sleep(1000)]);
    results.push(result);
  }
  return results;
};

/** Selects another webhook each second, because a target's rate limit spreads thirty calls over three seconds. */
const toOne =
  ({ noisy }: World) =>
  (second: number): string[] =>
    noisy.slice(second, second + 1);

const scenarios: Scenario[] = [
  { name: 'nothing', seconds: ALONE_SECONDS, load: () => sleep(ALONE_SECONDS * 1000, []) },
  {
    name: 'a burst of 30 calls in 200 ms to one webhook, each second',
    burst: true,
    load: (world, firstNumber) => bursts(firstNumber, toOne(world)),
  },
  {
    name: 'a burst of 30 calls in 200 ms to 16 webhooks, each second',
    burst: true,
    load: ({ noisy }, firstNumber) => bursts(firstNumber, () => noisy),
  },
  {
    name: 'a step from nothing to 15 calls/s',
    load: async ({ noisy: urls }, firstNumber) => {
      await sleep(1000);
      return [await openLoop({ urls, body: pushBody, firstNumber }, 15, SCENARIO_SECONDS - 1)];
    },
  },
  {
    name: 'a provider that does not answer',
    load: async ({ product: { sink }, noisy: urls }, firstNumber) => {
      sink.behave('hangs', (path) => path.startsWith('/noisy/'));
      const result = await openLoop(
        { urls: urls.slice(0, HANGING_LANES), body: pushBody, firstNumber },
        5,
        SCENARIO_SECONDS,
      );
      sink.behave('takes', () => true);
      return [result];
    },
  },
  {
    name: 'a provider that answers 503',
    load: async ({ product: { sink }, noisy: urls }, firstNumber) => {
      sink.behave('fails', (path) => path.startsWith('/noisy/'));
      const result = await openLoop({ urls, body: pushBody, firstNumber }, 5, SCENARIO_SECONDS);
      sink.behave('takes', () => true);
      return [result];
    },
  },
  {
    name: 'bodies of 512 KB, 2 calls/s',
    load: async ({ noisy: urls }, firstNumber) => [
      await openLoop({ urls, body: bodyOfSize(512 * 1024), firstNumber }, 2, SCENARIO_SECONDS),
    ],
  },
  {
    name: 'templates that have to be stopped, 2 calls/s',
    noMessages: true,
    load: async ({ hostile: urls }, firstNumber) => [
      await openLoop({ urls, body: pushBody, firstNumber }, 2, SCENARIO_SECONDS),
    ],
  },
  {
    name: `more than it can take: ${FLOOD_PER_SECOND} calls/s`,
    beyond: true,
    load: async ({ noisy: urls }, firstNumber) => [
      await openLoop({ urls, body: pushBody, firstNumber }, FLOOD_PER_SECOND, SCENARIO_SECONDS - 1),
    ],
  },
];

interface Outcome {
  /** The quiet user's delays from call to delivery, in milliseconds. */
  calm: number[];
  /** The numbers of the events that have to arrive in the end. */
  promised: number[];
  accepted: number;
  refused: Map<string, number>;
}

const play = async (world: World, scenario: Scenario, number: number): Promise<Outcome> => {
  const { sink } = world.product;
  const firstCalm = number + 50_000;
  const calmLoad = openLoop(
    { urls: world.calm, body: pushBody, firstNumber: firstCalm },
    CALM_PER_SECOND,
    scenario.seconds ?? SCENARIO_SECONDS,
  );
  const loads = await scenario.load(world, number);
  const calm = await calmLoad;
  const arrived = () => [...sink.delays].filter(([event]) => event >= firstCalm && event < firstCalm + 50_000);
  await eventually(async () => arrived().length >= calm.accepted, `${scenario.name}: the calm user's calls`, 60_000);
  const refused = new Map<string, number>();
  for (const load of [calm, ...loads])
    for (const [status, count] of load.refused) refused.set(status, (refused.get(status) ?? 0) + count);
  return {
    calm: arrived().map(([, delay]) => delay),
    promised: [calm, ...(scenario.noMessages ? [] : loads)].flatMap(({ acceptedNumbers }) => acceptedNumbers),
    accepted: loads.reduce((sum, load) => sum + load.accepted, 0),
    refused,
  };
};

const setUp = async (product: Product): Promise<World> => {
  const { run } = product;
  const calm = await userWithLanes(run, CALM_LANES);
  const user = await signUp(run);
  const targets = await createTargets(user, 20, 'noisy');
  const lists = targets.map((id) => [id]);
  const noisy = await createWebhooks(run, user, lists.slice(0, 16));
  const hostile = await createWebhooks(run, user, lists.slice(16), HOSTILE_TEMPLATE);
  const world = {
    product,
    calm: calm.urls,
    noisy: noisy.map(({ url }) => url),
    hostile: hostile.map(({ url }) => url),
  };
  for (const urls of [world.calm, world.noisy]) await openLoop({ urls, body: pushBody, firstNumber: 0 }, 20, 2);
  // These bursts start enough functions. The cost of a start is measured elsewhere.
  const loads = await bursts(1000, toOne(world));
  const expected = loads.flatMap(({ acceptedNumbers }) => acceptedNumbers);
  await eventually(async () => expected.every((event) => product.sink.delays.has(event)), 'the first bursts', 60_000);
  return world;
};

/**
 * Seconds by which the product's clock is advanced per step. The longest delays come from paused lanes, whose next
 * check is minutes away.
 */
const STEP_SECONDS = 300;
const STEPS = 12;

/** Counts the promised events that do not arrive, even after the product's clock is advanced. */
const lostOf = async ({ product: { run, sink } }: World, promised: number[]): Promise<number> => {
  const missing = () => promised.filter((event) => !sink.delays.has(event)).length;
  for (let step = 0; step < STEPS && missing() > 0; step++) {
    const body = JSON.stringify({ advanceSeconds: STEP_SECONDS });
    await fetch(`${run.fakesUrl}/api/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }
  return missing();
};

/** Measures loads within the machine's capacity and one beyond it, each next to a user with few calls. */
export const rows: Subject = async (): Promise<Row[]> => {
  const product = await startProduct();
  try {
    const world = await setUp(product);
    const lines: Record<string, string>[] = [];
    let undisturbed = Number.NaN;
    let errorsBelow = 0;
    let oddRefusals = 0;
    let refusals = 0;
    const delays: Row[] = [];
    const promised: number[] = [];
    for (const [index, scenario] of scenarios.entries()) {
      const outcome = await play(world, scenario, (index + 1) * 1e6);
      const p99 = quantile(outcome.calm, 0.99);
      if (index === 0) undisturbed = p99;
      else if (!scenario.beyond) {
        const what = `others’ delay p99 beside ${scenario.name}, ratio to alone`;
        delays.push({ what, value: p99 / undisturbed, ...(!scenario.burst && { bar: { most: 1.2 } }) });
      }
      const statuses = [...outcome.refused];
      const all = statuses.reduce((sum, [, count]) => sum + count, 0);
      const odd = statuses
        .filter(([status]) => !['429', '503'].includes(status))
        .reduce((sum, [, count]) => sum + count, 0);
      if (scenario.beyond) {
        oddRefusals += odd;
        refusals += all;
      } else errorsBelow += all;
      promised.push(...outcome.promised);
      lines.push({
        load: scenario.name,
        'accepted beside': String(outcome.accepted),
        refused: statuses.map(([status, count]) => `${count} × ${status}`).join(', ') || '-',
        'p50 ms of the others': quantile(outcome.calm, 0.5).toFixed(0),
        'p99 ms': p99.toFixed(0),
        'p99 ratio': (p99 / undisturbed).toFixed(2),
      });
    }
    console.log(tableOf(lines));
    return [
      { what: 'refused calls below the knee', value: errorsBelow, bar: { most: 0 } },
      { what: 'refused calls beyond it', value: refusals, bar: { least: 1 } },
      { what: 'refusals beyond it that are no 429 or 503', value: oddRefusals, bar: { most: 0 } },
      { what: 'accepted calls lost under load', value: await lostOf(world, promised), bar: { most: 0 } },
      ...delays,
    ];
  } finally {
    await product.stop();
  }
};
