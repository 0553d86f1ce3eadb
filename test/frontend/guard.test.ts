import { describe, expect, it, vi } from 'vitest';
import { mayEnter, readNext } from '../../frontend/src/lib/guard.ts';
import { createSession } from '../../frontend/src/lib/session.ts';
import { memoryStorage } from './support/storage.ts';
import { tokenUntil } from './support/token.ts';

const NOW = Date.UTC(2026, 10, 20);
const now = () => NOW;

describe('the guard of a protected page', () => {
  it('lets a valid token pass without asking the server', async () => {
    const session = createSession(memoryStorage());
    session.signIn(7, tokenUntil(NOW + 60_000));
    const refresh = vi.fn();
    expect(await mayEnter({ session, refresh, now })).toBe(true);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('refreshes an expired token, keeps the new one and continues', async () => {
    const session = createSession(memoryStorage());
    session.signIn(7, tokenUntil(NOW - 1));
    const fresh = tokenUntil(NOW + 60_000);
    expect(await mayEnter({ session, refresh: async () => fresh, now })).toBe(true);
    expect(session.get()).toEqual({ logged_in: true, user_id: 7, access_token: fresh });
  });

  it('logs out when the refresh fails, whatever the reason', async () => {
    const session = createSession(memoryStorage());
    session.signIn(7, tokenUntil(NOW - 1));
    expect(
      await mayEnter({ session, refresh: () => Promise.reject(new Error('Failed to refresh tokens: 500')), now }),
    ).toBe(false);
    expect(session.get()).toEqual({ logged_in: false, user_id: -1, access_token: '' });
  });

  it('does not ask the server for somebody who never logged in', async () => {
    const refresh = vi.fn();
    expect(await mayEnter({ session: createSession(memoryStorage()), refresh, now })).toBe(false);
    expect(refresh).not.toHaveBeenCalled();
  });
});

describe('the page after the login', () => {
  it('is one of this site', () => {
    expect(readNext({ next: '/webhooks/1?page=2' })).toEqual({ next: '/webhooks/1?page=2' });
  });

  it.each([undefined, '', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'is never %j',
    (next) => {
      expect(readNext({ next })).toEqual({});
    },
  );
});
