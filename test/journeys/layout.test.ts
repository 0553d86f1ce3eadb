import type { Locator } from 'playwright-core';
import { resize, settled, takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, createMock, dispatchesOf, send } from './people.ts';

/** A phone, the narrowest window with all columns, and the widest one. */
const WIDTHS = [390, 1024, 1920];

const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? Number.NaN;

/** Finds texts about targets that are wider than their box. */
const CUT = `[...document.querySelectorAll('[aria-labelledby="your-targets"] li p, [aria-labelledby="your-targets"] li p *')]
  .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
  .map(({ innerText, scrollWidth, clientWidth }) => innerText + ' by ' + (scrollWidth - clientWidth) + ' px')`;

journey(
  'the dashboard shows everything that the specification lists, in its order and uncut',
  async ({ product, visitAs }) => {
    const fresh = await signUp(product);
    const used = await signUp(product);
    const webhook = await createWebhook(product, used, [await createMock(used, 'A mock with a name of some length')]);
    await dispatchesOf(used, await send(webhook.url, { text: 'Hello' }));
    for (const user of [fresh, used]) {
      const { page, open } = await visitAs(user);
      await open('/dashboard');
      await page.getByRole('heading', { name: 'Your Targets' }).waitFor();
      for (const width of user === fresh ? [1280] : WIDTHS) {
        await resize(page, width);
        const places = [
          page.getByRole('heading', { name: /^Welcome/ }),
          page.getByText(/Open a webhook to see/),
          page.getByText('You are on the free plan.'),
          page.getByRole('heading', { name: 'Your Webhooks' }),
        ];
        const tops = await Promise.all(places.map(topOf));
        expect(tops, `at ${width} px`).toEqual(tops.toSorted((one, other) => one - other));
        const limits = await topOf(page.getByRole('heading', { name: 'Limits' }));
        expect(limits, `limits at ${width} px`).toBeGreaterThan(tops[2] ?? 0);
        if (user === fresh) continue;
        const panel = page.getByRole('region', { name: 'Your Targets' });
        expect(await page.evaluate(CUT), `cut at ${width} px`).toEqual([]);
        const updated = await panel.getByText('last updated').boundingBox();
        expect((updated?.x ?? Number.NaN) + (updated?.width ?? 0), `at ${width} px`).toBeLessThan(width);
        expect(updated?.width).toBeGreaterThan(60);
        await takePicture(page, `layout-dashboard-${width}`);
      }
    }
  },
);

/** Sums up layout shifts that no click caused, and remembers if the editor's example was shown. */
const WATCH = `addEventListener('DOMContentLoaded', () => {
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    globalThis.sample ||= document.body.innerText.includes('Deployed shop-api');
  }).observe(document.body, { childList: true, subtree: true });
})`;

journey('pages keep still while they load', async ({ product, visit, visitAs }) => {
  const fresh = await signUp(product);
  const used = await signUp(product);
  const target = await createMock(used);
  const webhook = await createWebhook(product, used, [target], { name: 'GitHub' });
  for (let number = 1; number <= 4; number++)
    await dispatchesOf(used, await send(webhook.url, { text: `Call number ${number}` }));
  for (const [user, width, most, paths] of [
    [fresh, 1440, 0.01, ['/dashboard']],
    [used, 1440, 0.01, [`/webhooks/${webhook.id}`, `/targets/${target}`, `/editor?webhook=${webhook.id}`]],
    [used, 390, 0.05, [`/webhooks/${webhook.id}`, '/targets/new']],
    [undefined, 390, 0.05, ['/register']],
  ] as const) {
    const { page, context, open } = await (user ? visitAs(user, { width }) : visit({ width }));
    await context.addInitScript({ content: WATCH });
    for (const path of paths) {
      await open(path);
      await settled(page);
      expect(await page.evaluate('globalThis.shift'), `${path} at ${width} px`).toBeLessThanOrEqual(most);
      expect(await page.evaluate('globalThis.sample'), `${path} at ${width} px`).toBeFalsy();
    }
  }
});

/** Finds elements above the first call, and its position. */
const ABOVE = `(() => {
  const main = document.querySelector('main');
  const top = main.querySelector('tbody tr').getBoundingClientRect().top + scrollY;
  const isAbove = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 2 && box.height > 2 && box.bottom > 0 && box.top + scrollY < top && element.checkVisibility();
  };
  const controls = [...main.querySelectorAll('a[href], button, input, select, summary')].filter(isAbove);
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode;
    if (!parent.closest('thead, tbody, .sr-only') && isAbove(parent)) words += textContent.split(/\\s+/).filter(Boolean).length;
  }
  return { top, controls: controls.length, words };
})()`;

