import { RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLogout } from '../../frontend/src/data/account.ts';
import { LoginPage } from '../../frontend/src/features/accounts/login-page.tsx';
import { draftKey } from '../../frontend/src/features/editor/draft.ts';
import { queryClient, session, toasts } from '../../frontend/src/lib/services.ts';
import { NOBODY, STORAGE_KEY } from '../../frontend/src/lib/session.ts';
import { createAppRouter } from '../../frontend/src/router.tsx';
import { fakeFetch, json, problem, type SentCall } from './support/api.ts';
import { renderPage } from './support/render.tsx';
import { tokenUntil } from './support/token.ts';

let calls: SentCall[];
let addressBefore: string;

beforeEach(() => {
  addressBefore = location.href;
  const fake = fakeFetch(({ method, path }) => {
    if (`${method} ${path}` === 'POST /user/login') return json({ access_token: 'token', user_id: 8 });
    if (path === '/user/password/reset') return json({});
    return problem(503, 'The server cannot be told');
  });
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

describe('drafts of the editor', () => {
  const keep = (user: number) => sessionStorage.setItem(draftKey(user), '{"body":"secret","template":""}');
  const kept = (user: number) => sessionStorage.getItem(draftKey(user)) !== null;

  function SignOut() {
    const logout = useLogout();
    return (
      <button type="button" onClick={() => logout.mutate()}>
        Logout
      </button>
    );
  }

  it('go with the sign-out, even when the server cannot be told, and nothing else goes', async () => {
    keep(7);
    sessionStorage.setItem('other', 'stays');
    await renderPage(<SignOut />);
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(session.get().logged_in).toBe(false));
    expect(kept(7)).toBe(false);
    expect(sessionStorage.getItem('other')).toBe('stays');
  });

  it('go when another tab signs out', () => {
    keep(7);
    localStorage.setItem(STORAGE_KEY, JSON.stringify(NOBODY));
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE_KEY }));
    expect(kept(7)).toBe(false);
  });

  it('of others go when somebody signs in, and the own one stays', async () => {
    keep(7);
    keep(8);
    await renderPage(<LoginPage next={undefined} />);
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ada@example.org' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
    fireEvent.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(session.get().user_id).toBe(8));
    expect([kept(7), kept(8)]).toEqual([false, true]);
  });
});

describe('the token of a new password', () => {
  it('leaves the address at once and is sent all the same', async () => {
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
