import { describe, expect, it } from 'vitest';
import { createSession, hasValidToken } from '../../frontend/src/lib/session.ts';
import { memoryStorage } from './support/storage.ts';
import { tokenUntil } from './support/token.ts';

const NOW = Date.UTC(2026, 10, 20);
const stored = (storage: ReturnType<typeof memoryStorage>) =>
  JSON.parse(storage.values.get('credentials-store') ?? 'null');

describe('the credentials record', () => {
  it('contains no user by default', () => {
    expect(createSession(memoryStorage()).get()).toEqual({ logged_in: false, user_id: -1, access_token: '' });
  });

  it('is stored under the key credentials-store with exactly three fields', () => {
    const storage = memoryStorage();
    createSession(storage).signIn(7, 'token');
    expect([...storage.values.keys()]).toEqual(['credentials-store']);
    expect(stored(storage)).toEqual({ logged_in: true, user_id: 7, access_token: 'token' });
  });

  it('is restored after a reload', () => {
    const storage = memoryStorage();
    createSession(storage).signIn(7, 'token');
    expect(createSession(storage).get()).toEqual({ logged_in: true, user_id: 7, access_token: 'token' });
  });

  it('accepts a new token without other changes', () => {
    const session = createSession(memoryStorage());
    session.signIn(7, 'old');
    session.setToken('new');
    expect(session.get()).toEqual({ logged_in: true, user_id: 7, access_token: 'new' });
  });

  it('returns to the defaults on logout', () => {
    const storage = memoryStorage();
    const session = createSession(storage);
    session.signIn(7, 'token');
    session.signOut();
    expect(stored(storage)).toEqual({ logged_in: false, user_id: -1, access_token: '' });
  });

  it.each(['', 'not json', 'null', '"text"', '{"logged_in":"yes","user_id":"7","access_token":4}'])(
    'returns to the defaults if it is damaged: %s',
    (text) => {
      expect(createSession(memoryStorage({ 'credentials-store': text })).get()).toEqual({
        logged_in: false,
        user_id: -1,
        access_token: '',
      });
    },
  );

  it('notifies its listeners of changes, including those in another tab', () => {
    const storage = memoryStorage();
    let otherTab: (event: StorageEvent) => void = () => {};
    const session = createSession(storage, {
      addEventListener: ((_: string, listener: typeof otherTab) => {
        otherTab = listener;
      }) as never,
    });
    let told = 0;
    session.subscribe(() => {
      told += 1;
    });
    session.signIn(7, 'token');
    storage.setItem('credentials-store', '{"logged_in":false,"user_id":-1,"access_token":""}');
    otherTab({ key: 'credentials-store' } as StorageEvent);
    expect(told).toBe(2);
    expect(session.get().logged_in).toBe(false);
  });
});

describe('a token', () => {
  const credentials = (token: string, logged_in = true) => ({ logged_in, user_id: 7, access_token: token });

  it('is valid until its expiry', () => {
    expect(hasValidToken(credentials(tokenUntil(NOW + 1000)), NOW)).toBe(true);
    expect(hasValidToken(credentials(tokenUntil(NOW)), NOW)).toBe(false);
    expect(hasValidToken(credentials(tokenUntil(NOW - 1000)), NOW)).toBe(false);
  });

  it('is invalid if it is empty, unreadable, without expiry or no one is logged in', () => {
    expect(hasValidToken(credentials(''), NOW)).toBe(false);
    expect(hasValidToken(credentials('x.y.z'), NOW)).toBe(false);
    expect(hasValidToken(credentials(`a.${btoa('{}')}.b`), NOW)).toBe(false);
    expect(hasValidToken(credentials(tokenUntil(NOW + 1000), false), NOW)).toBe(false);
  });
});
