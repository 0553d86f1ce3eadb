import { takePicture } from '../support/browser.ts';
import { call, createWebhook, eventually, signUp, solvedChallenge } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { createMock } from './people.ts';

/** Access tokens expire after 15 minutes. */
const AFTER_THE_TOKEN = 16 * 60;
const newPassword = 'gooseberry-under-cream-4';

journey('a session outlives its access token', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const visitor = await visitAs(user);
  visitor.expectComplaint(/status of 401/);
  await visitor.open('/targets');
  await visitor.page.getByText('No Targets found').waitFor();
  await fakes.advanceClock(AFTER_THE_TOKEN);
  await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click();
  await visitor.page.getByText('No Webhooks found').waitFor();
  await visitor.page.reload();
  await visitor.page.getByText('No Webhooks found').waitFor();
});

journey(
  'a visitor is sent to the login page, and back to the requested page afterwards',
  async ({ product, visit }) => {
    const { email, password } = await signUp(product);
    const { page, open } = await visit();
    await open('/targets/new');
    await page.waitForURL('**/login?next=*');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await takePicture(page, 'sessions-01-login');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Create a New Target' }).waitFor();

    for (const path of ['/login', '/register']) {
      await open(path);
      await page.waitForURL('**/dashboard');
    }
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await open('/dashboard');
    await page.waitForURL('**/login?next=*');
  },
);

journey('a wrong password is reported, and the email address stays', async ({ product, visit }) => {
  const { email } = await signUp(product);
  const visitor = await visit();
  visitor.expectComplaint(/status of 401/);
  await visitor.open('/login');
  await visitor.page.getByLabel('Email').fill(email);
  await visitor.page.getByLabel('Password', { exact: true }).fill('not this one');
  await visitor.page.getByRole('button', { name: 'Login' }).click();
  await visitor.page.getByRole('alert').waitFor();
  await takePicture(visitor.page, 'sessions-02-wrong-password');
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
});

journey('a refresh token that is used a second time ends the session', async ({ product, fakes, visitAs }) => {
  const user = await signUp(product);
  const visitor = await visitAs(user);
  visitor.expectComplaint(/status of 401/);
  await visitor.open('/dashboard');
  await visitor.page.getByText('No Webhooks found').waitFor();
  await fakes.advanceClock(AFTER_THE_TOKEN);
  await visitor.page.reload();
  await visitor.page.getByText('No Webhooks found').waitFor();

  // This is after the grace period in which two tabs can refresh at the same time.
  await fakes.advanceClock(AFTER_THE_TOKEN);
  const stolen = await call(product, 'refreshToken', { cookie: user.cookie, body: { user_id: user.userId } });
  expect(stolen.status).toBe(401);
  await visitor.page.reload();
  await visitor.page.waitForURL('**/login**');
});

journey('a forgotten password is replaced by email', async ({ product, fakes, visit }) => {
  const { email, password } = await signUp(product);
  const visitor = await visit();
  const { page, open } = visitor;
  await open('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Token' }).click();
  await page.getByText('If this email is registered, you will receive a Reset Token').waitFor();
  const mail = await eventually(
    async () =>
      (await fakes.received('email')).find(({ to, text }) => to === email && text?.includes('/user/password/')),
    'the mail with the token',
  );
  await page.goto(/https?:\S+\/user\/password\/reset\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
  await page.getByLabel('New password').fill(newPassword);
  await page.getByLabel('Confirm password').fill(newPassword);
  await takePicture(page, 'sessions-03-reset');
  await page.getByRole('button', { name: 'Set new Password' }).click();
  await page.getByText('Your new password was set').waitFor();
  await page.waitForURL('**/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/dashboard');
  expect((await call(product, 'login', { body: { email, password } })).status).toBe(401);
});

journey(
  'a password reset before the email address is confirmed asks about existing targets on every page',
  async ({ product, fakes, visit }) => {
    const user = await signUp(product);
    const { email } = user;
    const { url } = await createWebhook(product, user, [await createMock(user, 'Ops')]);
    const { page, open } = await visit();
    const challenge = await solvedChallenge(product, 'FORGOT_PASSWORD');
    await call(product, 'requestPasswordReset', { body: { email, challenge } });
    const mail = await eventually(
      async () =>
        (await fakes.received('email')).find(({ to, text }) => to === email && text?.includes('/user/password/')),
      'the mail with the token',
    );
    expect(mail.text?.replace(/\s+/g, ' ')).toContain('pauses your targets until you review them');
    await page.goto(/https?:\S+\/user\/password\/reset\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? '');
    await page.getByText(/your targets are paused until you confirm them/).waitFor();
    await takePicture(page, 'sessions-05-reset-unconfirmed');
    await page.getByLabel('New password').fill(newPassword);
    await page.getByLabel('Confirm password').fill(newPassword);
    await page.getByRole('button', { name: 'Set new Password' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('**/dashboard');
    expect((await fetch(url, { method: 'POST', body: '{"text":"waits"}' })).status).toBe(202);
    await open('/targets');
    await page.getByText('Your targets are waiting for your confirmation.').waitFor();
    await page.getByText('Unconfirmed').first().waitFor();
    await takePicture(page, 'sessions-06-targets-wait');
    await page.getByRole('link', { name: 'Confirm on the dashboard' }).click();
    await page.getByRole('button', { name: 'Keep and enable' }).waitFor();
    await page.getByRole('link', { name: 'Confirm: Ops' }).waitFor();
    await takePicture(page, 'sessions-07-question');
    await page.getByRole('button', { name: 'Keep and enable' }).click();
    await page.getByRole('link', { name: 'Confirm: Ops' }).waitFor({ state: 'detached' });
  },
);

journey('deleting the account ends the session and the login', async ({ product, visitAs }) => {
  const user = await signUp(product);
  const { page, open } = await visitAs(user);
  await open('/user/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete Account', disabled: true }).waitFor();
  await dialog.getByRole('textbox').fill(user.email);
  await takePicture(page, 'sessions-04-delete');
  await dialog.getByRole('button', { name: 'Delete Account' }).click();
  await page.waitForURL('**/login');
  expect((await call(product, 'login', { body: { email: user.email, password: user.password } })).status).toBe(401);
});
