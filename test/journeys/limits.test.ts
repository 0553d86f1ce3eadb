import { takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock } from './people.ts';

journey('a free account at its limits is shown its options', async ({ product, visitAs }) => {
  const user = await signUp(product);
  const targets = [];
  for (let n = 1; n <= 5; n++) targets.push(await createMock(user, `Mock ${n}`));
  await createWebhook(product, user, targets.slice(0, 1));
  const { page, open } = await visitAs(user);

  await open('/targets');
  await page
    .getByText(
      'You hit the limit of Targets you can create. If you need or want more targets, please consider upgrading to a premium tier in your settings',
    )
    .waitFor();
  await page.getByRole('button', { name: 'New Target', disabled: true }).waitFor();
  await takePicture(page, 'limits-01-targets');

  await open('/webhooks');
  await page.getByText('You’ve reached your plan’s webhook limit.').waitFor();
  await page.getByRole('button', { name: 'Create New Webhook', disabled: true }).waitFor();
  await takePicture(page, 'limits-02-webhooks');

  await open('/dashboard');
  await page.getByText('Hit', { exact: true }).nth(1).waitFor();
  expect(await page.getByText('Hit', { exact: true }).count()).toBe(2);
  await takePicture(page, 'limits-03-dashboard');
});
