import type { Page } from 'playwright-core';
import { docsPages } from '../../frontend/src/features/docs/contents.ts';
import {
  accessibilityFindings,
  recolour,
  settled,
  sidewaysScroll,
  takePicture,
  type Visitor,
} from '../support/browser.ts';
import { createWebhook, signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, createMock, dispatchesOf, send } from './people.ts';

/** A page in a certain state: its address, and what a person does there before it is looked at. */
interface State {
  path: string;
  name?: string;
  act?: (page: Page) => Promise<void>;
}

const publicPages: State[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/register' },
  { path: '/user/password/forgot' },
  { path: '/user/password/reset' },
  { path: '/landing/contact' },
  ...docsPages.map(({ to }) => ({ path: to })),
  {
    path: '/docs',
    name: 'docs, searched',
    act: async (page) => {
      await page.getByLabel('Search the documentation').fill('github');
      await page
        .getByRole('link', { name: /GitHub push/ })
        .first()
        .waitFor();
    },
  },
  { path: '/legal/pp' },
  { path: '/legal/tnc' },
  { path: '/nothing/is/here' },
  {
    path: '/register',
    name: 'register, refused',
    act: async (page) => {
      await page.getByLabel('E-mail').fill('not an address');
      await page.getByLabel('Password', { exact: true }).fill('weak');
      await page.getByLabel('Confirm password').fill('week');
    },
  },
];

const emptyPages: State[] = ['/dashboard', '/webhooks', '/webhooks/new', '/targets'].map((path) => ({ path }));

const filledPages = ({ webhook, target, invocation }: Record<'webhook' | 'target', number> & { invocation: string }) =>
  [
    { path: '/dashboard' },
    { path: '/webhooks' },
    { path: '/webhooks/new' },
    { path: `/webhooks/${webhook}` },
    {
      path: `/webhooks/${webhook}`,
      name: 'webhook, edited',
      act: (page) => page.getByRole('button', { name: 'Edit' }).click(),
    },
    {
      path: `/webhooks/${webhook}`,
      name: 'webhook, to be deleted',
      act: (page) => page.getByRole('button', { name: 'Delete Webhook' }).click(),
    },
    {
      path: `/webhooks/${webhook}`,
      name: 'webhook, with a toast',
      act: (page) => page.getByRole('button', { name: 'Copy URL' }).click(),
    },
    ...['dispatches', 'body', 'headers', 'changes'].map((tab) => ({
      path: `/webhooks/${webhook}?inv=${invocation}&tab=${tab}`,
      name: `invocation, ${tab}`,
      act: (page: Page) => page.getByRole('dialog').getByRole('tabpanel').waitFor(),
    })),
    { path: '/targets' },
    { path: '/targets/new' },
    {
      path: '/targets/new',
      name: 'telegram, almost there',
      act: async (page) => {
        await page.getByLabel('Name', { exact: true }).fill('Phone');
        await page.getByRole('radio', { name: 'Telegram' }).check();
        await page.getByRole('button', { name: 'Proceed' }).click();
        await page.getByRole('dialog', { name: 'Almost there' }).locator('code').waitFor();
      },
    },
    { path: `/targets/${target}` },
    { path: '/user/settings' },
    { path: '/editor' },
    { path: '/debug' },
    {
      path: '/dashboard',
      name: 'search',
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('dialog').waitFor();
      },
    },
  ] satisfies State[];

/** Everything that is wrong with a state at two widths in both schemes. */
const problemsOf = async ({ page, open }: Visitor, { path, name = path, act }: State): Promise<string[]> => {
  const problems: string[] = [];
  const note = (where: string, found: string[]) =>
    problems.push(...found.map((finding) => `${name}, ${where}: ${finding}`));
  await page.setViewportSize({ width: 1280, height: 860 });
  await open(path);
  await settled(page);
  await act?.(page);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 860 });
    for (const scheme of ['light', 'dark'] as const) {
      await recolour(page, scheme);
      // Only colours differ between the schemes.
      const found = await accessibilityFindings(page, scheme === 'dark' ? 'colours' : undefined);
      note(`${width} px ${scheme}`, found);
      await takePicture(page, `page ${name.replaceAll('/', '·').replaceAll(/\d{5,}/g, 'id')} ${width} ${scheme}`);
    }
  }
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 860 });
    const pixels = await sidewaysScroll(page);
    if (pixels > 0) note(`${width} px`, [`${pixels} px wider than the window`]);
  }
  return problems;
};

const problemsOfAll = async (visitor: Visitor, states: State[]): Promise<string[]> => {
  const problems: string[] = [];
  for (const state of states) problems.push(...(await problemsOf(visitor, state)));
  return problems;
};

const axe = { axe: true };

journey('everybody can use the public pages', async ({ visit }) => {
  expect(await problemsOfAll(await visit(axe), publicPages)).toEqual([]);
});

journey('everybody can use the pages of a new account', async ({ product, visitAs }) => {
  expect(await problemsOfAll(await visitAs(await signUp(product), axe), emptyPages)).toEqual([]);
});

const filledAccount = async (product: Parameters<typeof signUp>[0], user: User, slack: number) => {
  const webhook = await createWebhook(product, user, [slack, await createMock(user)], { name: 'W'.repeat(100) });
  await send(webhook.url, { release: '1.4.0' });
  const invocation = await send(webhook.url, {
    release: '1.4.1',
    log: 'unbroken'.repeat(200),
    steps: [1, { two: null }],
  });
  await dispatchesOf(user, invocation);
  return { webhook: webhook.id, target: slack, invocation };
};

journey('everybody can use the pages of an account in use', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const account = await filledAccount(product, user, await connectSlack(user, fakes, 'Release announcements'));
  expect(await problemsOfAll(await visitAs(user, axe), filledPages(account))).toEqual([]);
});
