import type { Locator, Page } from 'playwright-core';
import naughtyStrings from '../fixtures/naughty-strings.json' with { type: 'json' };
import { resize, settled, sidewaysScroll, takePicture, type Visitor } from '../support/browser.ts';
import { call, createWebhook, eventually, signUp, solvedChallenge } from '../support/product.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { connectSlack, connectTelegram, createMock, dispatchesOf, newAddress, refreshUntil } from './people.ts';

/** Texts that run a script if they are interpreted as code. Each reports its origin. */
const vectors = (where: string): string[] => [
  `"><img src=x onerror=ran('${where}')>`,
  `<script>ran('${where}')</script>`,
  `</textarea></title><svg onload=ran('${where}')>`,
  `javascript:ran('${where}')`,
  `<a href="javascript:ran('${where}')" onmouseover=ran('${where}') autofocus onfocus=ran('${where}')>x</a>`,
  `<iframe srcdoc="<script>parent.ran('${where}')</script>"></iframe>`,
  `[link](javascript:ran('${where}')) <javascript:ran('${where}')|link>`,
  `{{constructor.constructor("ran('${where}')")()}}\${ran('${where}')}`,
];
const image = (where: string) => vectors(where)[0] as string;

/** Right-to-left text with direction marks, and stacked combining characters. */
const turned = '\u202Eמבחן هذا نص\u2066\u200F';
const piled = `Z${'\u0335\u0321\u034E\u0300'.repeat(12)}algo`;
const family = '👩‍👩‍👧‍👦🏳️‍🌈';

/** A name can have at most 100 characters. */
const named = (text: string) => [...text].slice(0, 60).join('');

// Code for the page is text, because this program is checked without the browser's types.
const TRAPS = `globalThis.ran = (where) => console.error('script ran: ' + where);
for (const name of ['alert', 'confirm', 'prompt', 'print'])
  Object.defineProperty(globalThis, name, { value: () => ran(name) });`;
/** Finds elements that exist only if text was interpreted as markup. */
const MARKUP_OF_STRANGERS = `[...document.querySelectorAll(
  '[onerror], [onload], [onfocus], [onmouseover], img[src="x"], iframe[srcdoc], a[href^="javascript:" i], object, embed, main script',
)].map((element) => element.outerHTML)`;

/** Finds elements beyond the right edge, outermost first. */
const OVER_THE_EDGE = `[...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5)
  .slice(0, 3).map((element) => element.outerHTML.slice(0, 160)).join(' … ')`;

/** The problems of the open page in a window and on a small phone. */
const problemsOf = async (page: Page, name: string): Promise<string[]> => {
  await settled(page);
  const markup = await page.evaluate<string[]>(MARKUP_OF_STRANGERS);
  const problems = markup.map((html) => `${name}: became markup: ${html}`);
  for (const width of [320, 1280]) {
    await resize(page, width);
    const pixels = await sidewaysScroll(page);
    if (pixels > 0)
      problems.push(`${name}: ${pixels} px wider than ${width} px: ${await page.evaluate<string>(OVER_THE_EDGE)}`);
    await takePicture(page, `hostile ${name.replaceAll('/', '·').replaceAll(/\d{5,}/g, 'id')} ${width}`);
  }
  return problems;
};

const trapped = async (visitor: Visitor): Promise<Visitor> => {
  await visitor.context.addInitScript({ content: TRAPS });
  return visitor;
};

