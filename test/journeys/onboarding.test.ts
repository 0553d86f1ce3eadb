import type { Page } from 'playwright-core';
import { takePicture, type Visitor } from '../support/browser.ts';
import { signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { connectSlack, connectTelegram, refreshUntil } from './people.ts';

/** Fills in the form and submits it. */
const begin = async ({ page, open }: Visitor, name: string, kind: string): Promise<void> => {
  await open('/targets/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('radio', { name: kind }).check();
  await page.getByRole('button', { name: /^(?:Proceed|Create)$/ }).click();
};
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Almost there' });
const codeIn = (page: Page) => dialogOf(page).locator('code').innerText();
const onlyTarget = async (user: User) => {
  const [target, ...others] = await user.api('listTargets');
  expect(others).toEqual([]);
  if (!target) throw new Error('there is no target');
  return target;
};
const chatIds = (user: User) => ({ own: user.userId % 1e9, stranger: (user.userId % 1e9) + 1e9 });

journey('Slack: a user who declines can try again', async ({ product, visitAs }) => {
  const user = await signUp(product);
  const visitor = await visitAs(user);
  const { page } = visitor;
  await begin(visitor, 'Team', 'Slack');
  await page.waitForURL('**/__fakes/slack/**');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The app has no permission yet, so the target isn’t active.').waitFor();
  await takePicture(page, 'onboarding-01-slack-refused');
  expect((await onlyTarget(user)).status).toBe('pending');

  await page.getByRole('button', { name: 'Continue to Slack' }).click();
  await page.waitForURL('**/__fakes/slack/**');
  await page.getByRole('radio', { name: 'alerts' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Messages arrive in the channel you chose.').waitFor();
  expect(await onlyTarget(user)).toMatchObject({ status: 'active', options: { channel: '#alerts' } });
});

journey('Slack: an authorisation that was cancelled before is invalid', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const { page, open } = await visitAs(user);
  const id = await connectSlack(user, fakes, 'Team');
  const pending = await user.api('createTarget', { body: { name: 'Other', type: 'slack' } });
  const state = new URL(String(pending.options.AuthUrl)).searchParams.get('state');
  await fakes.act('slack/approve', { authUrl: pending.options.AuthUrl, deny: true });
  await page.goto(`/api/callbacks/slack?code=any&state=${state}`);
  await page.getByText('The link has expired or was already used.').waitFor();
  await takePicture(page, 'onboarding-02-slack-reused');
  await page.goto('/api/callbacks/slack?code=any&state=made-up-by-somebody');
  await page.getByText('The link has expired or was already used.').waitFor();
  await open(`/targets/${id}`);
  await page.getByText('Active', { exact: true }).first().waitFor();
});

journey('Slack: a user who returns too late starts again', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const visitor = await visitAs(user);
  const { page } = visitor;
  await begin(visitor, 'Team', 'Slack');
  await page.waitForURL('**/__fakes/slack/**');
  await fakes.advanceClock(11 * 60);
  await page.getByRole('radio', { name: 'general' }).check();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('The link has expired or was already used.').waitFor();
  await takePicture(page, 'onboarding-03-slack-expired');
  expect((await onlyTarget(user)).status).toBe('pending');
});

journey('Telegram: a link opens the bot, and one click activates the target', async ({ product, visit, visitAs }) => {
  const user = await signUp(product);
  const visitor = await visitAs(user);
  const { page } = visitor;
  await begin(visitor, 'Phone', 'Telegram');
  const href = await dialogOf(page)
    .getByRole('link', { name: /^Open the bot/ })
    .getAttribute('href');
  const { page: phone } = await visit();
  await phone.goto(href ?? '');
  await phone.getByRole('button', { name: 'Start' }).click();
  await phone.getByText('Activated. Messages for "Phone" will arrive here from now on.').last().waitFor();
  await refreshUntil(page, 'Target activated');
});

journey('Telegram: another link adds the bot to a group', async ({ product, visit, visitAs }) => {
  const user = await signUp(product);
  const visitor = await visitAs(user);
  const { page } = visitor;
  await begin(visitor, 'Ops', 'Telegram');
  const href = await dialogOf(page)
    .getByRole('link', { name: /^Add it to a group/ })
    .getAttribute('href');
  const { page: phone } = await visit();
  await phone.goto(href ?? '');
  await phone.getByRole('button', { name: 'Add to a group' }).click();
  await phone.getByText('Activated. Messages for "Ops" will arrive here from now on.').last().waitFor();
  await takePicture(phone, 'onboarding-04-telegram-group');
  expect(await onlyTarget(user)).toMatchObject({ status: 'active', options: { chatType: 'supergroup' } });
});

journey('Telegram: a code works for one chat, and cannot be guessed', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const { own, stranger } = chatIds(user);
  const visitor = await visitAs(user);
  const { page } = visitor;
  await begin(visitor, 'Phone', 'Telegram');
  const code = await codeIn(page);
  const status = async () => (await onlyTarget(user)).status;

  await fakes.sayToTelegram(stranger, 'ABCDEFGHJKMNPQRS');
  await fakes.sayToTelegram(own, `/start@AnotherBot ${code}`);
  expect(await status()).toBe('pending');
  await dialogOf(page).getByRole('button', { name: 'Refresh' }).click();
  await dialogOf(page).getByText('The code has not arrived yet.').waitFor();
  await takePicture(page, 'onboarding-05-telegram-not-yet');

  await fakes.sayToTelegram(own, code.toLowerCase());
  expect(await status()).toBe('active');
  await fakes.sayToTelegram(stranger, code);
  expect((await onlyTarget(user)).options.chatId).toBe(String(own));
});

journey('Telegram: an expired code is replaced', async ({ product, fakes, visit, visitAs }) => {
  const user = await signUp(product);
  const { own } = chatIds(user);
  const visitor = await visitAs(user);
  const { page, open, expectComplaint } = visitor;
  // The access token expires after a quarter of an hour, and the session gets a new one.
  expectComplaint(/401/);
  await page.clock.install();
  await begin(visitor, 'Phone', 'Telegram');
  const code = await codeIn(page);
  const { id, options } = await onlyTarget(user);
  await fakes.advanceClock(31 * 60);
  await fakes.sayToTelegram(own, code);
  const { page: phone } = await visit();
  await phone.goto(`${product.fakesUrl}#telegram/${own}`);
  await phone.getByRole('log').getByText('This code is unknown or has expired.').waitFor();

  await open(`/targets/${id}`);
  await page.getByText(code).waitFor();
  await page.clock.fastForward(new Date(String(options.expires_at)).getTime() - Date.now() + 60_000);
  await page.getByText('This code has expired.').waitFor();
  await page.getByRole('button', { name: 'New code' }).click();
  await page.getByText(code).waitFor({ state: 'detached' });
  const fresh = await page.locator('code').innerText();
  await fakes.sayToTelegram(own, code);
  await fakes.sayToTelegram(own, fresh);
  await phone.getByRole('log').getByText('Activated. Messages for "Phone" will arrive here from now on.').waitFor();
  expect(await phone.getByRole('log').getByText('This code is unknown or has expired.').count()).toBe(2);
  await page.clock.fastForward(16_000);
  await page.getByText('Target activated').waitFor();
});

journey('Telegram: a name conflict is reported, and nothing is created', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  await connectTelegram(user, fakes, chatIds(user).own, 'Phone');
  const visitor = await visitAs(user);
  const { page, expectComplaint } = visitor;
  expectComplaint(/409/);
  await begin(visitor, 'Phone', 'Telegram');
  await page.getByText('Target already exists').waitFor();
  await page.getByText('A Target with this name already exists.').waitFor();
  await page.waitForURL('**/targets');
  await takePicture(page, 'onboarding-07-target-exists');
  await onlyTarget(user);
});

