import { mkdtempDisposableSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { compile } from '../lambdas/templates/compile.ts';
import { defaultMessage } from '../lambdas/templates/default-message.ts';
import { render } from '../lambdas/templates/render.ts';
import { loadRichWriter } from '../lambdas/templates/rich/load.ts';
import { createSandbox, type Sandbox } from '../lambdas/templates/sandbox/sandbox.ts';
import { splitMessage } from '../lambdas/templates/split-message.ts';
import { CARD_BYTES, units } from '../lambdas/templates/units.ts';
import { rendererBuild } from '../lib/build/renderer.ts';
import { github, grafana, large, small, stripe } from './support/payloads.ts';

/**
 * `npm run bench templates [folder]`: the cost of rendering, as ratios to JSON.parse of the same body, and the effect
 * of hostile templates on others. With a folder that has `handlebars` and `liquidjs` in its node_modules, both run too.
 */
interface Subject {
  name: string;
  payload: object;
  ours: string;
  handlebars: string;
  liquid?: string;
}

/** The same template in all three languages if it only contains paths; otherwise each has its own version. */
const paths = (name: string, payload: object, template: string): Subject => ({
  name,
  payload,
  ours: template,
  handlebars: template,
});
const subjects: Subject[] = [
  paths(
    'GitHub push',
    github.push,
    '{{repository.full_name}}: {{pusher.name}} pushed to {{ref}}\n{{head_commit.message}}\n{{compare}}',
  ),
  paths(
    'GitHub issue',
    github.issue,
    '{{repository.full_name}} #{{issue.number}} {{action}} by {{sender.login}}\n{{issue.title}}\n{{issue.html_url}}',
  ),
  paths(
    'GitHub pull request',
    github.pullRequest,
    '{{repository.full_name}} PR #{{number}} {{action}} by {{sender.login}}: {{pull_request.title}} ({{pull_request.head.ref}} to {{pull_request.base.ref}}) {{pull_request.html_url}}',
  ),
  {
    name: 'GitHub release',
    payload: github.release,
    ours: '{{repository.full_name}}: {{release.name}} {{#if release.body}}\n{{release.body}}\n{{/if}}{{release.html_url}}',
    handlebars:
      '{{repository.full_name}}: {{release.name}} {{#if release.body}}\n{{release.body}}\n{{/if}}{{release.html_url}}',
    liquid:
      '{{repository.full_name}}: {{release.name}} {% if release.body %}\n{{release.body}}\n{% endif %}{{release.html_url}}',
  },
  paths(
    'GitHub workflow run',
    github.workflowRun,
    '{{workflow_run.name}} #{{workflow_run.run_number}} {{workflow_run.conclusion}} on {{workflow_run.head_branch}}\n{{workflow_run.html_url}}',
  ),
  paths(
    'GitHub star',
    github.star,
    '{{sender.login}} {{action}} a star for {{repository.full_name}} ({{repository.stargazers_count}})',
  ),
  paths(
    'Stripe charge',
    stripe.charge,
    '{{type}}: {{data.object.amount}} {{data.object.currency}} from {{data.object.billing_details.email}}\n{{data.object.description}} {{data.object.receipt_url}}',
  ),
  paths(
    'Stripe invoice',
    stripe.invoice,
    '{{type}}: {{data.object.number}} {{data.object.total}} {{data.object.currency}}, {{data.object.customer_email}}',
  ),
  paths('Grafana title', grafana, '{{title}}\n{{status}} {{commonLabels.team}}\n{{externalURL}}'),
  {
    name: 'Grafana alerts',
    payload: grafana,
    ours: '{{title}}\n{{#each alerts}}\n- {{status}} {{annotations.summary}} ({{labels.instance}})\n{{/each}}',
    handlebars: '{{title}}\n{{#each alerts}}\n- {{status}} {{annotations.summary}} ({{labels.instance}})\n{{/each}}',
    liquid:
      '{{title}}\n{% for a in alerts %}- {{a.status}} {{a.annotations.summary}} ({{a.labels.instance}})\n{% endfor %}',
  },
];

const loop = '{{#each items}}\n- {{name}}: {{$duration(ms)}} {{ok ? "ok" : "failed"}}\n{{/each}}';
const contentType = 'application/json';

interface Peers {
  handlebars(template: string): (payload: unknown) => string;
  liquid(template: string): (payload: unknown) => string;
}

/** Handlebars and LiquidJS from a folder outside of the project. They are measured but not used. */
function loadPeers(folder: string | undefined): Peers | undefined {
  if (!folder) return undefined;
  const require = createRequire(join(folder, 'package.json'));
  const handlebars = require('handlebars');
  const { Liquid } = require('liquidjs');
  const engine = new Liquid();
  return {
    handlebars: (template) => handlebars.compile(template, { noEscape: true }),
    liquid: (template) => {
      const parsed = engine.parse(template);
      return (payload) => engine.renderSync(parsed, payload);
    },
  };
}

const ROUNDS = 21;

/**
 * Microseconds of CPU time per call of each work: medians over alternating rounds, as load then affects all equally.
 */
function microseconds<Name extends string>(works: Record<Name, () => unknown>, rounds = ROUNDS): Record<Name, number> {
  const names = Object.keys(works) as Name[];
  const calls = names.map((name) => callsFor(works[name], 10_000));
  const times = names.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    names.forEach((name, index) => {
      times[index]?.push(cpuOf(works[name], calls[index] as number) / (calls[index] as number));
    });
  }
  return Object.fromEntries(names.map((name, index) => [name, quantile(times[index] as number[], 0.5)])) as Record<
    Name,
    number
  >;
}

