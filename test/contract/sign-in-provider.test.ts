import { expect } from 'vitest';
import { newVisitor, openBrowser, pageFindings } from '../support/browser.ts';
import { it } from '../support/shared-local.ts';

it('a user signs in with the provider, cancels once, and is asked for a confirmed address', async ({ roomy: run }) => {
  const browser = await openBrowser();
  try {
    const visitor = await newVisitor(browser, run.appUrl, { axe: true });
    const { page, open } = visitor;
    visitor.expectComplaint(/401/);
    const begin = async () => {
      await page.getByRole('button', { name: 'Sign in with Example' }).click();
      await page.getByRole('heading', { name: 'Sign in to Tellhook' }).waitFor();
    };
    const enter = async (button: string) => {
      await begin();
      await page.getByLabel('Email').fill('grace@example.com');
      await page.getByRole('button', { name: button, exact: true }).click();
    };

    await open('/login?next=/targets');
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor();
    expect(await pageFindings(page, 'login with provider')).toEqual([]);
    await enter('Continue');
    await page.getByRole('heading', { name: 'Targets', level: 1 }).waitFor();
    expect(page.url()).not.toContain('code=');
    await open('/user/audit');
    await page.getByText('Signed in with the sign-in provider').first().waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();

    await page.getByRole('heading', { name: 'Login', level: 1 }).waitFor();
    await begin();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The sign-in was cancelled at the provider.').waitFor();
    expect(await pageFindings(page, 'sign-in cancelled')).toEqual([]);
    await page.getByRole('link', { name: 'Back to login' }).click();
    await enter('Continue without a confirmed address');
    await page.getByText('The provider has not confirmed your email address.').waitFor();
    expect(await pageFindings(page, 'sign-in rejected')).toEqual([]);
    expect(page.url()).not.toContain('code=');
    expect(visitor.complaints()).toEqual([]);
  } finally {
    await browser.close();
  }
}, 180_000);
