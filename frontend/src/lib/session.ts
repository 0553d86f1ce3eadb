import { decodeToken } from './token.ts';

/** The stored credentials, exactly as in the browser's local storage. */
interface Credentials {
  logged_in: boolean;
  /** The user's id; -1 if signed out. */
  user_id: number;
  access_token: string;
}

export const STORAGE_KEY = 'credentials-store';
export const NOBODY: Credentials = Object.freeze({ logged_in: false, user_id: -1, access_token: '' });

/** The methods of `localStorage` that a session uses. */
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export interface Session {
  get(): Credentials;
  /** Stores the user and their token after a login or registration. */
  signIn(userId: number, accessToken: string): void;
  /** Replaces only the token, after a refresh. */
  setToken(accessToken: string): void;
  /** Resets the credentials to those of a visitor. */
  signOut(): void;
  /**
   * Calls the listener after every change, including changes in other tabs.
   * @returns a function that unsubscribes the listener
   */
  subscribe(listener: () => void): () => void;
}

/** Creates this browser's session. It is stored, shared between tabs, and independent of any framework. */
export function createSession(storage: SessionStorage, events?: Pick<Window, 'addEventListener'>): Session {
  let current = read(storage);
  const listeners = new Set<() => void>();
  const set = (next: Credentials) => {
    current = next;
    storage.setItem(STORAGE_KEY, JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  events?.addEventListener('storage', ((event: StorageEvent) => {
    if (event.key !== null && event.key !== STORAGE_KEY) return;
    current = read(storage);
    for (const listener of listeners) listener();
  }) as EventListener);
  return {
    get: () => current,
    signIn: (userId, accessToken) => set({ logged_in: true, user_id: userId, access_token: accessToken }),
    setToken: (accessToken) => set({ ...current, access_token: accessToken }),
    signOut: () => set(NOBODY),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * True if there is a token, its owner is signed in and it has not expired. A token that cannot be decoded is invalid;
 * the debug page shows the reason.
 * @param now milliseconds since the epoch
 */
export function hasValidToken({ logged_in, access_token }: Credentials, now: number): boolean {
  if (!logged_in || access_token === '') return false;
  try {
    const { exp } = decodeToken(access_token);
    return typeof exp === 'number' && exp * 1000 > now;
  } catch {
    return false;
  }
}

function read(storage: SessionStorage): Credentials {
  try {
    const value = JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as Partial<Credentials> | null;
    if (value === null || typeof value !== 'object') return NOBODY;
    return {
      logged_in: value.logged_in === true,
      user_id: typeof value.user_id === 'number' ? value.user_id : NOBODY.user_id,
      access_token: typeof value.access_token === 'string' ? value.access_token : NOBODY.access_token,
    };
  } catch {
    return NOBODY;
  }
}
