import type { Page } from 'playwright-core';
import { takePicture, transitionsOver } from '../support/browser.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { copiedUrl, newAddress, send } from './people.ts';

// Code for the page is text, because this program is checked without the browser's types.
const NO_POINTER = `addEventListener('pointerdown', () => console.error('a pointer was used'), true);`;
/** The focused element: its name, and problems with its focus style. */
const FOCUS = `(() => {
  const element = document.activeElement;
  // Between the end of a page and its beginning, the browser's own bar has the focus.
  if (element === document.body) return { name: '', wrong: [] };
  const seen = element.closest('label') ?? element;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const around = getComputedStyle(seen);
  const ring = [[outlineStyle, outlineWidth], [around.outlineStyle, around.outlineWidth]]
    .some(([style, width]) => style !== 'none' && parseFloat(width) >= 2);
  const { left, top, width, height } = seen.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, top + height / 2);
  const covered = !above || !(seen.contains(above) || above.contains(element));
  const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
  return {
    name: name.trim(),
    wrong: [...(ring ? [] : ['shows no ring']), ...(covered ? ['is covered or out of sight'] : [])],
  };
})()`;
interface Focus {
  name: string;
  wrong: string[];
}

/** More Tab stops than any page of this journey has. */
const MOST_STOPS = 90;

/** A keyboard user. Problems with the focus are collected at every step. */
const keyboardOf = (page: Page) => {
  const problems: string[] = [];
  const focus = async (): Promise<string> => {
    let { name, wrong } = await page.evaluate<Focus>(FOCUS);
    if (wrong.length > 0) {
      // An element that scrolls into view needs a moment.
      await transitionsOver(page);
      ({ name, wrong } = await page.evaluate<Focus>(FOCUS));
    }
    problems.push(...wrong.map((what) => `“${name}” on ${new URL(page.url()).pathname} ${what}`));
    return name;
  };
  const press = (keys: string) => page.keyboard.press(keys);
  return {
    problems,
    press,
    type: (text: string) => page.keyboard.type(text),
    focus,
    /** Waits until the named element has the focus, which a closing dialog returns after a moment. */
    arrivesAt: (name: string) => expect.poll(focus, PATIENT).toBe(name),
    /** Presses Tab until the named element has the focus. */
    to: async (name: string | RegExp): Promise<void> => {
      const passed: string[] = [];
      while (passed.length < MOST_STOPS) {
        await press('Tab');
        const here = await focus();
        if (typeof name === 'string' ? here === name : name.test(here)) return;
        passed.push(here);
      }
      throw new Error(`Tab never came to ${name}, only to ${passed.join(' | ')}`);
    },
  };
};

journey('everything from registration to logout works without a mouse', async ({ visit, product }) => {
  const { page, context } = await visit();
  await context.addInitScript({ content: NO_POINTER });
  const keys = keyboardOf(page);
  const address = (path: string) => page.waitForURL(`**${path}`);

  // The code comes after the first key, as on a slow line. It replaces the skeleton, and the focus stays.
  let codeComes = () => {};
  const pressed = new Promise<void>((resolve) => {
    codeComes = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(`${product.appUrl}/register`, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await keys.press('Tab');
  expect(await keys.focus()).toBe('Skip to content');
  await page.evaluate(`document.activeElement.dataset.skeleton = ''`);
  codeComes();
  await page.locator('a[href="#main"]:not([data-skeleton])').waitFor();
  await page.unroute('**/*.js');
  expect(await keys.focus()).toBe('Skip to content');
  await keys.press('Enter');
  await keys.to(/^Email/);
  await keys.type(newAddress());
  for (const field of [/^Password/, /^Confirm password/]) {
    await keys.to(field);
    await keys.type('plum-tart-under-glass');
  }
  await page.getByRole('button', { name: 'Sign Up', disabled: false }).waitFor();
  await keys.to('Sign Up');
  await keys.press('Enter');
  await address('/dashboard');

  await page.getByText('No Targets found').waitFor();
  await keys.to('Create Target');
  await keys.press('Enter');
  await address('/targets/new');
  await page.getByRole('radio', { name: 'Mock' }).waitFor();
  await keys.to(/^Name/);
  await keys.type('Desk');
  await keys.press('Tab');
  while ((await keys.focus()) !== 'Mock') await keys.press('ArrowDown');
  await keys.to('Create');
  await keys.press('Enter');
  await page.getByText('Mock target created').waitFor();

  await keys.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await keys.type('new webhook');
  await page.getByRole('option', { name: 'Create a new webhook' }).waitFor();
  await keys.press('Enter');
  await address('/webhooks/new');
  await page.getByRole('checkbox', { name: 'Desk' }).waitFor();
  await keys.to(/^Name/);
  await keys.type('Door bell');
  await keys.to('Desk');
  await keys.press('Space');
  await keys.to('Create');
  await keys.press('Enter');
  await page.getByRole('heading', { name: 'Door bell' }).waitFor();
  await keys.to('Copy URL');
  await keys.press('Enter');
  await send(await copiedUrl(page), { ring: 'Somebody is at the door' });

  await page
    .getByRole('row', { name: /Somebody is at the door/ })
    .getByText('Success', { exact: true })
    .waitFor();
  await keys.to(/^Open Somebody is at the door, /);
  const opener = await keys.focus();
  await keys.press('Enter');
  const details = page.getByRole('dialog', { name: 'Invocation Details' });
  await details.getByText('Somebody is at the door', { exact: true }).first().waitFor();
  await keys.to(/^Dispatches/);
  await keys.press('ArrowRight');
  await keys.arrivesAt('Raw body');
  await keys.press('Enter');
  await details.getByText('"Somebody is at the door"').waitFor();
  await keys.to('Resend');
  await takePicture(page, 'keyboard-01-replay');
  await keys.press('Enter');
  await page.getByText('1 message is being resent.').waitFor();
  await keys.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await keys.arrivesAt(opener);
  // Close the toasts, because they cover the bar.
  await keys.press('Escape');

  await keys.to('Logout');
  await keys.press('Enter');
  await address('/login');
  expect([...new Set(keys.problems)]).toEqual([]);
});