journey(
  'WhatsApp: a code opens the conversation, and only the right one works',
  async ({ product, fakes, visit, visitAs }) => {
    const user = await signUp(product);
    const visitor = await visitAs(user);
    const { page } = visitor;
    await begin(visitor, 'Own phone', 'WhatsApp');
    const href = await dialogOf(page)
      .getByRole('link', { name: /^Open the chat/ })
      .getAttribute('href');
    const from = `49151${String(user.userId % 1e8).padStart(8, '0')}`;
    await fakes.act('whatsapp/say', { from, text: 'ABCDEFGHJKMNPQRS' });
    const { page: phone } = await visit();
    await phone.goto(`${product.fakesUrl}#whatsapp/${from}`);
    await phone.getByRole('log').getByText('This code is unknown or has expired.').waitFor();
    expect((await onlyTarget(user)).status).toBe('pending');

    await phone.goto(href ?? '');
    await phone.getByRole('button', { name: 'Start' }).click();
    await phone.getByText('Activated. Messages for "Own phone" will arrive here from now on.').last().waitFor();
    await takePicture(phone, 'onboarding-08-whatsapp');
    await refreshUntil(page, 'Target activated');
    expect((await onlyTarget(user)).options.number).toMatch(/^…\d{4}$/);
  },
);
