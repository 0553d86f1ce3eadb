/** Unsent input, by owner and form, so neither a reload nor the end of a session loses it. */
interface Drafts {
  /** A form's input, whose shape the reader checks; undefined if nothing is stored. */
  read(owner: number, what: string): unknown;
  /**
   * Keeps a value in this tab. Only `stored` survives a reload, so forms omit their secrets from it; undefined stores
   * nothing. A tab without storage is ignored.
   */
  keep(owner: number, what: string, value: unknown, stored: unknown): void;
  forget(owner: number, what: string): void;
  /**
   * Forgets users' input after one signed out or another signed in, because drafts contain private payloads. Later
   * drafts of a page that is still open are rejected.
   * @param except the user who continues working here
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
