import { takePicture } from '../support/browser.ts';
import { call, eventually, signUp } from '../support/product.ts';
import { expect, journey } from './journey.ts';

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
