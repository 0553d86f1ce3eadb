import type { Page } from 'playwright-core';
import { pageFindings } from '../support/browser.ts';
import { expect, journey } from './journey.ts';
import { copiedUrl, newAddress, send } from './people.ts';

const signUpForm = async (page: Page, email: string) => {
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('plum-tart-under-glass');
  await page.getByLabel('Confirm password').fill('plum-tart-under-glass');
  await page.getByRole('button', { name: 'Sign Up' }).click();
};

journey('a visitor sees a message after two clicks, and keeps the webhook', async ({ visit }) => {
  const { page, open } = await visit({ axe: true });
  await open('/');
  const log = page.getByRole('log', { name: 'Messages' });
  for (const name of ['Try it', 'Send a test call']) await page.getByRole('button', { name, exact: true }).click();
  await log.getByText(/pushed/).waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  expect(await pageFindings(page, 'trial-01-message')).toEqual([]);

  await page.getByRole('button', { name: 'Copy URL' }).click();
  const url = await copiedUrl(page);
  await send(url, { text: 'The door is open' });
  await log.getByText('The door is open').waitFor();
  await page.getByText('2 of 50 calls used').waitFor();
  await page.getByRole('button', { name: 'Copy command' }).click();

  await page.reload();
  await log.getByText('The door is open').waitFor();
  await page.getByRole('link', { name: 'Keep it' }).click();
  await page.getByText('If your trial is still open, you keep its URL and calls.').waitFor();
  await signUpForm(page, newAddress());
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'My webhook' }).first().click();
  await page.getByText('The door is open').first().waitFor();
  await send(url, { text: 'Still the same URL' });
  await page.getByText('Still the same URL').first().waitFor();
  await open('/');
  await page.getByRole('link', { name: 'Open your dashboard' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try it', exact: true }).count()).toBe(0);
});

journey('a trial ends while its page is open, and can still be kept', async ({ fakes, visit }) => {
  const { page, open, expectComplaint } = await visit({ axe: true });
  await page.clock.install({ time: await fakes.advanceClock(0) });
  // The access token expires meanwhile.
  expectComplaint(/401/);
  await open('/');
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await page.getByRole('button', { name: 'Send a test call' }).waitFor();
  await fakes.advanceClock(24 * 3600 + 60);
  await page.clock.fastForward('24:01:00');
  await page.getByText('This trial has ended and accepts no more calls.').waitFor();
  expect(await pageFindings(page, 'trial-02-ended')).toEqual([]);
  await page.getByRole('link', { name: 'Create Free Account' }).last().click();
  await signUpForm(page, newAddress());
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'My webhook' }).first().waitFor();
});

journey('a deleted trial says so, and a new one can be started', async ({ visit }) => {
  const { page, open, newPage, expectComplaint } = await visit({ axe: true });
  await open('/');
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await page.getByRole('button', { name: 'Send a test call' }).waitFor();
  const stored = () => page.evaluate("localStorage.getItem('trial')");
  const before = await stored();
  expectComplaint(/40[14]/);
  const other = await newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Delete trial' }).click();
  await other.getByRole('button', { name: 'Try it', exact: true }).waitFor();
  await page.getByText('This trial has ended and was deleted.').waitFor();
  expect(await pageFindings(page, 'trial-03-gone')).toEqual([]);
  await page.getByRole('button', { name: 'Start a new trial' }).click();
  await page.getByRole('button', { name: 'Send a test call' }).waitFor();
  expect(await stored()).not.toBe(before);
});
