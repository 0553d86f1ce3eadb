import { createWebhook, eventually, signUp } from '../test/support/product.ts';
import { type Row, type Subject, tableOf } from './report.ts';
import { openLoop, quantile } from './support/generator.ts';
import { hostileFamilies } from './support/hostile-bodies.ts';
import { createTargets, type Product, startProduct, userWithLanes } from './support/product.ts';
import { cpuMsOfReading, readers } from './support/readers.ts';
import { pushBody } from './support/scenario.ts';

const LENGTH = 100 * 1024;
/**
 * Number of runs per reader. The first ones also compile its code. Each run reads `TIMES` times, because the kernel's
 * clock is coarse.
 */
const RUNS = 5;
const TIMES = 4;
/** Milliseconds below which a reader is not measured again. */
const ENOUGH_MS = 10;
/** Maximum CPU time in milliseconds that a function may spend on 100 KB from a stranger. */
const BAR_MS = 50;

interface Cost {
  reader: string;
  ms: number;
}

const slowest = (costs: Cost[]): Cost => costs.reduce((one, other) => (other.ms > one.ms ? other : one));
const shown = ({ reader, ms }: Cost) => `${ms.toFixed(1)} (${reader})`;

/**
 * Measures the CPU time that each reader needs for each family of hostile bodies. Only the functions' readers have a
 * limit, because a slow renderer is killed.
 */
const families = async (): Promise<Row[]> => {
  const lines: Record<string, string>[] = [];
  const worst = new Map<string, Cost>();
  for (const { type, contentType, name, body } of hostileFamilies()) {
    const text = body(LENGTH);
    const costs = { function: [] as Cost[], renderer: [] as Cost[] };
    for (const reader of readers)
      costs[reader.where].push({
        reader: reader.name,
        ms: await cpuMsOfReading(reader, text, contentType, { runs: RUNS, times: TIMES, enoughMs: ENOUGH_MS }),
      });
    const outside = slowest(costs.function);
    worst.set(type, slowest([outside, worst.get(type) ?? outside]));
    lines.push({
      'content type': type,
      'family ‹repeated›': name,
      'in functions, ms': shown(outside),
      'in the renderer, ms': shown(slowest(costs.renderer)),
    });
  }
  console.log('CPU for 100 KB of each family, of whatever reads it slowest:');
  console.log(tableOf(lines));
  return [...worst].map(([type, { reader, ms }]) => ({
    what: `${type}: CPU ms of a function for 100 KB of the slowest family (${reader})`,
    value: ms,
    bar: { most: BAR_MS },
  }));
};

/** Calls per second of the innocent account, alone and next to the hostile ones. */
const INNOCENT_PER_SECOND = 10;
/** Seconds per measurement. With fewer calls, the 99th percentile would be the slowest call, which is mostly chance. */
const SECONDS = 16;
const LANES = 8;
const HOSTILE_ACCOUNTS = 2;
const HOSTILE_WEBHOOKS = 4;
/** Maximum delay of innocent calls next to hostile ones, as a multiple of their delay alone, at the 99th percentile. */
const MOST_RATIO = 1.5;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'content-type': 'application/json' };
/** A template that hangs only for {@link BAIT}, so its webhook is trusted at first. */
const FRAGILE = '{{ $match(text, /^(a+)+$/) }}';
const BAIT = JSON.stringify({ text: `${'a'.repeat(50)}!` });
const HANGING = '{{ $match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/) }}';

interface Attack {
  name: string;
  template?: string;
  perSecond: number;
  headers: Record<string, string>;
  body: (number: number) => string;
  /** True if renders have to be killed. Other renders may wait for them. */
  kills?: boolean;
}

const attacks: Attack[] = [
  { name: 'forms of 60,000 fields', perSecond: 4, headers: FORM, body: () => 'a&'.repeat(60_000) },
  {
    name: 'bodies of 100 KB of all families',
    perSecond: 4,
    headers: JSON_BODY,
    body: (number) => hostileFamilies()[number % 120]?.body(LENGTH) ?? '',
  },
  { name: 'templates that hang', template: HANGING, perSecond: 2, headers: JSON_BODY, body: () => '{}', kills: true },
  {
    name: 'payloads that make a known template hang',
    template: FRAGILE,
    perSecond: 2,
    headers: JSON_BODY,
    body: (number) => (number % 4 < 2 ? '{}' : BAIT),
    kills: true,
  },
];

