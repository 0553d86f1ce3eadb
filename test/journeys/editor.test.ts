import { accessibilityFindings, sidewaysScroll, takePicture, type Visitor } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { connectSlack, createMock, dispatchesOf, send } from './people.ts';

/** The fields of GitHub's push event that a message needs. */
const push = (message: string) => ({
  ref: 'refs/heads/main',
  compare: 'https://github.example/acme/web/compare/a...b',
  created: false,
  deleted: false,
  forced: false,
  repository: { full_name: 'acme/web' },
  pusher: { name: 'octo' },
  head_commit: { id: 'f6d4b2907e5c3a18', message },
  commits: [{ id: 'f6d4b2907e5c3a18', message, author: { name: 'Octo' } }],
});

/** Calls a webhook as GitHub would. */
const sendPush = async (url: string, message: string): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-github-event': 'push' },
    body: JSON.stringify(push(message)),
  });
  return ((await response.json()) as { id: string }).id;
};

const part = ({ page }: Visitor, name: string) => page.getByRole('region', { name, exact: true });
const template = ({ page }: Visitor) => page.getByRole('textbox', { name: 'Template' });

journey.concurrent('a GitHub push becomes a message with clicks only', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const webhook = await createWebhook(product, user, [await connectSlack(user, fakes, 'Pushes')], {
    name: 'Repository',
  });
  const first = await sendPush(webhook.url, 'Fix the cart');
  await dispatchesOf(user, first);
  const visitor = await visitAs(user, { axe: true });
  const { page, open } = visitor;

  await open(`/webhooks/${webhook.id}?inv=${first}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Open in Editor' }).click();
  await part(visitor, 'Input').getByText('"refs/heads/main"').first().waitFor();
  await part(visitor, 'Out').getByText('Without a template, the message is:').waitFor();
  await page.getByRole('button', { name: 'Use the GitHub push template' }).click();
  await part(visitor, 'Out').getByText('acme/web: octo pushed to main').waitFor();
  await part(visitor, 'Out')
    .getByText(/\d+ of 3,900 characters/)
    .waitFor();
  // Insert another field after the last line.
  await part(visitor, 'Input')
    .getByRole('button', { name: /^full_name/ })
    .click();
  await part(visitor, 'Out').getByText('Live preview').waitFor();
  await page.getByRole('button', { name: 'Render' }).click();
  await part(visitor, 'Out').getByText('Rendered').waitFor();
  await takePicture(page, 'editor-01-rendered');

  // The dialog's button does not move while the comparison loads.
  const calls = /\/api\/webhook\/\d+\/invocations\?/;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(calls, async (route) => {
    await held;
    await route.continue();
  });
  await part(visitor, 'Controls').getByRole('button', { name: 'Save Back' }).click();
  const compare = page.getByRole('dialog', { name: 'Save the template?' });
  await compare.getByText('Comparing').waitFor();
  const before = await compare.getByRole('button', { name: 'Save Back' }).boundingBox();
  release();
  await compare.getByText('Changed: 1').waitFor();
  expect(await compare.getByRole('button', { name: 'Save Back' }).boundingBox()).toEqual(before);
  await compare.getByText('acme/web: octo pushed to main').first().waitFor();
  expect(await accessibilityFindings(page, 'all', '[role=dialog]')).toEqual([]);
  await takePicture(page, 'editor-02-compare');
  await compare.getByRole('button', { name: 'Save Back' }).click();
  await page.getByText('Saved Template').waitFor();
  await part(visitor, 'Controls').getByText('Saved', { exact: true }).waitFor();

  await sendPush(webhook.url, 'Count parcels once');
  const [message] = await eventually(async () => {
    const bodies = (await fakes.received('slack')).map(({ body }) => body);
    // Another journey's message about a failed run contains the same commit.
    const found = bodies.filter((body) => body.includes('Count parcels once') && body.includes('pushed'));
    return found.length > 0 && found;
  }, 'the next push in Slack');
  expect(message).toContain('acme/web: octo pushed to main');
  expect(
    JSON.parse(message ?? '{}')
      .text.trimEnd()
      .endsWith('acme/web'),
  ).toBe(true);
});

// Polls in concurrent journeys use the journey’s own expectations.
journey.concurrent(
  'a user writes a template by hand, with help for every key',
  async ({ product, visitAs, expect }) => {
    const user = await signUp(product);
    const webhook = await createWebhook(product, user, [await createMock(user)], {
      name: 'Orders',
      use_template: true,
      template: 'Order: {{ customer.name }}',
    });
    const order = { customer: { name: 'Green Grocer' }, items: [{ name: 'pears' }, { name: 'plums' }] };
    const id = await send(webhook.url, order);
    await dispatchesOf(user, id);
    const visitor = await visitAs(user, { axe: true });
    const { page, open } = visitor;
    /** True if one of the editors, which live in shadow roots, has the focus. */
    const inCode = () => page.evaluate<boolean>('document.activeElement.shadowRoot !== null');
    await open(`/editor?webhook=${webhook.id}&inv=${id}`);
    await part(visitor, 'Out').getByText('Order: Green Grocer').waitFor();

    // Completion offers the call’s fields.
    await template(visitor).click();
    await template(visitor).and(page.locator('[aria-autocomplete="list"]')).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Thanks, {{ cus');
    await page.getByRole('option', { name: /customer/ }).click();
    await page.keyboard.type('.');
    await page.getByRole('option', { name: /name/ }).click();
    await part(visitor, 'Out').getByText('Thanks, Green Grocer', { exact: true }).waitFor();
    await page.keyboard.press('Control+End');

    // A block for each item, filled by clicking a field of any item.
    const fields = part(visitor, 'Input');
    await fields.getByRole('button', { name: 'Repeat a line for each item of items' }).click();
    await fields.getByRole('button', { name: '[1]', exact: true }).click();
    await fields.getByRole('button', { name: /^name "plums"/ }).click();
    await part(visitor, 'Out').getByText('- pears').waitFor();
    expect(await template(visitor).innerText()).toContain('{{#each items}}\n- {{ name }}\n{{/each}}');

    // A mistake is named with its place, which can be gone to; an empty value is only warned about.
    await template(visitor).fill('Thanks\n{{ customer.nam }} {{ $shout(customer.name) }}');
    const mistake = part(visitor, 'Out').getByText(/^Line 2, column \d+: /);
    await mistake.waitFor();
    await part(visitor, 'Out')
      .getByRole('link', { name: /template errors/ })
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await part(visitor, 'Out').getByRole('button', { name: 'Show in the template' }).click();
    await expect.poll(inCode, PATIENT).toBe(true);
    await template(visitor).fill('Thanks {{ customer.nam }}!');
    await part(visitor, 'Out').getByText('One value is empty in this call:').waitFor();
    await part(visitor, 'Out').getByRole('button', { name: 'Line 1, column 8' }).waitFor();

    // The draft survives a reload, and Control and Enter asks the server.
    await page.reload();
    await part(visitor, 'Out').getByText('Thanks !').waitFor();
    await template(visitor).click();
    await page.keyboard.press('Control+Enter');
    await part(visitor, 'Out').getByText('Rendered').waitFor();
    expect(await template(visitor).innerText()).toBe('Thanks {{ customer.nam }}!');

    // Tab leaves the editor, Control and a bracket indents; leaving the page asks about what is not saved.
    await template(visitor).click();
    await page.keyboard.press('Control+]');
    expect(await template(visitor).innerText()).toContain('  ');
    await page.keyboard.press('Tab');
    await expect.poll(inCode, PATIENT).toBe(false);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await leave.getByRole('button', { name: 'Cancel' }).click();
    expect(new URL(page.url()).pathname).toBe('/editor');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await leave.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/dashboard');
    await open(`/editor?webhook=${webhook.id}&inv=${id}`);
    await part(visitor, 'Out').getByText('Order: Green Grocer').waitFor();
  },
);

journey.concurrent(
  'the editor without a webhook has no Save Back, loads a webhook’s calls and stops a hanging template',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    const webhook = await createWebhook(product, user, [await createMock(user)], { name: 'Builds' });
    await dispatchesOf(user, await send(webhook.url, { build: { number: 41 } }));
    const visitor = await visitAs(user, { axe: true, width: 390, scheme: 'dark' });
    const { page, open } = visitor;
    await open('/editor');
    await part(visitor, 'Out').getByText('Deployed shop-api to production').waitFor();
    expect(await part(visitor, 'Controls').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Template help' }).getAttribute('href')).toBe('/help');
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await takePicture(page, 'editor-03-phone');

    await page.getByRole('combobox', { name: 'Calls to' }).selectOption({ label: 'Builds' });
    const calls = page.getByRole('combobox', { name: 'Call', exact: true });
    expect(await calls.locator('option').nth(1).textContent()).toMatch(/41 · /);
    await calls.selectOption({ index: 1 });
    await part(visitor, 'Input')
      .getByRole('button', { name: /^number 41/ })
      .waitFor();
    expect(await part(visitor, 'Controls').count()).toBe(0);
    await template(visitor).fill('Build {{ build.number }}');
    await part(visitor, 'Out').getByText('Build 41', { exact: true }).waitFor();

    // This regular expression would run for hours, so the worker is terminated. The page continues.
    await template(visitor).fill(`{{ $match("${'a'.repeat(40)}!", /^(a+)+$/) }}`);
    await part(visitor, 'Out')
      .getByText(/takes too long/)
      .waitFor();
    await template(visitor).fill('Again {{ build.number }}');
    await part(visitor, 'Out').getByText('Again 41', { exact: true }).waitFor();
  },
);
