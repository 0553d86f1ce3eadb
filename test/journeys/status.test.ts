import { pageFindings } from '../support/browser.ts';
import { expect, journey } from './journey.ts';

journey('the footer leads to the status page, which needs no script', async ({ product, fakes, visit }) => {
  await fakes.advanceClock(301);
  await fakes.advanceClock(301);
  const { page, open } = await visit({ axe: true });
  await open('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status', exact: true }).click();
  await page.getByRole('heading', { name: 'Status', exact: true }).waitFor();
  expect(await page.title()).toBe('Tellhook status');
  expect(await (await fetch(`${product.appUrl}/status`)).text()).not.toContain('<script');
  await page.getByText('All checks pass').waitFor();
  await page.getByRole('img', { name: /days? with checks/ }).waitFor();
  expect(await pageFindings(page, 'status')).toEqual([]);
});
