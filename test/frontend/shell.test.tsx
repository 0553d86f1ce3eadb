import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadDocsIndex } from '../../frontend/src/lib/docs-search.ts';
import { queryClient, session } from '../../frontend/src/lib/services.ts';
import { Layout } from '../../frontend/src/shell/layout.tsx';
import { Palette } from '../../frontend/src/shell/palette.tsx';
import { accountPerTest, toastLines, wireTarget, wireWebhook } from './support/account.ts';
import { json, problem } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { hrefOf } from './support/screen.ts';

const api = accountPerTest();
const posted = () => api.sent('POST').map(({ path }) => path);

const linksIn = (name: string) =>
  within(screen.getByRole('navigation', { name }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
const current = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link', { current: 'page' })
    .map(({ textContent }) => textContent);

describe('the navigation bar', () => {
  it('links signed-in users to Dashboard, Targets, Webhooks, Editor and Docs', async () => {
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
  ])('highlights the link whose name is in the path %s', async (path, marked) => {
    await renderPage(<Layout />, path);
    expect(current()).toEqual(marked);
  });

  it('links visitors to Home, Help, Register and Login', async () => {
    session.signOut();
    await renderPage(<Layout />);
    expect(linksIn('Main')).toEqual(['Home /', 'Help /docs']);
    expect(hrefOf('Register')).toBe('/register');
    expect(hrefOf('Login')).toBe('/login');
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  });

  it('logs out for every response of the server, and shows a failure', async () => {
    api.routes['POST /user/logout'] = () => problem(500, 'No answer from the table');
    const page = await renderPage(<Layout />);
    fireEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0] as HTMLElement);
    await waitFor(() => expect(page.path()).toBe('/login'));
    expect(posted()).toEqual(['/user/logout']);
    expect(session.get()).toEqual({ logged_in: false, user_id: -1, access_token: '' });
    expect(toastLines()).toEqual(['Error / No answer from the table']);
  });
});

describe('a new page', () => {
  it('is announced by its title, as soon as it has set one', async () => {
    document.title = 'Targets - Tellhook';
    await renderPage(<Layout />);
    const said = () => document.querySelector('p[role=status]')?.textContent;
    document.head.append(document.createElement('link'));
    await act(async () => {});
    expect(said()).toBe('');
    document.title = 'Webhooks - Tellhook';
    await waitFor(() => expect(said()).toBe('Webhooks - Tellhook'));
  });
});

describe('the focus of a removed control', () => {
  it('goes to the nearest part of the page that remains', async () => {
    await renderPage(<Layout />);
    const main = screen.getByRole('main');
    main.innerHTML =
      '<section aria-labelledby="keys"><h2 id="keys">Keys</h2><ul><li><button>Revoke</button></li></ul></section>';
    const section = screen.getByRole('region', { name: 'Keys' });
    const button = within(section).getByRole('button');
    button.focus();
    section.querySelector('li')?.remove();
    await waitFor(() => expect(document.activeElement).toBe(section));
    section.remove();
    await waitFor(() => expect(document.activeElement).toBe(main));
  });

  it('stays where a dialog has put it meanwhile', async () => {
    await renderPage(<Layout />);
    const main = screen.getByRole('main');
    main.innerHTML = '<button>Delete</button>';
    screen.getByRole('button', { name: 'Delete' }).focus();
    const dialog = document.body.appendChild(document.createElement('input'));
    dialog.focus();
    screen.getByRole('button', { name: 'Delete' }).remove();
    await act(async () => {});
    expect(document.activeElement).toBe(dialog);
    dialog.remove();
    await waitFor(() => expect(document.activeElement).toBe(main));
  });
});

describe('the footer of every page', () => {
  it('shows version and year, and links to About, Privacy Policy, Terms And Conditions and Contact', async () => {
    await renderPage(<Layout />);
    expect(screen.getByText(/^v1\.0\.9 · © 2025/)).toBeTruthy();
    // The link's space is reserved while the configuration is loading.
    expect(screen.getByText('About').className).toContain('invisible');
    await screen.findByRole('link', { name: 'About' });
    expect(linksIn('Footer')).toEqual([
      'About https://about.example/',
      'Privacy Policy /legal/pp',
      'Terms And Conditions /legal/tnc',
      'Contact /landing/contact',
    ]);
  });
});

