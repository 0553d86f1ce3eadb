import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../frontend/src/lib/services.ts';
import { Layout } from '../../frontend/src/shell/layout.tsx';
import { account, forgetAccount, type Routes, toastLines } from './support/account.ts';
import { problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';

let routes: Routes;
let posted: () => string[];
beforeEach(() => {
  const { routes: known, sent } = account();
  routes = known;
  posted = () => sent('POST').map(({ path }) => path);
});
afterEach(() => {
  cleanup();
  forgetAccount();
});

const linksIn = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
const current = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link', { current: 'page' })
    .map(({ textContent }) => textContent);
const hrefOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');

describe('the bar', () => {
  it('leads signed-in users to Dashboard, Targets, Webhooks, Editor and Docs', async () => {
    await renderPage(<Layout />);
    expect(linksIn('Main')).toEqual([
      'Dashboard /dashboard',
      'Targets /targets',
      'Webhooks /webhooks',
      'Editor /editor',
      'Docs /docs',
    ]);
    expect(hrefOf('Settings')).toBe('/user/settings');
    expect(hrefOf('Tellhook')).toBe('/');
  });

  it.each([
    ['/webhooks/5', ['Webhooks']],
    ['/targets/new', ['Targets']],
    ['/dashboard', ['Dashboard']],
  ])('marks the link whose name the path %s contains', async (path, marked) => {
    await renderPage(<Layout />, path);
    expect(current()).toEqual(marked);
  });

  it('leads visitors to Home, Help, Register and Login', async () => {
    session.signOut();
    await renderPage(<Layout />);
    expect(linksIn('Main')).toEqual(['Home /', 'Help /docs']);
    expect(hrefOf('Register')).toBe('/register');
    expect(hrefOf('Login')).toBe('/login');
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  });

  it('logs out, whatever the server says to it, and tells a failure', async () => {
    routes['POST /user/logout'] = () => problem(500, 'No answer from the table');
    const page = await renderPage(<Layout />);
    fireEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement);
    await waitFor(() => expect(page.path()).toBe('/login'));
    expect(posted()).toEqual(['/user/logout']);
    expect(session.get()).toEqual({ logged_in: false, user_id: -1, access_token: '' });
    expect(toastLines()).toEqual(['Error / No answer from the table']);
  });
});

describe('the foot of every page', () => {
  it('names version and year, and leads to About, Privacy Policy, Terms And Conditions and Contact', async () => {
    await renderPage(<Layout />);
    expect(screen.getByText(/^v1\.0\.9 · © 2025/)).toBeTruthy();
    await screen.findByText('About');
    expect(linksIn('Footer')).toEqual([
      'About https://about.example/',
      'Privacy Policy /legal/pp',
      'Terms And Conditions /legal/tnc',
      'Contact /landing/contact',
    ]);
  });
});
