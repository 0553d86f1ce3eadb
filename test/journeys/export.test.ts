import { readFile } from 'node:fs/promises';
import { takePicture } from '../support/browser.ts';
import { createWebhook, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, send } from './people.ts';

journey('calls are exported to a file with the list’s filter', async ({ product, visitAs }) => {
  const user = await signUp(product);
  const { url, id } = await createWebhook(product, user, [await createMock(user)], { name: 'Deploys' });
  for (let number = 1; number <= 12; number++) await send(url, { title: `=Build ${number}`, even: number % 2 === 0 });
  await eventually(
    async () =>
      (await user.api('listInvocations', { id, query: { limit: 100 } })).every(({ status }) => status === 'success'),
    'all calls delivered',
  );
  const { page, open } = await visitAs(user, { axe: true });
  await open(`/webhooks/${id}?q=${encodeURIComponent('"even":true')}`);
  await page.getByText('=Build 12').first().waitFor();
  await page.getByRole('button', { name: 'Export calls' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export calls' });
  await dialog.getByText('The calls that match the current filters, newest first.').waitFor();
  await takePicture(page, 'export-01-dialog');
  const read = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter'),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const csv = await read();
  expect(csv.name).toMatch(/^Deploys-\d{4}-\d\d-\d\dT\d{4}\.csv$/);
  expect(csv.text.trimEnd().split('\r\n')).toHaveLength(7);
  expect(csv.text).toContain("'=Build 12");
  expect(csv.text).not.toContain('=Build 11');
  await dialog.getByText('6 calls saved').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Export calls' }).click();
  await dialog.getByText('JSON').click();
  const { text } = await read();
  const calls = JSON.parse(text) as { id: string; title: string; status: string }[];
  expect(calls.map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_, index) => `=Build ${12 - index}`));
});