describe('a slow server', () => {
  afterEach(() => vi.useRealTimers());

  it('is reported after eight seconds of placeholders, until it responds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answer = Promise.withResolvers<string>();
    await renderPage(<Layout />);
    void queryClient.prefetchQuery({ queryKey: ['slow'], queryFn: () => answer.promise });
    await act(() => vi.advanceTimersByTimeAsync(7_000));
    expect(screen.queryByText(/is slow/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText(/is slow/)).toBeTruthy();
    answer.resolve('at last');
    await waitFor(() => expect(screen.queryByText(/is slow/)).toBeNull());
  });
});

describe('the command palette', () => {
  it('responds to its key in the next frame, even before its code is loaded', async () => {
    const page = await renderPage(<Layout />);
    // The progress line, or the dialog if its code has already loaded.
    const answered = () => document.querySelector('[data-progress], [role="combobox"]') !== null;
    expect(answered()).toBe(false);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(answered()).toBe(true);
    fireEvent.keyDown(await screen.findByRole('combobox'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(screen.getByRole('combobox')).toBeTruthy();
    expect(page.path()).toBe('/page');
  });

  it('receives every key typed while its code was loading', async () => {
    await renderPage(<Layout />);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['r', 't', 'x', 'Backspace', 'l']) fireEvent.keyDown(document.body, { key });
    const field = await screen.findByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(field.value).toBe('rtl'));
    // From now on, the field receives the keys.
    expect(fireEvent.keyDown(field, { key: 'a' })).toBe(true);
  });

  it('offers to search the calls of webhooks for the typed text, instead of finding nothing', async () => {
    api.routes['GET /webhooks'] = () => json([wireWebhook(11, 'Deploys'), wireWebhook(12, 'Alerts')]);
    const page = await renderPage(<Layout />);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'order 4711' } });
    await screen.findByRole('option', { name: 'Search calls of Deploys for “order 4711”' });
    expect(screen.queryByText('Nothing found')).toBeNull();
    fireEvent.click(screen.getByRole('option', { name: 'Search calls of Alerts for “order 4711”' }));
    await waitFor(() => expect(page.path()).toBe('/webhooks/12'));
  });

  it('searches the opened webhook’s calls before the documentation', async () => {
    const docs = [{ href: '/docs/account', page: 'Account', title: 'Order', keywords: '', text: 'order' }];
    await loadDocsIndex(async () => json(docs));
    api.routes['GET /webhooks'] = () => json([wireWebhook(11, 'Deploys')]);
    const groupsAt = async (path: string) => {
      await renderPage(<Palette />, path);
      fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'order' } });
      await screen.findByRole('option', { name: 'Order (Account)' });
      await screen.findByRole('option', { name: /^Search calls/ });
      const groups = screen.getAllByRole('option').map(({ textContent }) => textContent?.slice(0, 5));
      cleanup();
      return groups;
    };
    expect(await groupsAt('/webhooks/11')).toEqual(['Searc', 'Order']);
    expect(await groupsAt('/dashboard')).toEqual(['Order', 'Searc']);
  });

  it('shows problems of targets and webhooks, and links to a webhook’s template', async () => {
    api.routes['GET /webhooks'] = () => json([wireWebhook(11, 'Deploys', { target_ids: [1, 2] })]);
    api.routes['GET /targets'] = () => json([wireTarget(1, 'Ops'), wireTarget(2, 'Phone', { status: 'inactive' })]);
    await renderPage(<Layout />);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const option = async (name: RegExp) => (await screen.findByRole('option', { name })).textContent;
    expect(await option(/^Phone/)).toBe('PhoneInactive');
    expect(await option(/^Ops/)).toBe('Ops');
    expect(await option(/^Deploys/)).toBe('Deploys1 of 2 targets inactive');
    expect(await option(/^Edit the template of Deploys/)).toBeTruthy();
  });

  it('opens with the page if its key came before the app had loaded', async () => {
    document.documentElement.dataset.palette = 'wanted';
    await renderPage(<Layout />);
    expect(await screen.findByRole('combobox')).toBeTruthy();
    expect(document.documentElement.dataset.palette).toBeUndefined();
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' });
  });
});
