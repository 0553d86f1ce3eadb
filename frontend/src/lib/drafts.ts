/** Keeps unsent input by owner and form, so it survives a reload or the end of a session. */
interface Drafts {
  /** Returns a form's input, unchecked; undefined if nothing is stored. */
  read(owner: number, what: string): unknown;
  /**
   * Keeps `value` in this tab. Only `stored` survives a reload, so forms omit secrets from it; undefined stores
   * nothing. Errors of the browser's storage are ignored.
   */
  keep(owner: number, what: string, value: unknown, stored: unknown): void;
  forget(owner: number, what: string): void;
  /**
   * Forgets users' input when they sign out or another user signs in, because drafts contain private payloads. Pages
   * that are still open can no longer store drafts for them.
   * @param except the user who has signed in; undefined after signing out
   */
  forgetAll(except?: number): void;
}

/** The key prefix of all drafts in a tab's storage, followed by owner and form. */
const PREFIX = 'draft-';

/** The drafts' part of `sessionStorage`. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The drafts of one tab. */
export function createDrafts(storage: DraftStorage): Drafts {
  const typed = new Map<string, unknown>();
  let welcome: number | 'everybody' | 'nobody' = 'everybody';
  const keyOf = (owner: number, what: string) => `${PREFIX}${owner}-${what}`;

  const forget = (key: string) => {
    typed.delete(key);
    storage.removeItem(key);
  };
  return {
    read: (owner, what) => {
      const key = keyOf(owner, what);
      if (typed.has(key)) return typed.get(key);
      try {
        return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    keep: (owner, what, value, stored) => {
      if (welcome !== 'everybody' && welcome !== owner) return;
      const key = keyOf(owner, what);
      typed.set(key, value);
      try {
        if (stored === undefined) storage.removeItem(key);
        else storage.setItem(key, JSON.stringify(stored));
      } catch {
        storage.removeItem(key);
      }
    },
    forget: (owner, what) => forget(keyOf(owner, what)),
    forgetAll: (except) => {
      welcome = except ?? 'nobody';
      const stored = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of new Set([...stored, ...typed.keys()]))
        if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${except}-`)) forget(key);
    },
  };
}
