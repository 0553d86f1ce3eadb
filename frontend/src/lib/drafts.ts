/** Unsent input, by owner and place, so a reload or the end of a session loses none of it. */
interface Drafts {
  /** The input at a place, in a shape that the reader checks; undefined when nothing is kept. */
  read(owner: number, what: string): unknown;
  /**
   * Keeps a value in this tab. Only `stored` outlives a reload, so a form keeps its secrets out of it; undefined stores
   * nothing. A tab without space for it is no reason to stop anyone.
   */
  keep(owner: number, what: string, value: unknown, stored: unknown): void;
  forget(owner: number, what: string): void;
  /**
   * Forgets users' input, because one of them signed out or another one signed in: drafts hold payloads of calls, which
   * are private. Later drafts of a page that is still open are rejected.
   * @param except the user who continues working here
   */
  forgetAll(except?: number): void;
}

/** The prefix of all drafts' keys in the storage of a tab; owner and place follow. */
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
