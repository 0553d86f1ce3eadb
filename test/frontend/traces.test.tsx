import { RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLogout } from '../../frontend/src/data/account.ts';
import { LoginPage } from '../../frontend/src/features/accounts/login-page.tsx';
import { createDrafts } from '../../frontend/src/lib/drafts.ts';
import { drafts, onLoginNeeded, queryClient, session, toasts } from '../../frontend/src/lib/services.ts';
import { NOBODY, STORAGE_KEY } from '../../frontend/src/lib/session.ts';
import { createAppRouter } from '../../frontend/src/router.tsx';
import { exampleMails } from '../../lib/local/fakes/mails/catalogue.ts';
import { fakeFetch, json, problem, type SentCall } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { tokenUntil } from './support/token.ts';

const teams = {
  slug: 'msteams',
  name: 'Microsoft Teams',
  description: 'A channel',
  enabled: true,
  setup: 'form',
  guided: true,
  fields: [{ name: 'url', label: 'URL', type: 'url', placeholder: '', hint: '', required: true }],
  movable: false,
  settings: { link: true, silent_below: false },
  icon: { paths: ['M0 0'], colour: '#000000' },
};

let answers: Record<string, () => Response>;
let calls: SentCall[];
let addressBefore: string;

beforeEach(() => {
  addressBefore = location.href;
  answers = { 'POST /user/password/reset': () => json({}) };
  const fake = fakeFetch(({ method, path }) =>
    (answers[`${method} ${path}`] ?? (() => problem(503, 'The server cannot be told')))(),
  );
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  session.signIn(7, tokenUntil(Date.now() + 3_600_000));
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  toasts.clear();
  session.signOut();
  sessionStorage.clear();
  history.replaceState(null, '', addressBefore);
  vi.unstubAllGlobals();
});