/** Sends a hostile call, with markup in its body, field names, query and headers. */
const sendHostile = async (url: string): Promise<string> => {
  const query = new URLSearchParams({ [image('query name')]: image('query') });
  const response = await fetch(`${url}?${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': image('user agent'),
      'x-github-event': image('header'),
      'x-forwarded-for': image('address'),
    },
    body: JSON.stringify({
      [image('field')]: vectors('body'),
      __proto__: { constructor: image('prototype') },
      naughty: naughtyStrings,
      turned: turned.repeat(20),
      piled: piled.repeat(20),
      family: family.repeat(40),
      unbroken: 'unbroken'.repeat(500),
    }),
  });
  const { id } = (await response.json()) as { id: string };
  return id;
};

journey('nothing that a stranger sends runs as code, and no page breaks', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product, `o'ran+onload-${'w'.repeat(20)}-${newAddress()}`);
  const chatId = user.userId % 1e9;
  await fakes.act('telegram/say', { chatId, text: 'hello', title: image('chat') });
  const targets = [
    await connectSlack(user, fakes, named(`${image('slack')}${turned}`)),
    await connectTelegram(user, fakes, chatId, named(`${turned}${image('telegram')}`)),
    await createMock(user, 'W'.repeat(100)),
    await createMock(user, `${family.repeat(3)} ${piled}`.slice(0, 100)),
  ];
  const webhook = await createWebhook(product, user, targets, {
    name: named(`${image('webhook')} ${turned}${family}`),
    use_template: true,
    template: `${vectors('template').slice(0, 7).join('\n')}\n{{ $string($) }}`,
  });
  const invocation = await sendHostile(webhook.url);
  await dispatchesOf(user, invocation);

  const { page, open } = await trapped(await visitAs(user));
  const problems: string[] = [];
  const look = async (name: string) => problems.push(...(await problemsOf(page, name)));
  await page.route('**/api/invocation/*/dispatches*', async (route) => {
    const response = await route.fetch();
    const [first, ...others] = (await response.json()) as Record<string, unknown>[];
    const words = vectors('provider').join(' ');
    await route.fulfill({
      response,
      json: [{ ...first, status: 'error', error_message: words, note: words }, ...others],
    });
  });

  for (const path of [
    '/dashboard',
    '/webhooks',
    '/targets',
    `/targets/${targets[1]}`,
    '/webhooks/new',
    '/user/settings',
  ]) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(path);
  }
  await open('/targets');
  await page.getByText(named(`${turned}${image('telegram')}`)).waitFor();

  await open(`/webhooks/${webhook.id}?inv=${invocation}&tab=${encodeURIComponent(image('tab'))}`);
  const details = page.getByRole('dialog', { name: 'Invocation Details' });
  await details.getByText("<script>ran('provider')</script>").first().waitFor();
  await details.getByText("<script>ran('template')</script>").first().waitFor();
  await expect.poll(() => page.title(), PATIENT).toContain("<img src=x onerror=ran('webhook')>");
  await look('dispatches');
  for (const [tab, text] of [
    ['Raw body', "<script>ran('body')</script>"],
    ['Raw headers', "onerror=ran('header')"],
    ['Changes', ''],
  ] as const) {
    await details.getByRole('tab', { name: tab }).click();
    await details.getByRole('tabpanel').getByText(text).first().waitFor();
    await look(tab);
  }
  await details.getByRole('button', { name: 'Open as a window' }).click();
  await expectDraggable(page, details);
  await details.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('tab', { name: 'Message' }).click();
  await page.getByRole('textbox', { name: 'Template' }).waitFor();
  await look('edit');
  await page.getByRole('tab', { name: 'Danger' }).click();
  await page.getByRole('button', { name: 'Delete Webhook' }).click();
  await page.getByRole('alertdialog').waitFor();
  await look('delete');

  await open(`/editor?webhook=${webhook.id}&inv=${invocation}`);
  const out = page.getByRole('region', { name: 'Out', exact: true });
  await out.getByText("<script>ran('template')</script>").first().waitFor();
  await look('editor');
  await page.getByRole('button', { name: 'Render' }).click();
  await out.getByText('Rendered').waitFor();
  for (const kind of ['Telegram', 'Mock']) {
    await out.getByRole('button', { name: kind, exact: true }).click();
    await look(`rendered for ${kind}`);
  }

  await open('/targets/new');
  await page.getByLabel('Name', { exact: true }).fill(image('toast'));
  await page.getByRole('radio', { name: 'Telegram' }).check();
  await page.getByRole('button', { name: 'Proceed' }).click();
  const almost = page.getByRole('dialog', { name: 'Almost there' });
  await fakes.sayToTelegram(chatId, await almost.locator('code').innerText());
  await refreshUntil(page, `${image('toast')} is ready to use.`);
  await look('toast');
  expect(problems).toEqual([]);
});

/** Checks that a dialog is centred, can be dragged by its header, and returns to the centre after a double click. */
const expectDraggable = async (page: Page, dialog: Locator): Promise<void> => {
  const box = async () => {
    const { x = 0, y = 0, width = 0 } = (await dialog.boundingBox()) ?? {};
    return { x: Math.round(x), y: Math.round(y), middle: Math.round(x + width / 2) };
  };
  const before = await box();
  expect(before.middle).toBe(640);
  const { x, y } = (await dialog.getByRole('heading', { level: 2 }).boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 4, y + 4);
  await page.mouse.down();
  await page.mouse.move(x + 84, y + 44);
  await page.mouse.up();
  await expect.poll(box, PATIENT).toEqual({ x: before.x + 80, y: before.y + 40, middle: before.middle + 80 });
  await page.mouse.dblclick(x + 84, y + 44);
  await expect.poll(box, PATIENT).toEqual(before);
};

journey('nothing in a URL, a search or a message to the operator runs as code', async ({ product, fakes, visit }) => {
  const visitor = await trapped(await visit());
  const { page, open } = visitor;
  visitor.expectComplaint(/status of 404/);
  const problems: string[] = [];
  const look = async (name: string) => problems.push(...(await problemsOf(page, name)));
  const encoded = (where: string) => encodeURIComponent(image(where));
  const paths = [
    `/${encoded('path')}#${encoded('fragment')}`,
    `/login?next=${encodeURIComponent("javascript:ran('next')")}`,
    `/user/password/reset/${encoded('token')}`,
    `/docs?q=${encoded('search')}#${encoded('anchor')}`,
  ];
  for (const path of paths) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(`address ${paths.indexOf(path)}`);
  }
  await page.getByLabel('Search the documentation').fill(vectors('search').join(' '));
  await look('search');

  const challenge = await solvedChallenge(product, 'FEEDBACK');
  const message = { name: image('name'), email: 'o.ran+onload@example.com', message: vectors('contact').join('\n') };
  const { status } = await call(product, 'sendContactMessage', { body: { ...message, challenge } });
  expect(status).toBeLessThan(300);
  const mail = await eventually(
    async () => (await fakes.received('email')).find(({ text }) => text?.includes("ran('contact')")),
    'the message in the mailbox of the operator',
  );
  expect(mail.html ?? '').not.toMatch(/<script|<svg|<iframe|<img[^>]+onerror|href="javascript:/i);
  await page.goto(`${product.fakesUrl}#email/${mail.id}`);
  await page.locator('iframe').waitFor();
  await look('mailbox');
  expect(problems).toEqual([]);
});
