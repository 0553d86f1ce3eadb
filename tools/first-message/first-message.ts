import type { Browser, Locator, Page } from 'playwright-core';
import { newVisitor } from '../../test/support/browser.ts';
import { fakesOf } from '../../test/support/fakes.ts';
import { type Addresses, eventually } from '../../test/support/product.ts';

/** A newcomer's limits until the first message is in the channel. */
export const bars = { clicks: 6, fields: 3, seconds: 60 } as const;

interface Effort {
  clicks: number;
  fields: number;
  seconds: number;
  /** The clicks, in order. */
  pressed: string[];
}

/** Milliseconds for which a person looks before a click, and between two keys. */
const LOOK_MS = 1_500;
const KEY_MS = 70;

const ADDRESS = 'newcomer@example.org';
const PASSWORD = 'plum-tart-under-glass';

/** GitHub's payload of a push, as far as a message uses it. */
const push = {
  ref: 'refs/heads/main',
  repository: { full_name: 'acme/shop', html_url: 'https://github.com/acme/shop' },
  pusher: { name: 'ada' },
  sender: { login: 'ada' },
  commits: [{ id: '8f3c1d9a6b2e', message: 'Ship the parcel twice as fast', author: { name: 'Ada' } }],
};

/**
 * From the registration form to the first message in the channel, by clicks and keys alone, with a person's look before
 * each click. The service calls as soon as its steps are on the screen.
 */
export async function firstMessage(browser: Browser, product: Addresses): Promise<Effort> {
  const effort: Effort = { clicks: 0, fields: 0, seconds: 0, pressed: [] };
  const visitor = await newVisitor(browser, product.appUrl);
  const { page } = visitor;
  await visitor.open('/register');
  const begin = performance.now();

  const press = async (what: string, found: Locator) => {
    await found.waitFor();
    await page.waitForTimeout(LOOK_MS);
    await found.click();
    effort.clicks += 1;
    effort.pressed.push(what);
  };
  const type = async (field: Locator, text: string) => {
    // The first field has the focus of a click that no one needs: Tab leads from one to the next.
    await field.focus();
    await field.pressSequentially(text, { delay: KEY_MS });
    effort.fields += 1;
  };
  const button = (name: string, of: Page = page) => of.getByRole('button', { name, exact: true });

  await type(page.getByLabel('Email'), ADDRESS);
  await type(page.getByLabel('Password', { exact: true }), PASSWORD);
  await type(page.getByLabel('Confirm password'), PASSWORD);
  await press('Sign Up', button('Sign Up'));
  await press('GitHub', page.getByRole('link', { name: 'GitHub' }));
  await press('Slack', button('Slack'));
  await press('Create', button('Create'));
  await press('Allow, at Slack', button('Allow'));

  await page.getByText('Waiting for the first call from GitHub').waitFor();
  const url = await page.locator('code').filter({ hasText: product.invokeUrl }).first().innerText();
  const headers = { 'content-type': 'application/json', 'x-github-event': 'push' };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(push) });
  await eventually(
    async () => (await fakesOf(product).received('slack')).some(({ body }) => body.includes('Ship the parcel')),
    'the message in the channel',
  );
  effort.seconds = (performance.now() - begin) / 1000;
  const complaints = visitor.complaints();
  await visitor.close();
  if (complaints.length > 0) throw new Error(`The browser complained:\n${complaints.join('\n')}`);
  return effort;
}
