import { settled, takePicture } from '../support/browser.ts';
import { createWebhook, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock } from './people.ts';

const questions = [
  ['template for a GitHub push', 'A template for a GitHub push'],
  ['why did a Telegram message not arrive', 'A Telegram message did not arrive'],
  ['what counts as an invocation', 'What counts as an invocation'],
  ['how to cancel', 'Cancelling your subscription'],
  ['how to verify that a call came from GitHub', 'Verify that a call came from GitHub'],
] as const;

journey('a newcomer finds answers by asking', async ({ visit }) => {
  const { page, open } = await visit();
  await open('/docs');
  for (const [question, heading] of questions) {
    const search = page.getByLabel('Search the documentation');
    await search.fill(question);
    await page
      .getByRole('link', { name: new RegExp(heading) })
      .first()
      .waitFor();
    await takePicture(page, `docs searched for ${question}`);
    await search.press('Enter');
    const found = page.getByRole('heading', { name: heading, exact: true });
    await found.waitFor();
    await settled(page);
    expect(await found.isVisible()).toBe(true);
    const box = await found.boundingBox();
    expect(box && box.y >= 0 && box.y < 860, `${heading} is on the screen`).toBe(true);
  }
});

journey('samples carry the invoke URL of whoever reads them', async ({ product, visitAs }) => {
  const user = await signUp(product);
  const webhook = await createWebhook(product, user, [await createMock(user)], { name: 'Deploys' });
  const { page, open } = await visitAs(user);
  await open('/docs/webhooks');
  await page.getByText(`curl ${webhook.url}`).first().waitFor();
  await page.getByRole('button', { name: 'Python' }).first().click();
  await page.getByText(`"${webhook.url}",`).first().waitFor();
  await takePicture(page, 'docs with the own URL');
});

journey('the palette finds answers too', async ({ product, visitAs }) => {
  const { page, open } = await visitAs(await signUp(product));
  await open('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('counts as an invocation');
  await page.getByRole('option', { name: /What counts as an invocation/ }).click();
  await page.getByRole('heading', { name: 'What counts as an invocation' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/webhooks');
});
