import { phoneFindings } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, send } from './people.ts';

journey(
  'an owner improves the message of an unknown service, and the next call gets it',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    const webhook = await createWebhook(product, user, [await connectSlack(user, fakes, 'Parcels')], {
      name: 'Depot',
      format: 'rich',
    });
    const shipped = (code: string, name: string) => ({
      event: 'parcel.shipped',
      parcel: { code, depot: 'North hall', shelf_row: 12 },
      customer: { name, email: 'ann@shop.example' },
      tracking_url: `https://track.example.com/${code}`,
    });
    const first = await send(webhook.url, shipped('PX-1', 'Ann Lee'));
    const { page, open } = await visitAs(user, { axe: true });
    await open(`/webhooks/${webhook.id}?inv=${first}`);
    await page.getByRole('button', { name: 'Improve this message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Improve this message' });
    await dialog.getByLabel('Headline', { exact: true }).fill('Parcel {{ parcel.code }} left the depot');
    await dialog.getByLabel('Show Customer email').check();
    await dialog.getByRole('checkbox', { name: 'Show Depot' }).uncheck();
    await dialog.getByLabel('Label of Customer name').fill('For');
    await dialog.getByRole('region', { name: 'Message preview' }).getByText('Parcel PX-1 left the depot').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Saved. Future calls like this one get this message.').waitFor();
    await send(webhook.url, shipped('PX-2', 'Bob Ray'));
    const { body } = await eventually(
      async () => (await fakes.received('slack')).find(({ body }) => body.includes('PX-2')),
      'the improved message in Slack',
    );
    expect(body).toContain('Parcel PX-2 left the depot');
    expect(body).toContain('https://track.example.com/PX-2');
    expect(body).toMatch(/For[\s\S]*Bob Ray/);
    expect(body).not.toContain('North hall');

    // Other calls keep their message, and the dialog works on a phone.
    await send(webhook.url, { event: 'depot.closed', depot: { name: 'South' } });
    await eventually(
      async () => (await fakes.received('slack')).find(({ body }) => body.includes('Depot South closed')),
      'the default message in Slack',
    );
    expect(await phoneFindings(page, 'improve', '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await dialog.getByText('Undone. The previous message is restored.').waitFor();
    expect(await user.api('getWebhook', { id: webhook.id })).toMatchObject({ use_template: false, template: '' });
  },
);
