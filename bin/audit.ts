import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { freePort } from '../lib/local/loopback.ts';
import { accessibilityFindings, newVisitor, openBrowser, settled } from '../test/support/browser.ts';
import { startLocal } from '../test/support/local-run.ts';
import { removeTemporaryFolders } from '../test/support/temporary-folder.ts';
import { type Account, fillAccount, settings } from '../tools/audit/account.ts';
import { engines } from '../tools/audit/engines.ts';
import { firstMinutes } from '../tools/audit/first-minutes.ts';
import { missed, openLighthouse, pages } from '../tools/audit/lighthouse.ts';
import { LISTEN, pressToPicture, scenes } from '../tools/audit/presses.ts';

/**
 * `npm run audit [-- <part>… --runs 3]`: measures the product in real browsers, in the parts `engines`, `axe`,
 * `lighthouse` and `presses`. Fails if a limit is missed. A busy machine distorts the times.
 */
const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});
/** A newcomer's maximum effort until the first message, and the maximum response time of a click. */
const most = { presses: 6, fields: 3, msToPicture: 200 };

const say = (name: string, what: string, misses: readonly string[] = []) => {
  console.log(`  ${name.padEnd(36)} ${what}${misses.length > 0 ? `  MISSED: ${misses.join('; ')}` : ''}`);
  if (misses.length > 0) process.exitCode = 1;
};

const port = await freePort();
const run = await startLocal({ settings });
const browser = await openBrowser([`--remote-debugging-port=${port}`]);
const signIn = async (page: Page, { email, password }: Account) => {
  await page.goto(`${run.appUrl}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard');
};
const used = await fillAccount(run, { targets: 10, webhooks: 6, calls: 200 });
const urlOf = (path: string) =>
  run.appUrl + path.replace('{webhook}', String(used.webhook)).replace('{target}', String(used.target));

const parts = {
  engines: async () => {
    for (const { name, missing, start, setUp } of engines) {
      if (missing) say(name, `not measured: apt install ${missing}`);
      if (missing) continue;
      const window = await start();
      try {
        const { presses, fields } = await firstMinutes(window, run, setUp);
        const tooMany = presses.length > most.presses || fields > most.fields;
        const effort = `first message after ${fields} fields and ${presses.length} clicks (${presses.join(', ')})`;
        say(name, effort, tooMany ? [`${most.fields} and ${most.presses}`] : []);
      } catch (error) {
        say(name, '', [String(error)]);
      } finally {
        await window.close();
      }
    }
  },
  axe: async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const visitor = await newVisitor(browser, run.appUrl, { scheme, axe: true });
      await signIn(visitor.page, used);
      for (const [path] of pages) {
        await visitor.page.goto(urlOf(path));
        await settled(visitor.page);
        say(path, scheme, await accessibilityFindings(visitor.page));
      }
      await visitor.close();
    }
  },
  lighthouse: async () => {
    // Connects to the same browser through its debugging port, because Lighthouse opens its tabs in the default
    // profile.
    const [profile] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts() as [BrowserContext];
    const page = await profile.newPage();
    const lookAt = await openLighthouse(port);
    for (const [path, bars] of pages) {
      if (path === '/dashboard') await signIn(page, used);
      for (const device of ['mobile', 'desktop'] as const) {
        const { lcp, cls, ...scores } = await lookAt(urlOf(path), device, Number(values.runs));
        const figures = `${Object.values(scores).join(' ')}  LCP ${Math.round(lcp)} ms  CLS ${cls.toFixed(3)}`;
        say(`${path} ${device}`, figures, missed(bars, { ...scores, lcp, cls }, device));
      }
    }
  },
  presses: async () => {
    const account = await fillAccount(run, { targets: 200, webhooks: 24, calls: 1_000 });
    for (const scene of scenes) {
      const { page, context, close } = await newVisitor(browser, run.appUrl);
      await context.addInitScript(LISTEN);
      await signIn(page, account);
      await page.goto(run.appUrl + scene.path(account));
      for (const [name, ms] of await pressToPicture(page, scene))
        say(name, `${ms} ms`, ms <= most.msToPicture ? [] : [`${most.msToPicture} ms`]);
      await close();
    }
  },
};

try {
  for (const [part, work] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(part)) continue;
    console.log(part);
    await work();
  }
} finally {
  await browser.close();
  await run.stop();
  removeTemporaryFolders();
}
