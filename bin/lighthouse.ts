import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { freePort } from '../lib/local/loopback.ts';
import { openBrowser } from '../test/support/browser.ts';
import { startLocal } from '../test/support/local-run.ts';
import { fillUsedAccount, settings, type UsedAccount } from '../tools/lighthouse/account.ts';
import { barsOf, type Device, type Measured, median, missed, pages } from '../tools/lighthouse/bars.ts';
import { openLighthouse } from '../tools/lighthouse/lighthouse.ts';

/**
 * `npm run lighthouse [-- --runs 3 --only home,docs --device mobile --calls 10000 --data <folder>]`: measures the pages
 * of a local run with Lighthouse. It prints the median of the runs next to the bars, and fails when one is missed. The
 * phone and its network are simulated from the machine's speed: on a busy one the times are too long. A folder keeps
 * the account for the next time, so pages can be measured one by one in a short time.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: pages.map(({ name }) => name).join(',') },
    device: { type: 'string', default: 'mobile,desktop' },
    calls: { type: 'string', default: '200' },
    data: { type: 'string' },
  },
});
const chosen = pages.filter(({ name }) => values.only.split(',').includes(name));
const devices = values.device.split(',') as Device[];

const cells = (
  name: string,
  device: string,
  { performance, accessibility, seo, lcp, cls, tbt, bytes, ...rest }: Measured,
) =>
  [
    name.padEnd(12),
    device.padEnd(8),
    ...[performance, accessibility, rest['best-practices'], seo].map((score) => String(score).padStart(5)),
    `${(lcp / 1000).toFixed(2)} s`.padStart(8),
    `${Math.round(tbt)} ms`.padStart(8),
    cls.toFixed(3).padStart(7),
    `${Math.round(bytes / 1024)} KB`.padStart(8),
  ].join(' ');

const port = await freePort();
const known = values.data && path.join(values.data, 'account.json');
const run = await startLocal({ settings, ...(values.data && { dataDir: values.data }) });
const browser = await openBrowser([`--remote-debugging-port=${port}`]);
try {
  const account =
    known && existsSync(known)
      ? (JSON.parse(readFileSync(known, 'utf8')) as UsedAccount)
      : await fillUsedAccount(run, Number(values.calls), console.error);
  if (known) writeFileSync(known, JSON.stringify(account));
  const { user, webhook, target } = account;

  // The same browser through its own door: Lighthouse opens its tabs in the profile that every browser begins with.
  const [profile] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts();
  const page = await profile?.newPage();
  if (!page) throw new Error('the browser has no profile');
  const lighthouse = await openLighthouse(port);
  const misses: string[] = [];
  console.log('page         device    perf  a11y  best   seo      LCP      TBT     CLS transfer');
  for (const visited of [...chosen].sort((a, b) => Number(a.signedIn) - Number(b.signedIn))) {
    if (visited.signedIn && !page.url().includes('/dashboard')) {
      await page.goto(`${run.appUrl}/login`);
      await page.getByLabel('Email').fill(user.email);
      await page.getByLabel('Password', { exact: true }).fill(user.password);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL('**/dashboard');
    }
    for (const device of devices) {
      const runs = [];
      for (let count = 0; count < Number(values.runs); count++)
        runs.push(await lighthouse.audit(run.appUrl + visited.path({ webhook, target }), device));
      const measured = median(runs.map((each) => each.measured));
      const misfit = missed(barsOf(visited, device), measured);
      console.log(cells(visited.name, device, measured), misfit.length > 0 ? `  MISSED: ${misfit.join(', ')}` : '');
      misses.push(...misfit);
      const complaints = new Set(runs.flatMap((each) => each.complaints));
      if (misfit.length > 0) for (const complaint of complaints) console.log(`             ${complaint}`);
    }
  }
  if (misses.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await run.stop();
}