/** Enough calls to last at least this long; they also warm the functions up. */
function callsFor(work: () => unknown, atLeast: number): number {
  let calls = 1;
  while (cpuOf(work, calls) < atLeast) calls *= 2;
  return calls;
}

function cpuOf(work: () => unknown, calls: number): number {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const quantile = (values: number[], share: number) =>
  [...values].sort((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] as number;
const geometricMean = (values: number[]) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
const round = (value: number) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

function inProcess(peers: Peers | undefined): void {
  const ratios = { ours: [] as number[], handlebars: [] as number[], liquid: [] as number[] };
  const rows = subjects.map(({ name, payload, ours, handlebars, liquid }) => {
    const body = JSON.stringify(payload);
    const [bars, fluid] = peers ? [peers.handlebars(handlebars), peers.liquid(liquid ?? ours)] : [];
    const { floor, own, ...others } = microseconds({
      floor: () => JSON.parse(body),
      own: () => render({ template: ours, body, contentType }),
      ...(bars && { bars: () => bars(JSON.parse(body)) }),
      ...(fluid && { fluid: () => fluid(JSON.parse(body)) }),
    } as Record<string, () => unknown>) as Record<string, number> & { floor: number; own: number };
    ratios.ours.push(own / floor);
    const row: Record<string, unknown> = {
      template: name,
      bytes: body.length,
      'parse µs': round(floor),
      'ours µs': round(own),
      ratio: round(own / floor),
    };
    if (others.bars && others.fluid) {
      ratios.handlebars.push(others.bars / floor);
      ratios.liquid.push(others.fluid / floor);
      row.handlebars = round(others.bars / floor);
      row.liquidjs = round(others.fluid / floor);
    }
    return row;
  });
  const means: Record<string, unknown> = { template: 'geometric mean', ratio: round(geometricMean(ratios.ours)) };
  if (peers)
    Object.assign(means, {
      handlebars: round(geometricMean(ratios.handlebars)),
      liquidjs: round(geometricMean(ratios.liquid)),
    });
  console.log('In process, parsing included, as a ratio to JSON.parse (goal 1.7):');
  console.table([...rows, means]);
}

/** The same templates as rich messages, next to the plain ones: parsed as Markdown and turned into a tree. */
function richBesidePlain(): void {
  loadRichWriter();
  const ratios: number[] = [];
  const rows = subjects.map(({ name, payload, ours }) => {
    const body = JSON.stringify(payload);
    const { plain, rich } = microseconds({
      plain: () => render({ template: ours, body, contentType }),
      rich: () => render({ template: ours, body, contentType, format: 'rich' }),
    });
    ratios.push(rich / plain);
    return { template: name, 'plain µs': round(plain), 'rich µs': round(rich), ratio: round(rich / plain) };
  });
  console.log('Rich messages beside plain ones (at most 2.5 times):');
  console.table([...rows, { template: 'geometric mean', ratio: round(geometricMean(ratios)) }]);
}

function costs(peers: Peers | undefined): void {
  const [smallBody, largeBody] = [JSON.stringify(small), JSON.stringify(large)];
  const text = 'A sentence of eight words and a number. '.repeat(2500);
  const line = 'word '.repeat(200_000);
  const flags = '🇩🇪'.repeat(250_000);
  const items = Array.from({ length: 9000 }, (_, id) => ({
    id,
    name: `item ${id}`,
    message: 'some words',
    at: '2026-01-01',
  }));
  const hugeBody = JSON.stringify({ event: 'list.created', data: { items, more: 'word '.repeat(80_000) } });
  const html = '<p>some <b>words</b> &amp; <a href="https://x.test">a link</a></p>'.repeat(16_000);
  const telegram = { max: 4096, cost: units.utf16, split: true };
  const works: [string, () => unknown, string][] = [
    ['JSON.parse, 1 KB', () => JSON.parse(smallBody), ''],
    ['JSON.parse, 200 KB', () => JSON.parse(largeBody), ''],
    ['loop of 3 items on 1 KB', () => render({ template: loop, body: smallBody, contentType }), '10'],
    ['loop of 238 items on 200 KB', () => render({ template: loop, body: largeBody, contentType }), '1500'],
    ['compile ten typical templates', () => subjects.map(({ ours }) => compile(ours)), '260–480'],
    ['compile the loop', () => compile(loop), '26–48'],
    ['split 100 KB for Telegram', () => splitMessage(text, telegram), '100'],
    ['split 100 KB for Slack', () => splitMessage(text, { max: 3900, cost: units.entitiesEscaped, split: true }), ''],
    ['split 100 KB for Teams', () => splitMessage(text, { max: CARD_BYTES, cost: units.cardBytes, split: true }), ''],
    ['split 1 MB in one line', () => splitMessage(line, telegram), '15000'],
    ['split 1 MB of flags', () => splitMessage(flags, telegram), '15000'],
    ['JSON.parse, 1 MB', () => JSON.parse(hugeBody), ''],
    ['default message of 1 MB', () => defaultMessage({ body: hugeBody, contentType }), '20000'],
    ['default message of 1 MB of HTML', () => defaultMessage({ body: html, contentType: 'text/html' }), '20000'],
  ];
  if (peers) {
    const bars = peers.handlebars('{{#each items}}- {{name}}: {{ms}} {{#if ok}}ok{{else}}failed{{/if}}\n{{/each}}');
    const fluid = peers.liquid(
      '{% for i in items %}- {{i.name}}: {{i.ms}} {% if i.ok %}ok{% else %}failed{% endif %}\n{% endfor %}',
    );
    works.push(['handlebars: 238 items on 200 KB', () => bars(JSON.parse(largeBody)), '']);
    works.push(['liquidjs: 238 items on 200 KB', () => fluid(JSON.parse(largeBody)), '']);
  }
  const times = microseconds(Object.fromEntries(works.map(([what, work]) => [what, work])));
  console.log('Single costs in microseconds of CPU:');
  console.table(works.map(([what, , goal]) => ({ what, µs: round(times[what] as number), goal })));
}

async function throughChild(sandbox: Sandbox): Promise<void> {
  const rows = [];
  for (const [name, payload, template, count] of [
    ['1 KB, paths', small, '{{repo}} {{user.login}}', 20_000],
    ['1 KB, loop', small, loop, 10_000],
    ['200 KB, paths', large, '{{repo}} {{user.login}}', 1000],
    ['200 KB, loop', large, loop, 500],
  ] as const) {
    const body = JSON.stringify(payload);
    const request = { template, body, contentType, webhookName: '' };
    const times = await latencies(sandbox, request, count);
    const started = performance.now();
    await Promise.all(Array.from({ length: count }, () => sandbox.render(request, known)));
    const perSecond = (count * 1000) / (performance.now() - started);
    rows.push({
      what: name,
      'p50 µs': round(quantile(times, 0.5)),
      'p99 µs': round(quantile(times, 0.99)),
      'per second': Math.round(perSecond),
    });
  }
  console.log('Through the child (goal p50 37 µs for 1 KB, 800 µs for 200 KB; 16 000 a second):');
  console.table(rows);
}

/** A webhook that renders from time to time, and another user's that attacks. */
const known = { userId: 1, webhookId: 1 };
const stranger = { userId: 2, webhookId: 2 };

async function latencies(sandbox: Sandbox, input: Parameters<Sandbox['render']>[0], count: number): Promise<number[]> {
  const times: number[] = [];
  for (let warm = 0; warm < count / 5; warm++) await sandbox.render(input, known);
  for (let call = 0; call < count; call++) {
    const started = performance.now();
    await sandbox.render(input, known);
    times.push((performance.now() - started) * 1000);
  }
  return times;
}

const hostile: [string, string][] = [
  ['endless tail call', '{{ ($f := function(){ $f() }; $f()) }}'],
  ['deep recursion', '{{ ($f := function($n){ 1 + $f($n + 1) }; $f(0)) }}'],
  ['backtracking', `{{ $match("${'a'.repeat(60)}!", /^(a+)+$/) }}`],
  ['quadratic $distinct', '{{ $count($distinct([1..99999].{"k": $})) }}'],
  ['padded text', '{{ $pad("x", 1000000000) }}'],
  [
    'doubling text',
    '{{ ($d := function($s, $n) { $n = 0 ? $s : $d($s & $s, $n - 1) }; $length($d("xxxxxxxxxxxxxxxx", 40))) }}',
  ],
  ['many lists', '{{ $count([1..90000].{"a": [1..1000]}) }}'],
  ['promise', '{{ {"then": /a/} }}'],
];

/** Each hostile template once with a reputation and once without, while others render. */
async function underAttack(sandbox: Sandbox): Promise<void> {
  const input = { template: loop, body: JSON.stringify(small), contentType, webhookName: '' };
  const calm = await latencies(sandbox, input, 5000);
  const rows = [];
  const disturbed: number[] = [];
  for (const [name, template] of hostile) {
    const started = performance.now();
    let done = false;
    const request = { template: `${template} `, body: '{}', webhookName: '' };
    const attack = sandbox.render(request, stranger).then((result) => {
      done = true;
      return { result, ms: performance.now() - started };
    });
    while (!done) {
      const began = performance.now();
      await sandbox.render(input, known);
      disturbed.push((performance.now() - began) * 1000);
    }
    const { result, ms } = await attack;
    rows.push({ attack: name, ends: 'error' in result ? result.error.code : 'message', ms: Math.round(ms) });
  }
  console.log('Hostile templates, each while another template renders without a pause:');
  console.table(rows);
  const line = (times: number[]) => ({
    renders: times.length,
    'p50 µs': round(quantile(times, 0.5)),
    'p99 µs': round(quantile(times, 0.99)),
    'p99.9 µs': round(quantile(times, 0.999)),
    'max ms': round(Math.max(...times) / 1000),
  });
  console.table({ calm: line(calm), 'under attack': line(disturbed) });
  console.log(`p99 under attack / calm: ${round(quantile(disturbed, 0.99) / quantile(calm, 0.99))} (goal 1.5)`);
}

using temporary = mkdtempDisposableSync(join(tmpdir(), 'tellhook-bench-'));
const rendererPath = join(temporary.path, 'renderer.mjs');
await build(rendererBuild(rendererPath));
const peers = loadPeers(process.argv[3]);
inProcess(peers);
richBesidePlain();
costs(peers);
const started = performance.now();
const sandbox = createSandbox({ rendererPath });
await sandbox.render({ template: '{{a}}', body: '{}', webhookName: '' }, known);
console.log(`Child ready and first render: ${Math.round(performance.now() - started)} ms (goal 50)`);
await throughChild(sandbox);
await underAttack(sandbox);
await sandbox.close();
