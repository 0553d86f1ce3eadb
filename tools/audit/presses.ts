import type { Locator, Page } from 'playwright-core';
import { settled } from '../../test/support/browser.ts';
import type { Account } from './account.ts';

type Find = (page: Page) => Locator;
/** A key or an element to click, and the result to wait for. */
type Press = readonly [name: string, on: string | Find, shows?: Find];

const row: Find = (page) => page.getByRole('row').nth(3);
const panel: Find = (page) => page.getByRole('dialog').getByRole('tabpanel');
function words(text: RegExp): Find {
  return (page) => page.getByText(text).first();
}
const tab = (name: string): Press => [name, (page) => page.getByRole('tab', { name }), panel];
const navigation = (name: string, text: RegExp): Press => [
  `to ${name}`,
  (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }),
  words(text),
];
const close: Press = ['close (Escape)', 'Escape'];

/** Pages of a full account, the sign that each is ready, and its clicks and keys in order. */
export const scenes: readonly { path(account: Account): string; ready: Find; presses: readonly Press[] }[] = [
  {
    path: ({ webhook }) => `/webhooks/${webhook}`,
    ready: row,
    presses: [
      ['open a call', row, panel],
      ...['Raw headers', 'Raw body', 'Changes'].map(tab),
      ['older call (j)', 'j'],
      close,
    ],
  },
  {
    path: ({ webhook, largest }) => `/webhooks/${webhook}?inv=${largest}`,
    ready: panel,
    presses: [...['Raw body', 'Changes'].map(tab), close],
  },
  {
    path: () => '/dashboard',
    ready: words(/^Webhook number/),
    presses: [
      ['palette (Ctrl K)', 'Control+k', (page) => page.getByRole('option').first()],
      close,
      navigation('Webhooks', /^Webhook number/),
      navigation('Targets', /^Target \d/),
    ],
  },
];

/** Runs before the page's own code, and records each click's delay from 16 ms on (w3.org/TR/event-timing). */
export const LISTEN = `window.__presses = [];
new PerformanceObserver((list) => window.__presses.push(...list.getEntries().filter(({ interactionId }) => interactionId)
  .map(({ duration }) => duration))).observe({ type: 'event', durationThreshold: 16 });`;

/** Measures milliseconds from each click to the response, with a quarter of the CPU's speed and on slow 3G. */
export async function pressToPicture(page: Page, { ready, presses }: (typeof scenes)[number]) {
  const times = new Map<string, number>();
  await ready(page).waitFor();
  // Wait until the page has prefetched its code.
  await page.waitForTimeout(6_000);
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await tools.send('Network.emulateNetworkConditions', slow3G);
  for (const [name, on, shows] of presses) {
    await settled(page);
    await page.evaluate('window.__presses.length = 0');
    const box = typeof on === 'string' ? undefined : await on(page).boundingBox();
    // Click like a person, because Playwright's own click inspects the page meanwhile.
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { delay: 60 });
    else await page.keyboard.press(String(on), { delay: 60 });
    await shows?.(page).waitFor();
    await page.waitForTimeout(1_000);
    times.set(name, await page.evaluate<number>('Math.max(16, ...window.__presses)'));
  }
  return times;
}