describe('unsaved input', () => {
  const keep = (user: number) => drafts.keep(user, 'editor', 'secret', 'secret');
  const kept = (user: number) => drafts.read(user, 'editor') !== undefined;

  function SignOut() {
    const logout = useLogout();
    return (
      <button type="button" onClick={() => logout.mutate()}>
        Logout
      </button>
    );
  }
  const logIn = async () => {
    fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ada@example.org' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
  };

  beforeEach(() => drafts.forgetAll(7));

  it('is deleted on sign-out even if the server is unreachable, and nothing else is', async () => {
    keep(7);
    sessionStorage.setItem('other', 'stays');
    await renderPage(<SignOut />);
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(session.get().logged_in).toBe(false));
    expect(kept(7)).toBe(false);
    expect(Object.keys(sessionStorage)).toEqual(['other']);
    // A page that is still open would store it again.
    keep(7);
    expect(kept(7)).toBe(false);
  });

  it('is deleted when the user signs out in another tab, but not if only the session ended there', () => {
    keep(7);
    localStorage.setItem(STORAGE_KEY, JSON.stringify(NOBODY));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
    expect(kept(7)).toBe(true);
    window.dispatchEvent(new StorageEvent('storage', { key: 'signed-out-at' }));
    expect(kept(7)).toBe(false);
  });

  it('is deleted when another user signs in, here or in another tab', async () => {
    keep(7);
    answers['POST /user/login'] = () => json({ access_token: 'token', user_id: 8 });
    await renderPage(<LoginPage next={undefined} />);
    await logIn();
    await waitFor(() => expect(session.get().user_id).toBe(8));
    keep(8);
    expect([kept(7), kept(8)]).toEqual([false, true]);
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ logged_in: true, user_id: 9, access_token: 'token' }));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
    expect(kept(8)).toBe(false);
  });

  it('is restored after a reload, except values that are not stored', () => {
    const tab = createDrafts(sessionStorage);
    tab.keep(7, 'form', { name: 'Ops', secret: 'x' }, { name: 'Ops' });
    expect(tab.read(7, 'form')).toEqual({ name: 'Ops', secret: 'x' });
    expect(createDrafts(sessionStorage).read(7, 'form')).toEqual({ name: 'Ops' });
    expect(createDrafts(sessionStorage).read(8, 'form')).toBeUndefined();
  });

  it('is still kept in memory if the browser’s storage is full', () => {
    const full = createDrafts({
      length: 0,
      key: () => null,
      getItem: () => null,
      removeItem: () => {},
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    full.keep(7, 'form', { name: 'Ops' }, { name: 'Ops' });
    expect(full.read(7, 'form')).toEqual({ name: 'Ops' });
  });

  it('is restored if the session ends in a form and its owner signs in again', async () => {
    answers['GET /targets'] = () => json([]);
    answers['GET /targets/list'] = () => json([teams]);
    answers['GET /plans'] = () => json([]);
    answers['GET /config.json'] = () => json({ apiUrl: '/api', invokeUrl: 'https://in.example', version: '1' });
    answers['POST /targets'] = () => problem(401, 'token invalid or expired');
    answers['POST /token/refresh'] = () => problem(401, 'session is over');
    history.replaceState(null, '', '/targets/new');
    const router = createAppRouter();
    onLoginNeeded(() => void router.navigate({ to: '/login', search: { next: router.state.location.href } }));
    render(<RouterProvider router={router} />);
    fireEvent.change(await screen.findByLabelText('Name', undefined, { timeout: 5_000 }), {
      target: { value: 'Release room' },
    });
    fireEvent.click(await screen.findByRole('radio', { name: /Teams/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Proceed' }));
    fireEvent.change(await screen.findByLabelText('URL'), { target: { value: 'https://teams.example/secret' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));

    await screen.findByLabelText('Password', undefined, { timeout: 5_000 });
    expect(session.get()).toEqual(NOBODY);
    expect(JSON.stringify({ ...sessionStorage })).toContain('Release room');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('teams.example');

    answers['POST /user/login'] = () => json({ access_token: tokenUntil(Date.now() + 3_600_000), user_id: 7 });
    await logIn();
    expect((await screen.findByLabelText<HTMLInputElement>('URL', undefined, { timeout: 5_000 })).value).toBe(
      'https://teams.example/secret',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Release room');

    // A form that was left on purpose is empty the next time.
    await router.navigate({ to: '/targets' });
    await router.navigate({ to: '/targets/new' });
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Release room');
  });
});

describe('the token for a new password', () => {
  it('leaves the URL immediately and is still sent', async () => {
    history.replaceState(null, '', '/user/password/reset/abc-token');
    const router = createAppRouter();
    render(<RouterProvider router={router} />);
    await screen.findByLabelText('New password', undefined, { timeout: 5_000 });
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/password/reset'));
    await waitFor(() => expect(location.pathname).toBe('/user/password/reset'));
    expect(screen.queryByLabelText('Token')).toBeNull();
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'a long enough Passw0rd' } });
    fireEvent.change(screen.getByLabelText('Confirm password'), { target: { value: 'a long enough Passw0rd' } });
    fireEvent.click(screen.getByRole('button', { name: 'Set new Password' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path.startsWith('/user/password/reset'))?.body).toMatchObject({
        token: 'abc-token',
      }),
    );
  });
});

describe('a link in an email', () => {
  it('leads to a page of the application, or to an endpoint for such links', () => {
    const router = createAppRouter();
    const links = exampleMails('https://app.example.com')
      .flatMap(({ mail }) => [...mail.html.matchAll(/href="https:\/\/app\.example\.com(\/[^"?]*)/g)])
      .map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(10);
    const answered = /^\/api\/callbacks\/(?:email\/(?:confirm|unsubscribe)|notices|address|consent)$/;
    const leadsTo = (path: string) => router.matchRoutes(path, {}).at(-1)?.routeId;
    const lost = links.filter((path) => !answered.test(path) && [undefined, '__root__'].includes(leadsTo(path)));
    expect(lost).toEqual([]);
    expect(leadsTo('/nowhere/at/all')).toBe('__root__');
  });
});
