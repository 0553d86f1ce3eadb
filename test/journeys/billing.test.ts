import type { Page } from 'playwright-core';
import { takePicture, type Visitor } from '../support/browser.ts';
import type { Fakes } from '../support/fakes.ts';
import { type Addresses, call, createWebhook, eventually, signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock, profileOf, subscribe } from './people.ts';

const DAY = 86_400;

/** Moving the clock runs all due work for every user of the shared run, which takes long. */
const MONTHS = { timeout: 240_000 };

/** Moves the clock in steps, because the browser's session would not survive a month without a visit. */
const later = async (fakes: Fakes, { page, open }: Visitor, days: number): Promise<void> => {
  for (let left = days; left > 0; left -= 20) {
    await fakes.advanceClock(Math.min(20, left) * DAY);
    await open('/user/settings');
    await page.getByRole('heading', { name: 'Account Status' }).waitFor();
  }
};

const statusOf = async (user: User) => (await profileOf(user)).status;

const mailsTo = async (fakes: Fakes, { email }: User) =>
  (await fakes.received('email')).filter(({ to }) => to === email).map(({ subject }) => subject);

const callOf = async (url: string) => (await fetch(url, { method: 'POST', body: '{}' })).status;

const status = (page: Page) => page.getByRole('region', { name: 'Account Status' });

/** Creates three webhooks of a premium account, oldest first. */
const threeWebhooks = async (product: Addresses, user: User) => {
  const target = await createMock(user);
  const urls: string[] = [];
  for (const name of ['First', 'Second', 'Third'])
    urls.push((await createWebhook(product, user, [target], { name })).url);
  return urls;
};

journey(
  'premium is paid with PayPal after a declined card, raises the limits, and has invoices one click away',
  async ({ product, visitAs }) => {
    const user = await signUp(product);
    const { page, open } = await visitAs(user);
    await open('/user/settings');
    await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('Your card was declined.').waitFor();
    await takePicture(page, 'billing-04-declined');
    expect(await statusOf(user)).toBe('free');
    await page.getByRole('button', { name: 'Back' }).click();

    await page.getByRole('button', { name: 'Upgrade to Premium' }).waitFor();
    await status(page).getByText('0 of 1').waitFor();
    expect(await page.getByRole('button', { name: 'Invoices and payment method' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
    await page.getByRole('button', { name: 'Pay with PayPal' }).click();
    await page.getByText('You have Premium now.').waitFor();
    await status(page).getByText('0 of 25').waitFor();
    await page.waitForURL(({ search }) => search === '');
    await takePicture(page, 'billing-03-premium');

    await page.getByRole('button', { name: 'Invoices and payment method' }).click();
    await page.getByRole('heading', { name: 'Billing' }).waitFor();
    expect(await page.getByRole('row', { name: /2\.99 € Paid/ }).count()).toBe(1);
    await takePicture(page, 'billing-09-portal');
    await page.getByRole('button', { name: 'Return to Tellhook' }).click();
    await status(page).getByText('Next transaction').waitFor();
  },
);

journey(
  'a cancelled subscription keeps its benefits until its last day, and none afterwards',
  MONTHS,
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    await subscribe(user, fakes);
    const [first = '', second = '', third = ''] = await threeWebhooks(product, user);
    const visitor = await visitAs(user);
    visitor.expectComplaint(/status of 401/);
    const { page, open } = visitor;
    await open('/user/settings');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Do you really want to cancel your subscription?').waitFor();
    await dialog.getByText('Second and Third are over the free limit').waitFor();
    await takePicture(page, 'billing-05-cancel');
    await dialog.getByRole('button', { name: 'Keep Premium' }).click();
    expect(await statusOf(user)).toBe('premium');
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await page.getByText('Your subscription is cancelled').waitFor();
    await status(page).getByText('Premium ends', { exact: true }).waitFor();
    await takePicture(page, 'billing-06-cancelled');

    await later(fakes, visitor, 27);
    await status(page).getByText('3 of 25').waitFor();
    expect(await Promise.all([first, second, third].map(callOf))).toEqual([202, 202, 202]);

    await later(fakes, visitor, 5);
    await status(page).getByText('3 of 1').waitFor();
    await page.getByRole('button', { name: 'Upgrade to Premium' }).waitFor();
    expect(await Promise.all([first, second, third].map(callOf))).toEqual([202, 404, 404]);
    expect(await user.api('listWebhooks')).toHaveLength(3);
    await eventually(
      async () => (await mailsTo(fakes, user)).includes('Your Tellhook Premium subscription has ended'),
      'the mail about the end',
    );

    await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
    await page.getByRole('button', { name: 'Pay by card' }).click();
    await status(page).getByText('3 of 25').waitFor();
    expect(await Promise.all([first, second, third].map(callOf))).toEqual([202, 202, 202]);
  },
);

journey('a failed renewal leaves three days, and sends one email', MONTHS, async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  await subscribe(user, fakes);
  const [, second = ''] = await threeWebhooks(product, user);
  const paidUntil = new Date((await profileOf(user))['premium-until']);
  await fakes.failStripe(user.email);
  const visitor = await visitAs(user);
  visitor.expectComplaint(/status of 401/);
  const { page } = visitor;
  await later(fakes, visitor, 20);
  // Move to an hour after the end of the paid month.
  const now = await fakes.advanceClock(0);
  await fakes.advanceClock((paidUntil.getTime() - now.getTime()) / 1000 + 3600);
  await visitor.open('/user/settings');
  await page.getByText('Your last payment failed. Premium stays until').waitFor();
  await page.reload();
  await takePicture(page, 'billing-07-failed');
  expect(await profileOf(user)).toMatchObject({
    status: 'premium',
    payment_failed: true,
    'premium-until': paidUntil.toISOString(),
  });
  expect(await callOf(second)).toBe(202);

  await fakes.advanceClock(2 * DAY);
  expect([await statusOf(user), await callOf(second)]).toEqual(['premium', 202]);
  await fakes.advanceClock(DAY);
  expect([await statusOf(user), await callOf(second)]).toEqual(['free', 404]);
  expect(await mailsTo(fakes, user)).toEqual(['Your payment for Tellhook Premium failed']);

  await visitor.open('/user/settings');
  await page.getByText('your account has the limits of the free plan').waitFor();
  await page.getByRole('button', { name: 'Update payment method' }).click();
  await page.getByRole('button', { name: 'Use another card' }).click();
  await page.getByText('Your payment arrived.').waitFor();
  await status(page).getByText('3 of 25').waitFor();
  expect(await callOf(second)).toBe(202);
});

journey(
  'deleting the account ends its subscription, the session and the login',
  async ({ product, fakes, visitAs }) => {
    const user = await signUp(product);
    await subscribe(user, fakes);
    const { page, open } = await visitAs(user);
    await open('/user/settings');
    await page.getByRole('button', { name: 'Delete Account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('Premium ends immediately').waitFor();
    await dialog.getByRole('textbox').fill(user.email);
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await page.waitForURL('**/login');
    const { email, password } = user;
    expect((await call(product, 'login', { body: { email, password } })).status).toBe(401);
    expect((await fakes.stripeCustomer(user.email)).state).toBe('ended');
  },
);
