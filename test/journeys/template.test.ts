import { takePicture } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, send } from './people.ts';

journey(
  'a template determines the message, and a broken one shows the position of its error',
  async ({ product, fakes, visitAs }) => {
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
    await details.getByRole('tabpanel').getByText(message, { exact: true }).waitFor();
    await takePicture(page, 'template-02-rendered');

    await useTemplate('Order of\n{{ $shout(customer.name) }}');
    const second = await send(webhook.url, { customer: { name: 'Secret Garden' } });
    await open(`/webhooks/${webhook.id}?inv=${second}`);
    await details.getByText(/Line 2, column \d+:/).waitFor();
    await details.getByText('Failed').first().waitFor();
    await takePicture(page, 'template-03-broken');
    const notice = await slackSays('the template could not create a message');
    expect(notice.body).toMatch(/Line 2, column \d+/);
    expect(notice.body).not.toContain('Secret Garden');
  },
);

journey('a link opens a template in another account, and Undo restores the old one', async ({ product, visitAs }) => {
  const author = await visitAs(await signUp(product));
  const writeIn = async (page: typeof author.page, text: string) => {
    await page.getByRole('textbox', { name: 'Template' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  await author.open('/editor');
  await writeIn(author.page, 'Parcel {{ repository }} – ärger nicht');
  await author.page.getByRole('button', { name: 'Copy a link to this template' }).click();
  await author.page.getByText('Template link copied to Clipboard').waitFor();
  const input = author.page.getByRole('textbox', { name: 'Input' });
  await input.click();
  await author.page.keyboard.press('ControlOrMeta+a');
  await author.page.keyboard.press('ControlOrMeta+v');
  const link = new URL((await input.textContent()) ?? '');
  expect(link.pathname).toBe('/editor');

  const reader = await visitAs(await signUp(product));
  await reader.open('/editor');
  await writeIn(reader.page, 'My own text');
  await reader.open(`/editor${link.hash}`);
  await reader.page.getByText('Parcel shop-api – ärger nicht').waitFor();
  await reader.page.getByText('This template came from a link. Check it before you save it.').waitFor();
  expect(new URL(reader.page.url()).hash).toBe('');
  await takePicture(reader.page, 'template-04-from-a-link');
  await reader.page.getByRole('button', { name: 'Undo' }).click();
  await reader.page.getByText('My own text').first().waitFor();
});
