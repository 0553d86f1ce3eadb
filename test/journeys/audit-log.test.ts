import { readFile } from 'node:fs/promises';
import { accessibilityFindings, recolour, resize, settled, sidewaysScroll, takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, subscribe } from './people.ts';

journey(
  'a webhook’s owner sees who changed it, in light and dark, wide and narrow, and downloads the list',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    await subscribe(user, fakes);
    const { id } = await createWebhook(product, user, [await createMock(user)], { name: 'Deploys' });
    const webhook = await user.api('getWebhook', { id });
    await user.api('updateWebhook', { id, body: { ...webhook, name: 'Releases' } });
    const visitor = await visitAs(user, { axe: true });
    const { page } = visitor;
    await visitor.open('/user/settings');
    await page.getByRole('link', { name: 'Open audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    const newest = page.getByRole('row').nth(1);
    await newest.getByText('Webhook changed').waitFor();
    expect(await newest.innerText()).toMatch(/Releases[\s\S]*Changed: name[\s\S]*You/);
    await page.getByText('Plan changed (Premium)').waitFor();
    await page.getByText('Account created').waitFor();
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await recolour(page, scheme);
        await resize(page, width);
        await settled(page);
        expect(await accessibilityFindings(page), `${scheme} ${width}`).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        await takePicture(page, `audit-log-${scheme}-${width}`);
      }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^tellhook-audit-\d{4}-\d\d-\d\d\.csv$/);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv).toMatch(/Webhook changed,updateWebhook,webhook,\d+,Releases,session,,,,,[\d.:a-f]+,name\r\n/);
  },
);
