import { phoneFindings } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, subscribe } from './people.ts';

journey('a webhook is cloned with the keyboard', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const { id } = await createWebhook(product, user, [await createMock(user)], {
    name: 'Shop',
    use_template: true,
    template: 'Order {{id}}',
    intake: { duplicates: 'drop', verify_token: 'known to one app' },
  });
  await user.api('setVerification', {
    id,
    body: { mode: 'enforce', sender: 'github', add_secret: 'of this address' },
  });
  const { page, open } = await visitAs(user, { axe: true });
  await open(`/webhooks/${id}`);
  const clone = async () => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Clone', exact: true }).press('Enter');
  };
  await clone();
  await page.getByText('You’ve reached your webhook limit. Upgrade or delete a webhook.').waitFor();
  await page.keyboard.press('Escape');
  await subscribe(user, fakes);
  await open(`/webhooks/${id}`);
  await clone();
  const dialog = page.getByRole('dialog', { name: 'Clone this webhook' });
  const name = dialog.getByLabel('Name of the new webhook');
  await name.waitFor();
  expect(await name.inputValue()).toBe('Shop copy');
  await dialog.getByText('The new webhook starts disabled, because it can’t verify calls yet.').waitFor();
  expect(await name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  expect(await phoneFindings(page, 'clone', '[role=dialog]')).toEqual([]);
  await name.fill('  ');
  expect(await dialog.getByRole('button', { name: 'Clone', exact: true }).isDisabled()).toBe(true);
  await name.fill('Second shop');
  await name.press('Enter');
  await page.getByText('Webhook cloned').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Second shop' }).waitFor();
});
