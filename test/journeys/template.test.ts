import { takePicture } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, send } from './people.ts';

journey('a template decides what a message says, and a broken one tells where', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const webhook = await createWebhook(product, user, [await connectSlack(user, fakes, 'Orders')], { name: 'Shop' });
  const { page, open } = await visitAs(user);
  const useTemplate = async (template: string) => {
    await open(`/webhooks/${webhook.id}`);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Message' }).click();
    await page.getByRole('checkbox', { name: 'Use Template' }).setChecked(true);
    await page.getByRole('textbox', { name: 'Template' }).fill(template);
    await takePicture(page, 'template-01-edit');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changes successfully saved').waitFor();
  };
  const slackSays = async (text: string) =>
    eventually(
      async () => (await fakes.received('slack')).findLast(({ body }) => body.includes(text)),
      `“${text}” in Slack`,
    );

  await useTemplate('{{ customer.name }} ordered {{ $count(items) }} parcels: {{ $join(items, ", ") }}');
  const first = await send(webhook.url, { customer: { name: 'Green Grocer' }, items: ['pears', 'plums'] });
  const message = 'Green Grocer ordered 2 parcels: pears, plums';
  await slackSays(message);
  await open(`/webhooks/${webhook.id}?inv=${first}`);
  const details = page.getByRole('dialog', { name: 'Invocation Details' });
  await details.getByText(message, { exact: true }).waitFor();
  await takePicture(page, 'template-02-rendered');

  await useTemplate('Order of\n{{ $shout(customer.name) }}');
  const second = await send(webhook.url, { customer: { name: 'Secret Garden' } });
  await open(`/webhooks/${webhook.id}?inv=${second}`);
  await details.getByText(/Line 2, column \d+:/).waitFor();
  await details.getByText('Failed').first().waitFor();
  await takePicture(page, 'template-03-broken');
  const notice = await slackSays('the template could not make a message');
  expect(notice.body).toMatch(/Line 2, column \d+/);
  expect(notice.body).not.toContain('Secret Garden');
});
