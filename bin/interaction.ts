import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { newVisitor, openBrowser, settled } from '../test/support/browser.ts';
import { startLocal } from '../test/support/local-run.ts';
import { type FullAccount, fillAccount, settings } from '../tools/interaction/account.ts';
import { type Interaction, type Scene, scenes } from '../tools/interaction/interactions.ts';
import { type Answer, answerOf, CATEGORIES } from '../tools/interaction/trace.ts';

/**
 * `npm run interaction [-- --calls 10000 --runs 3 --only palette --data <folder>]`: measures how fast pages respond. It
 * fills an account, and uses its pages at a quarter of the processor's speed and on a slow network. It prints the
 * median of the runs and fails when a response took the page's main thread longer than the bar. Progress goes to
 * standard error. A folder keeps the account for the next time.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
  },
});
const BAR_MS = 100;
const SLOWDOWN = 4;
/** Slow 3G, as webpagetest.org has it: 400 ms there and back, 400 kbit/s. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
/** A busy machine may take its time: only that of the page's thread counts. */
const PATIENCE_MS = 60_000;
/** By then a page has fetched beforehand what may be wanted next. */
const SETTLING_MS = 6_000;
/** The recording lasts this long after the first picture: requested code has arrived by then. */
const RECORDED_MS = 1_500;
// Code for the page is text: this program is checked without the browser's types.
const NEXT_FRAME = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';

const began = performance.now();
const tell = (line: string) =>
  console.error(`${String(Math.round((performance.now() - began) / 1000)).padStart(4)} s  ${line}`);

tell('The product starts');
const known = values.data && path.join(values.data, 'account.json');
const run = await startLocal({ settings, ...(values.data && { dataDir: values.data }) });
const browser = await openBrowser();
try {
  const account =
    known && existsSync(known)
      ? (JSON.parse(readFileSync(known, 'utf8')) as FullAccount)
      : await fillAccount(run, Number(values.calls), tell);
  if (known) writeFileSync(known, JSON.stringify(account));

  console.log(`${'ms of the main thread'.padEnd(34)} answer  script layout  paint  then   all`);
  for (const scene of scenes) {
    const runs: Map<string, Answer>[] = [];
    for (let count = 0; count < Number(values.runs); count++) {
      runs.push(await play(scene, account, `run ${count + 1} of ${values.runs}`));
    }
    for (const name of runs[0]?.keys() ?? []) report(name, median(runs.flatMap((each) => each.get(name) ?? [])));
  }
} finally {
  await browser.close();
  await run.stop();
}

/** Opens the scene's page as its owner and records each of its interactions, by name. */
async function play(scene: Scene, account: FullAccount, turn: string): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const wanted = scene.interactions.findLastIndex(({ name }) => name.includes(values.only));
  if (wanted < 0) return answers;
  tell(`${scene.path(account)}, ${turn}`);
  const visitor = await newVisitor(browser, run.appUrl);
  const { page } = visitor;
  page.setDefaultTimeout(PATIENCE_MS);
  const tools = await page.context().newCDPSession(page);
  await visitor.open('/login');
  await page.getByLabel('Email').fill(account.user.email);
  await page.getByLabel('Password', { exact: true }).fill(account.user.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard');
  await visitor.open(scene.path(account));
  await scene.ready(page);
  await page.waitForTimeout(SETTLING_MS);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', SLOW_3G);
  for (const interaction of scene.interactions.slice(0, wanted + 1)) {
    const answer = await record(browser, page, interaction);
    if (interaction.name.includes(values.only)) answers.set(interaction.name, answer);
  }
  await visitor.close();
  return answers;
}

async function record(browser: Browser, page: Page, { name, act, shows }: Interaction): Promise<Answer> {
  await settled(page);
  await browser.startTracing(page, { categories: CATEGORIES });
  await act(page);
  await page.evaluate(NEXT_FRAME);
  await page.waitForTimeout(RECORDED_MS);
  const recording = JSON.parse((await browser.stopTracing()).toString());
  await shows?.(page);
  const answer = answerOf(recording.traceEvents);
  if (!answer) throw new Error(`${name}: no picture followed`);
  return answer;
}

/** The next click would wait as well, so both have the same bar. */
function report(name: string, { answer, script, layout, paint, longest, total }: Answer): void {
  const cells = [answer, script, layout, paint, longest, total].map((each) => each.toFixed(0).padStart(6)).join(' ');
  const missed = Math.max(answer, longest) > BAR_MS;
  console.log(name.padEnd(34), cells, missed ? `  MISSED: more than ${BAR_MS}` : '');
  if (missed) process.exitCode = 1;
}

function median(answers: readonly Answer[]): Answer {
  const middle = [...answers].sort((left, right) => left.answer - right.answer)[Math.floor(answers.length / 2)];
  if (!middle) throw new Error('nothing was measured');
  return middle;
}