/** Creates webhooks in several accounts, all with this template, and returns their URLs. */
const hostileUrls = async ({ run }: Product, template: string | undefined): Promise<string[]> => {
  const urls: string[] = [];
  for (let account = 0; account < HOSTILE_ACCOUNTS; account++) {
    const user = await signUp(run);
    const targets = await createTargets(user, HOSTILE_WEBHOOKS, 'hostile');
    for (const target of targets)
      urls.push((await createWebhook(run, user, [target], { use_template: template !== undefined, template })).url);
  }
  return urls;
};

/** Returns the delays of the innocent calls from call to delivery, in milliseconds, and the number of lost calls. */
const innocentDelays = async ({ sink }: Product, urls: string[], firstNumber: number, seconds: number) => {
  const { acceptedNumbers, refused } = await openLoop(
    { urls, body: pushBody, firstNumber },
    INNOCENT_PER_SECOND,
    seconds,
  );
  const arrived = () => acceptedNumbers.filter((number) => sink.delays.has(number));
  const isOver = async () => arrived().length === acceptedNumbers.length;
  await eventually(isOver, 'the innocent calls', 60_000).catch(() => undefined);
  const lost = acceptedNumbers.length - arrived().length + [...refused.values()].reduce((sum, count) => sum + count, 0);
  return { lost, delays: arrived().map((number) => sink.delays.get(number) as number) };
};

/** Measures the effect of hostile accounts on an innocent one, on the local machine. */
const accounts = async (): Promise<Row[]> => {
  const product = await startProduct();
  try {
    const { urls } = await userWithLanes(product.run, LANES);
    await innocentDelays(product, urls, 1, 4);
    const alone = await innocentDelays(product, urls, 10_000, SECONDS);
    const p99Alone = quantile(alone.delays, 0.99);
    const lines = [{ beside: 'nothing', 'p50 ms': quantile(alone.delays, 0.5), 'p99 ms': p99Alone }];
    const rows: Row[] = [];
    let { lost } = alone;
    for (const [index, { name, template, perSecond, headers, body, kills }] of attacks.entries()) {
      const firstNumber = (index + 2) * 100_000;
      const hostile = await hostileUrls(product, template);
      let number = 0;
      const load = { urls: hostile, body: () => body(number++), firstNumber: firstNumber + 50_000, headers };
      const [innocent] = await Promise.all([
        innocentDelays(product, urls, firstNumber, SECONDS),
        openLoop(load, perSecond, SECONDS),
      ]);
      lost += innocent.lost;
      const p99 = quantile(innocent.delays, 0.99);
      lines.push({ beside: name, 'p50 ms': quantile(innocent.delays, 0.5), 'p99 ms': p99 });
      const ratio = { what: `innocent calls’ delay p99 beside ${name}, ratio to alone`, value: p99 / p99Alone };
      if (!kills) {
        rows.push({ ...ratio, bar: { most: MOST_RATIO } });
        continue;
      }
      // A killed render can delay others by one more second.
      const above = (ms: number) => (ms - MOST_RATIO * p99Alone) / 1000;
      rows.push(
        ratio,
        {
          what: `innocent calls’ delay p99 beside ${name}, seconds above ${MOST_RATIO} times alone`,
          value: above(p99),
          bar: { most: 1 },
        },
        {
          what: `the slowest innocent call beside ${name}, seconds above ${MOST_RATIO} times p99 alone`,
          value: above(Math.max(...innocent.delays)),
        },
      );
    }
    console.log(
      tableOf(
        lines.map((line) =>
          Object.fromEntries(
            Object.entries(line).map(([key, value]) => [key, typeof value === 'number' ? value.toFixed(0) : value]),
          ),
        ),
      ),
    );
    return [{ what: 'innocent calls refused or lost beside hostile accounts', value: lost, bar: { most: 0 } }, ...rows];
  } finally {
    await product.stop();
  }
};

/** Measures the effect of hostile payloads on other users. */
export const rows: Subject = async () => [...(await accounts()), ...(await families())];
