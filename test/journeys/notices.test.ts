import { pageFindings, takePicture } from '../support/browser.ts';
import { confirmAddress, type Fakes } from '../support/fakes.ts';
import { createWebhook, eventually, signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectTelegram, send } from './people.ts';

const NOTICE = 'A target stopped receiving messages';

const mailsTo = async (fakes: Fakes, { email }: User) =>
  (await fakes.received('email')).filter(({ to, subject }) => to === email && subject === NOTICE);

const title = 'notices reach a chosen chat, never the target they are about, and an email if the chat fails';
journey(title, async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  await confirmAddress(product, user);
  const { url: hook, id: hookId } = await fakes.act<{ url: string; id: string }>('discord/webhook', {
    channel: 'operations',
  });
  const guild = await user.api('createTarget', { body: { name: 'Guild', type: 'discord', options: { url: hook } } });
  const inGuild = async () =>
    (await fakes.received('discord')).filter(({ url, body }) => url.includes(hookId) && body.includes(NOTICE));

  const { page, open } = await visitAs(user, { axe: true });
  const phone = await connectTelegram(user, fakes, 73_912);
  await open('/user/settings#notices');
  await page.getByRole('switch', { name: 'By email' }).click();
  for (const name of ['Guild', 'Phone']) {
    await page.getByLabel('Add a target').selectOption(name);
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }
  await page.getByText('Only if a target can’t receive a notice.').waitFor();
  expect(await pageFindings(page, 'notices')).toEqual([]);

  const refuse = async (target: number, chatId: number) => {
    const { id, url } = await createWebhook(product, user, [target], { name: `Calls of ${chatId}` });
    await fakes.act('telegram/block', { chatId, closed: true });
    await send(url, { text: 'Disk full' });
    await eventually(async () => (await user.api('getTarget', { id: target })).status === 'inactive', 'the refusal');
    await user.api('deleteWebhook', { id });
    await fakes.advanceClock(120);
  };
  await refuse(phone, 73_912);
  const [copy] = await inGuild();
  expect(copy?.body).toContain('“Phone” does not get this notice, because it is about this target.');
  expect(await mailsTo(fakes, user)).toEqual([]);

  // Otherwise, the inactive target alone causes an email.
  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByRole('button', { name: 'Remove Phone' }).waitFor({ state: 'detached' });
  await fakes.act('discord/remove', { id: hookId });
  await refuse(await connectTelegram(user, fakes, 73_913, 'Pager'), 73_913);
  await fakes.advanceClock(120);
  const mails = await mailsTo(fakes, user);
  expect(mails.map(({ text }) => text?.includes('“Guild” could not receive this notice.'))).toEqual([true]);
  expect((await user.api('getTarget', { id: guild.id })).status).toBe('inactive');
  await open('/user/settings#notices');
  await page.getByText('Recent notices').click();
  await page.getByText(/^Guild failed: .* · email$/).waitFor();
  await page.getByText('Guild', { exact: true }).first().waitFor();
  await takePicture(page, 'notices recent');
  await page.close();
  await fakes.advanceClock(86_400);
  expect(await mailsTo(fakes, user)).toHaveLength(1);
});
