import { expect, journey } from './journey.ts';

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
