import { phoneFindings } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, send } from './people.ts';

journey(
  'a call is saved as a sample, sent again, tested in the editor, renamed and deleted',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    const { url, id } = await createWebhook(product, user, [await createMock(user)], {
      name: 'Shop',
      use_template: true,
      template: 'Order {{order.id}}',
    });
    const call = await send(url, { order: { id: 'odd one' } });
    await send(url, { order: { id: 'usual' } });
    const { page, open } = await visitAs(user, { axe: true });
    await open(`/webhooks/${id}?inv=${call}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Save as sample' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this call as a sample' });
    await dialog.getByText('This webhook has 0 of 20 saved samples.').waitFor();
    expect(await phoneFindings(page, 'sample', '[role=dialog]')).toEqual([]);
    await dialog.getByLabel('Name').fill('Odd order');
    await dialog.getByLabel('Name').press('Enter');
    await page.getByText('Sample saved').first().waitFor();
    expect(await user.api('listSamples', { id })).toMatchObject([{ id: call, name: 'Odd order' }]);

    // On another click, the dialog shows the saved sample.
    await page.getByRole('button', { name: 'Save as sample' }).click();
    const known = page.getByRole('dialog', { name: 'Saved sample' });
    await known.getByLabel('Name').fill('The odd one');
    await known.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Sample renamed').first().waitFor();

    await open(`/webhooks/${id}`);
    await page.getByRole('link', { name: 'Send test call' }).click();
    const test = page.getByRole('dialog', { name: 'Send a test call' });
    await test.getByLabel('Saved: The odd one').check();
    await test.getByText('"odd one"').first().waitFor();
    expect(await phoneFindings(page, 'sample in a test call', '[role=dialog]')).toEqual([]);
    await test.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog', { name: 'Invocation Details' }).getByText('Order odd one').first().waitFor();

    await open(`/editor?webhook=${id}&inv=${call}`);
    const calls = page.getByLabel('Call', { exact: true });
    await calls.locator('optgroup[label="Saved samples"] option').waitFor({ state: 'attached' });
    expect(await calls.locator('optgroup[label="Saved samples"] option').allTextContents()).toEqual(['The odd one']);
    await page.getByRole('region', { name: 'Out', exact: true }).getByText('Order odd one').first().waitFor();

    await open(`/webhooks/${id}`);
    await page.getByRole('link', { name: 'Send test call' }).click();
    await test.getByLabel('Saved: The odd one').check();
    await test.getByRole('button', { name: 'Rename or remove' }).click();
    await known.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Sample removed').first().waitFor();
    await test.getByLabel('Saved: The odd one').waitFor({ state: 'detached' });
    expect(await user.api('listSamples', { id })).toEqual([]);
  },
);