interface Above {
  top: number;
  controls: number;
  words: number;
}

journey(
  'a webhook’s calls begin in the top third of its page, also with problems, which share a notice',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const slack = await connectSlack(user, fakes, 'Ops channel');
    const webhook = await createWebhook(product, user, [slack, await createMock(user, 'On-call')], { name: 'GitHub' });
    const { page, open } = await visitAs(user, { width: 1440 });
    const check = async (name: string, most: Record<number, Partial<Above>>) => {
      await page
        .getByRole('img', { name: /^Last 24 hours, by hour/, includeHidden: true })
        .waitFor({ state: 'attached' });
      for (const [width, limits] of Object.entries(most)) {
        await resize(page, Number(width));
        await takePicture(page, `layout-${name}-${width}`);
        const seen = (await page.evaluate(ABOVE)) as Above;
        for (const key of Object.keys(limits) as (keyof Above)[])
          expect(seen[key], `${key}, ${name} at ${width} px`).toBeLessThanOrEqual(limits[key] ?? 0);
      }
      await resize(page, 1440);
    };
    const rows = page.getByRole('row');

    await dispatchesOf(user, await send(webhook.url, { text: 'The first of the calls' }));
    await open(`/webhooks/${webhook.id}`);
    await rows.filter({ hasText: 'The first of the calls' }).first().waitFor();
    await check('first-call', { 1440: { top: 330, controls: 18, words: 45 }, 390: { top: 460 } });

    await fakes.behave('slack', { mode: 'gone', times: 1 });
    await dispatchesOf(user, await send(webhook.url, { text: 'The first of the calls in trouble' }));
    await open(`/webhooks/${webhook.id}`);
    await rows.filter({ hasText: 'in trouble' }).first().waitFor();
    await check('trouble', { 1440: { top: 420, controls: 18 }, 390: { top: 460 } });

    for (let number = 3; number <= 26; number++) await send(webhook.url, { text: `Call number ${number}` });
    const inTrouble = { 1440: { top: 420, controls: 18, words: 70 }, 390: { top: 460, controls: 18, words: 70 } };
    await open(`/webhooks/${webhook.id}`);
    await page.getByText(/^Ops channel .* Daily quota used up\.$/).waitFor();
    await rows.getByText(/Call number 26/).waitFor();
    await check('troubles', inTrouble);
    await page.getByRole('button', { name: 'Show all 2' }).click();
    await page.getByRole('button', { name: 'Discard held calls' }).waitFor();

    await user.api('deleteTarget', { id: slack });
    await open(`/webhooks/${webhook.id}`);
    await page.getByRole('button', { name: 'Discard held calls' }).waitFor();
    // Not the raw body, which would show a brace.
    await rows
      .filter({ hasText: 'Held' })
      .filter({ hasNotText: '{' })
      .getByText(/Call number 26/)
      .waitFor();
    await check('quota', inTrouble);
  },
);

/** Counts the controls before the remaining settings. */
const BEFORE_MORE = `(() => {
  const more = document.querySelector('main details');
  const isBefore = (element) => more.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
  const controls = [...document.querySelectorAll('main :is(a[href], button, input, select)')].filter(isBefore);
  return controls.filter((element) => element.checkVisibility()).length;
})()`;

journey('service, targets and Create of a new webhook fit in one window', async ({ product, visitAs }) => {
  const user = await signUp(product);
  for (const name of ['On-call', 'Community', 'Log', 'Release room']) await createMock(user, name);
  const { page, open } = await visitAs(user);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open('/webhooks/new');
    await page.getByRole('checkbox', { name: 'Release room' }).waitFor();
    await page.getByRole('button', { name: 'Telegram' }).waitFor();
    const create = await page.getByRole('button', { name: 'Create', exact: true }).boundingBox();
    expect((create?.y ?? Number.NaN) + (create?.height ?? 0), `at ${width} px`).toBeLessThanOrEqual(height);
    expect(await page.evaluate(BEFORE_MORE)).toBeLessThanOrEqual(25);
    await takePicture(page, `layout-new-webhook-${width}`);
  }
});

