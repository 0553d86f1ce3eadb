import { takePicture } from '../support/browser.ts';
import { expect, journey } from './journey.ts';
import { copiedUrl, newAddress, refreshUntil } from './people.ts';

const push = {
  ref: 'refs/heads/main',
  repository: { full_name: 'acme/shop', html_url: 'https://github.com/acme/shop' },
  pusher: { name: 'octocat' },
  commits: [{ id: '0123456789abcdef', message: 'Ship the parcel twice as fast', author: { name: 'octocat' } }],
};

journey('a newcomer gets a push as a message in Slack and in Telegram', async ({ product, visit }) => {
  const email = newAddress();
  const { page, open, newPage } = await visit();
  await open('/');
  await takePicture(page, 'newcomer-01-landing');

  await page.getByRole('link', { name: 'Create Free Account' }).first().click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('plum-tart-under-glass');
  await page.getByLabel('Confirm password').fill('plum-tart-under-glass');
  await takePicture(page, 'newcomer-02-register');
  await page.getByRole('button', { name: 'Sign Up' }).click();

  await page.waitForURL('**/dashboard');
  await page.getByText(`Welcome, ${email}`).waitFor();
  await page.getByText('No Webhooks found').waitFor();
  await page.getByText('No Targets found').waitFor();
  await takePicture(page, 'newcomer-03-dashboard');

  await page.getByRole('link', { name: 'Create Target' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Deployments');
  await page.getByRole('radio', { name: 'Slack' }).check();
  await takePicture(page, 'newcomer-04-target');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL('**/__fakes/slack/**');
  await takePicture(page, 'newcomer-05-slack');
  await page.getByRole('radio', { name: 'general' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('heading', { name: 'Deployments' }).waitFor();
  await page.getByText('Active', { exact: true }).first().waitFor();
  await takePicture(page, 'newcomer-06-slack-target');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Targets' }).click();
  await page.getByRole('link', { name: 'New Target' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await page.getByRole('radio', { name: 'Telegram' }).check();
  await page.getByRole('button', { name: 'Proceed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Almost there' });
  const code = await dialog.locator('code').innerText();
  await takePicture(page, 'newcomer-07-telegram');

  const outside = await newPage();
  await outside.goto(`${product.fakesUrl}#telegram`);
  await outside.getByRole('textbox', { name: /^Write in/ }).fill(code);
  await outside.getByRole('button', { name: 'Send' }).click();
  await outside.getByText('Activated. Messages for "My phone" will arrive here from now on.').last().waitFor();
  await takePicture(outside, 'newcomer-08-telegram-chat');
  await refreshUntil(page, 'My phone is ready to use.');
  await page.waitForURL('**/targets');
  await takePicture(page, 'newcomer-09-both-targets');

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Create New Webhook' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Pushes');
  await page.getByRole('checkbox', { name: 'Deployments' }).check();
  await page.getByRole('checkbox', { name: 'My phone' }).check();
  await takePicture(page, 'newcomer-10-new-webhook');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Waiting for the first call').waitFor();
  await takePicture(page, 'newcomer-11-webhook');
  await page.getByRole('button', { name: 'Copy URL' }).click();
  const url = await copiedUrl(page);
  expect(url).toMatch(new RegExp(`^${product.invokeUrl}/[\\w-]{22,}$`));
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-github-event': 'push' },
    body: JSON.stringify(push),
  });
  expect(answer.status).toBe(202);

  const row = page.getByRole('row', { name: /acme\/shop/ });
  await row.getByText('Success', { exact: true }).waitFor();
  await takePicture(page, 'newcomer-12-invocation');
  await row.click();
  const details = page.getByRole('dialog', { name: 'Invocation Details' });
  await details.getByRole('listitem').filter({ hasText: 'Success' }).nth(1).waitFor();
  await takePicture(page, 'newcomer-13-details');

  await outside.getByRole('log').getByText('Ship the parcel twice as fast').last().waitFor();
  await takePicture(outside, 'newcomer-14-telegram-message');
  await outside.goto(`${product.fakesUrl}#slack`);
  await outside.getByRole('log').getByText('Ship the parcel twice as fast').last().waitFor();
  await takePicture(outside, 'newcomer-15-slack-message');
});
