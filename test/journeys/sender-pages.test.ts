import { pageFindings, takePicture } from '../support/browser.ts';
import { signUp } from '../support/product.ts';
import { expect, journey, PATIENT } from './journey.ts';
import { createMock, newAddress } from './people.ts';

journey('a visitor finds a service and begins a webhook with it', async ({ visit }) => {
  const { page, open } = await visit({ axe: true });
  await open('/');
  await page.getByRole('link', { name: /^Browse all \d+ services$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Services' }).waitFor();
  expect(await pageFindings(page, 'sender-pages-01-list')).toEqual([]);
  await page.getByLabel('Search services').fill('graf');
  // Grafana, and Grafana OnCall after it.
  await expect.poll(() => page.getByRole('main').getByRole('link').count(), PATIENT).toBe(2);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: 'Grafana webhooks as chat messages' }).waitFor();
  await page.getByText('[FIRING:1] HighMemory').first().waitFor();
  await page.getByRole('link', { name: 'Telegram', exact: true }).click();
  await page.waitForURL('**/senders/grafana?example=1&app=telegram');
  await page.getByRole('link', { name: 'Telegram', exact: true }).and(page.locator('[aria-current]')).waitFor();
  expect(await pageFindings(page, 'sender-pages-02-grafana')).toEqual([]);

  await page.getByRole('link', { name: 'Create a webhook' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('Email').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill('plum-tart-under-glass');
  await page.getByLabel('Confirm password').fill('plum-tart-under-glass');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/webhooks/new?sender=grafana');
  await page.getByRole('checkbox', { name: 'Verify calls', checked: true }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Grafana');
  expect(await pageFindings(page, 'sender-pages-03-new-webhook')).toEqual([]);
});

journey(
  'a user begins a webhook with a service that signs, and with one that does not',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    await createMock(user, 'Ops');
    const { page, open } = await visitAs(user, { axe: true });

    // The link of an example is also read from the address.
    await open('/senders/stripe?example=2&app=msteams');
    await page.getByRole('heading', { level: 1, name: 'Stripe webhooks as chat messages' }).waitFor();
    await page.getByRole('link', { name: 'Microsoft Teams' }).and(page.locator('[aria-current]')).waitFor();
    await page.locator('[data-message]').getByText('Stripe: invoice A-17 could not be paid').waitFor();
    expect(await pageFindings(page, 'sender-pages-04-stripe')).toEqual([]);
    await page.getByRole('link', { name: 'Create a webhook' }).click();
    await page.getByRole('checkbox', { name: /Ops/ }).check();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'Connect Stripe' }).waitFor();
    await page
      .getByRole('link', { name: /^Verification/ })
      .getByText('Stripe')
      .waitFor();
    await takePicture(page, 'sender-pages-05-webhook');
    const id = /\/webhooks\/(\d+)/.exec(page.url())?.[1];
    expect(await user.api('getVerification', { id: Number(id) })).toMatchObject({
      mode: 'report',
      sender: 'stripe',
      secrets: [],
    });

    await open('/senders/google-cloud');
    await page.getByText('Tellhook has no signature check for Google Cloud.').waitFor();
    expect(await pageFindings(page, 'sender-pages-06-google-cloud')).toEqual([]);
    await page.getByRole('link', { name: 'Create a webhook' }).click();
    await page.getByRole('heading', { name: 'Create a New Webhook' }).waitFor();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Google Cloud');
    expect(await page.getByRole('checkbox', { name: 'Verify calls' }).count()).toBe(0);
  },
);
