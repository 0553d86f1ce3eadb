import { describe, expect, it, vi } from 'vitest';
import { mayEnter, readNext } from '../../frontend/src/lib/guard.ts';
import { createSession } from '../../frontend/src/lib/session.ts';
import { memoryStorage } from './support/storage.ts';
import { tokenUntil } from './support/token.ts';

const NOW = Date.UTC(2026, 10, 20);
const now = () => NOW;

describe('the guard of a protected page', () => {
  it('accepts a valid token without a request to the server', async () => {
    const session = createSession(memoryStorage());
    session.signIn(7, tokenUntil(NOW + 60_000));
    const refresh = vi.fn();
    expect(await mayEnter({ session, refresh, now })).toBe(true);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('refreshes an expired token, stores the new one and continues', async () => {
    const session = createSession(memoryStorage());
    session.signIn(7, tokenUntil(NOW - 1));
    const fresh = tokenUntil(NOW + 60_000);
    expect(await mayEnter({ session, refresh: async () => fresh, now })).toBe(true);
    expect(session.get()).toEqual({ logged_in: true, user_id: 7, access_token: fresh });
  });

  it('logs out if the refresh fails, for any reason', async () => {
    const session = createSession(memoryStorage());
    session.signIn(7, tokenUntil(NOW - 1));
    expect(
      await mayEnter({ session, refresh: () => Promise.reject(new Error('Failed to refresh tokens: 500')), now }),
    ).toBe(false);
    expect(session.get()).toEqual({ logged_in: false, user_id: -1, access_token: '' });
  });

  it('makes no request for a visitor who never logged in', async () => {
    const refresh = vi.fn();
    expect(await mayEnter({ session: createSession(memoryStorage()), refresh, now })).toBe(false);
    expect(refresh).not.toHaveBeenCalled();
  });
});

describe('the page after the login', () => {
  it('is a page of this site', () => {
    expect(readNext({ next: '/webhooks/1?page=2' })).toEqual({ next: '/webhooks/1?page=2' });
  });

  it.each([undefined, '', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'is never %j',
    (next) => {
      expect(readNext({ next })).toEqual({});
    },
  );
});
