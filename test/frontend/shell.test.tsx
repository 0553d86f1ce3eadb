import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient, session } from '../../frontend/src/lib/services.ts';
import { Layout } from '../../frontend/src/shell/layout.tsx';
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
    api.routes['POST /user/logout'] = () => problem(500, 'No answer from the table');
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

describe('a server that takes long', () => {
  afterEach(() => vi.useRealTimers());

  it('is told about after eight seconds of grey blocks, until it answers', async () => {
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
  it('answers its key in the very next picture, with its code or before it is there', async () => {
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

  it('gets every key that was typed while its code was on the way', async () => {
    await renderPage(<Layout />);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of ['r', 't', 'x', 'Backspace', 'l']) fireEvent.keyDown(document.body, { key });
    const field = await screen.findByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(field.value).toBe('rtl'));
    // From now on, the field receives the keys.
    expect(fireEvent.keyDown(field, { key: 'a' })).toBe(true);
  });

  it('says of targets and webhooks what is wrong with them, and leads to the template of a webhook', async () => {
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
});
