import type { Page } from 'playwright-core';
import { takePicture, type Visitor } from '../support/browser.ts';
import { signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { refreshUntil } from './people.ts';

/** Fills in the form and submits it. */
const begin = async ({ page, open }: Visitor, name: string, kind: string): Promise<void> => {
  await open('/targets/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('radio', { name: kind }).check();
  await page.getByRole('button', { name: /^(?:Proceed|Create)$/ }).click();
};
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Almost there' });
const onlyTarget = async (user: User) => {
  const [target, ...others] = await user.api('listTargets');
  expect(others).toEqual([]);
  if (!target) throw new Error('there is no target');
  return target;
};

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
