import { takePicture } from '../support/browser.ts';
import { signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';

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
