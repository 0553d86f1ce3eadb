import { accessibilityFindings, recolour, resize, sidewaysScroll, takePicture } from '../support/browser.ts';
import { expect, journey } from './journey.ts';

const WIDTHS = [390, 1440];
const SCHEMES = ['light', 'dark'] as const;

journey('the footer leads to the status page, which needs no script', async ({ product, fakes, visit }) => {
  await fakes.advanceClock(301);
  await fakes.advanceClock(301);
  const { page, open } = await visit({ axe: true, width: 1440 });
  await open('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Status', exact: true }).click();
  await page.getByRole('heading', { name: 'Status', exact: true }).waitFor();
  expect(await page.title()).toBe('Tellhook status');
  expect(await (await fetch(`${product.appUrl}/status`)).text()).not.toContain('<script');
  await page.getByText('All checks pass').waitFor();
  await page.getByRole('img', { name: /days? with checks/ }).waitFor();
  for (const width of WIDTHS)
    for (const scheme of SCHEMES) {
      await resize(page, width);
      await recolour(page, scheme);
      expect(await sidewaysScroll(page), `at ${width} px`).toBe(0);
      expect(await accessibilityFindings(page), `${scheme} at ${width} px`).toEqual([]);
      await takePicture(page, `status-${width}-${scheme}`);
    }
});
