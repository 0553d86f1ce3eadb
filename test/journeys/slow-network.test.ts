import { eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';

/** True if the line below the bar is visible: it exists, is opaque and within the window. */
const LINE_IS_SEEN = `(() => {
  const line = document.querySelector('.progress-line');
  const { left, right } = line?.getBoundingClientRect() ?? {};
  return line !== null && getComputedStyle(line).opacity === '1' && left < innerWidth && right > 0;
})()`;

journey('a click shows a line while its dialog is loading', async ({ product, visitAs }) => {
  const { page, open } = await visitAs(await signUp(product));
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/palette-/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await open('/dashboard');
  await page.getByRole('button', { name: 'Search' }).click();
  await eventually(async () => page.evaluate<boolean>(LINE_IS_SEEN), 'the line below the bar');
  code.resolve();
  await page.getByRole('combobox').waitFor();
  expect(await page.evaluate<boolean>(LINE_IS_SEEN)).toBe(false);
});

journey('a visitor who scrolls a page before its code is loaded keeps the position', async ({ product, visit }) => {
  const { page } = await visit();
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(product.appUrl, { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Pricing' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate<number>('scrollY');
  expect(before).toBeGreaterThan(500);
  code.resolve();
  // The button is hidden until the page's code has loaded.
  await page.getByRole('button', { name: 'Try it with your own call' }).waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.evaluate<number>('scrollY')).toBe(before);
});