journey('seven targets leave each part of a row and of a call in its place', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  await fakes.payWithStripe((await user.api('createSubscriptionLink')).link);
  await expect.poll(async () => (await user.api('getUser', { id: user.userId })).profile.status).toBe('premium');
  const targets = await Promise.all(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => createMock(user, name)));
  const webhook = await createWebhook(product, user, targets, { name: 'GitHub' });
  const call = await send(webhook.url, { text: 'Told seven times' });
  await dispatchesOf(user, call);
  const { page, open } = await visitAs(user, { width: 1440 });
  const edges = async (place: Locator) => {
    const { x, y, width } = (await place.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: 0 };
    return { left: x, top: y, right: x + width };
  };
  for (const width of [768, 1280]) {
    await resize(page, width);
    await open(`/webhooks/${webhook.id}${width === 1280 ? `?inv=${call}` : ''}`);
    const cells = page.getByRole('row', { name: /Told seven times/ }).getByRole('cell');
    await cells.first().waitFor();
    const dots = await edges(cells.nth(2).locator('> span'));
    const status = await edges(cells.nth(3).getByText('Success'));
    expect(dots.right, `at ${width} px`).toBeLessThan(status.left);
    await takePicture(page, `layout-seven-targets-${width}`);
  }

  await resize(page, 768);
  await open('/targets');
  expect((await page.getByRole('row').nth(1).boundingBox())?.height).toBeLessThanOrEqual(57);

  await resize(page, 390);
  await open(`/webhooks/${webhook.id}?inv=${call}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true }).last();
  await button('Open in Editor').waitFor();
  expect((await edges(button('Resend'))).top).toBe((await edges(button('Open in Editor'))).top);
});

journey(
  'a list of calls has one line per call, its columns in place, and is soon reached',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    const webhook = await createWebhook(product, user, [await createMock(user), await createMock(user, 'Second')]);
    const call = await send(webhook.url, { action: 'opened', issue: { title: 'The shop does not open' } });
    await dispatchesOf(user, call);
    const { page, open, expectComplaint } = await visitAs(user, { width: 1440 });

    await open('/webhooks');
    const card = page.getByRole('listitem').filter({ hasText: webhook.url });
    await card.getByText('1 of 25').waitFor();
    for (const [index, text] of ['32', '32 of 1,500', '16 min ago', '28 Nov 2026'].entries())
      await card
        .locator('dd')
        .nth(index)
        .evaluate((element, words) => Object.assign(element, { textContent: words }), text);
    expect((await card.boundingBox())?.height, 'three lines').toBeLessThanOrEqual(90);

    // The calls do not wait for the webhook's numbers, and the keyboard reaches them in a few steps.
    await page.route('**/stats', () => {});
    await open(`/webhooks/${webhook.id}`);
    await page.getByRole('row', { name: /The shop does not open/ }).waitFor();
    await page.unroute('**/stats');
    for (const name of ['Skip to content', 'Skip to calls']) {
      await page.keyboard.press('Tab');
      await page.getByRole('link', { name }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Tab');
    await page
      .getByRole('button', { name: /^Open .*The shop does not open/ })
      .and(page.locator(':focus'))
      .waitFor();
    const row = page.locator('tbody tr').first();
    const heightOf = async () => (await row.boundingBox())?.height;
    expect(await heightOf()).toBe(36);

    await open(`/webhooks/${webhook.id}?inv=${call}`);
    await page.getByRole('dialog', { name: 'Invocation Details' }).waitFor();
    expect(await heightOf(), 'next to an open call').toBe(36);
    const headings = page.getByRole('columnheader', { includeHidden: true });
    expect(await headings.allInnerTexts()).toEqual(['Invocation Date', 'Raw Body', 'Dispatches', 'Status']);
    const cells = row.getByRole('cell', { includeHidden: true });
    // On a phone, a row is a card whose parts need no header.
    for (const width of WIDTHS.filter((each) => each > 390)) {
      await resize(page, width);
      for (const [index, heading] of (await headings.all()).entries()) {
        const [head, cell] = [await heading.boundingBox(), await cells.nth(index).boundingBox()];
        expect(head?.width, `column ${index} at ${width} px`).toBeGreaterThan(60);
        expect(cell?.x, `column ${index} at ${width} px`).toBe(head?.x);
      }
      await takePicture(page, `layout-calls-${width}`);
    }

    // A link to an unknown call opens the pane for which the list makes space.
    expectComplaint(/api\/invocation\/nope/);
    for (const width of [1024, 1280]) {
      await resize(page, width);
      await open(`/webhooks/${webhook.id}?inv=nope`);
      const gone = page.getByRole('dialog').filter({ hasText: 'or its link is incomplete' });
      await gone.waitFor();
      expect(await gone.getAttribute('data-beside'), `at ${width} px`).toBe(width < 1200 ? null : '');
      await gone.getByRole('button', { name: /^Calls to/ }).click();
      await gone.waitFor({ state: 'detached' });
    }
  },
);
