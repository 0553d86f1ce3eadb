import type { Page } from 'playwright-core';
import { pageFindings } from '../support/browser.ts';
import { confirmAddress } from '../support/fakes.ts';
import { signUp, type User } from '../support/product.ts';
import { expect, journey } from './journey.ts';
import { newAddress } from './people.ts';

/** Gives the page a device with a fingerprint reader, which always recognises its user. */
const addAuthenticator = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const panel = (page: Page) => page.getByRole('region', { name: 'Sign-in' });
const signedIn = (page: Page, user: User) => page.getByText(`Welcome, ${user.email}`).waitFor();

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Login', level: 1 }).waitFor();
};

const enterPassword = async (page: Page, { email, password }: User): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('dialog', { name: 'Confirm your sign-in' }).waitFor();
};

journey(
  'a user adds a passkey, signs in with it alone, requires it after the password, and gets in with a recovery code',
  async ({ product, visitAs }) => {
    const user = await signUp(product, newAddress());
    await confirmAddress(product, user);
    const visitor = await visitAs(user, { axe: true });
    const { page, open } = visitor;
    // The browser reports the login that waits for the second factor.
    visitor.expectComplaint(/401/);
    await addAuthenticator(page);

    await open('/user/settings');
    await panel(page).getByText('No passkeys yet.').waitFor();
    await panel(page).getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Current password').fill(user.password);
    expect(await pageFindings(page, 'add passkey')).toEqual([]);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await panel(page).getByText('never used').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await pageFindings(page, 'passkeys')).toEqual([]);

    await logOut(page);
    expect(await pageFindings(page, 'login')).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await signedIn(page, user);

    await open('/user/settings');
    await panel(page).getByText('last used').waitFor();
    await panel(page).getByRole('button', { name: 'Turn on' }).click();
    await dialog.getByLabel('Current password').fill(user.password);
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
    expect(await pageFindings(page, 'recovery codes')).toEqual([]);
    const [code = ''] = (await dialog.locator('code').innerText()).split('\n');
    expect(code).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    await page.keyboard.press('Escape');
    await dialog.getByText('Save the codes, then confirm it here.').waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download codes' }).click();
    expect((await download).suggestedFilename()).toBe('tellhook-recovery-codes.txt');
    await dialog.getByRole('button', { name: 'I saved the codes' }).click();
    await panel(page).getByText('10 of 10 recovery codes left').waitFor();

    await logOut(page);
    await enterPassword(page, user);
    expect(await pageFindings(page, 'second factor')).toEqual([]);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await signedIn(page, user);

    await logOut(page);
    await enterPassword(page, user);
    await dialog.getByLabel('Recovery code').fill('0000-0000-0000-0000');
    await dialog.getByRole('button', { name: 'Use recovery code' }).click();
    await dialog.getByText('The recovery code is wrong or already used').waitFor();
    await dialog.getByLabel('Recovery code').fill(code.toLowerCase());
    await dialog.getByRole('button', { name: 'Use recovery code' }).click();
    await signedIn(page, user);

    await open('/user/settings');
    await panel(page).getByText('9 of 10 recovery codes left').waitFor();
    await panel(page).getByRole('button', { name: 'Remove Laptop' }).click();
    await dialog.getByText('This is your last passkey').waitFor();
    await dialog.getByLabel('Current password').fill(user.password);
    expect(await pageFindings(page, 'remove passkey')).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await panel(page).getByText('No passkeys yet.').waitFor();
    await open('/user/audit');
    await page.getByText('Passkey removed (second factor turned off)').waitFor();
    await page.getByText('Second factor changed (turned on)').waitFor();
    await page.getByText('Signed in (recovery code)').waitFor();
    await page.getByText('Signed in with a passkey').first().waitFor();
  },
  180_000,
);
