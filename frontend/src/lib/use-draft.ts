import { useRouter } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { drafts, session } from './services.ts';

interface DraftOptions<Value> {
  /**
   * Makes a value from the stored draft; undefined when it is invalid. Without it, any object with the first value's
   * fields is valid.
   */
  read?(kept: unknown): Value | undefined;
  /** The part that may outlive a reload: all of it by default, undefined for nothing. */
  stored?(value: Value): unknown;
  /** True if it stays when its page is left for another one; it always stays over a reload and over a login. */
  keepWhenLeft?: boolean;
}

/** The delay between the last key and the saving of a draft. */
const PAUSE_MS = 300;

const everything = (value: unknown) => value;

/**
 * State like `useState`'s for typed text, which is found again after a reload, and after a login when the session ended
 * in between.
 * @param what the place, such as `webhook-new`
 * @returns value, setter, and the way to forget it immediately
 */
export function useDraft<Value extends object>(
  what: string,
  first: Value | (() => Value),
  { read, stored = everything, keepWhenLeft = false }: DraftOptions<Value> = {},
): [Value, Dispatch<SetStateAction<Value>>, () => void] {
  const router = useRouter();
  // The session may end while the page is shown; the draft stays its owner's.
  const [owner] = useState(() => session.get().user_id);
  const [initial] = useState(first);
  const [value, setValue] = useState<Value>(() => {
    const kept = drafts.read(owner, what);
    return (read ? read(kept) : alike(kept, initial)) ?? initial;
  });
  const latest = useRef<Value | undefined>(value);
  if (latest.current !== undefined) latest.current = value;

  const keep = useCallback(() => {
    const typed = latest.current;
    if (typed !== undefined && typed !== initial) drafts.keep(owner, what, typed, stored(typed));
  }, [owner, what, initial, stored]);
  const forget = useCallback(() => {
    latest.current = undefined;
    drafts.forget(owner, what);
  }, [owner, what]);

  // Every change of the value restarts the pause.
  useEffect(() => {
    if (value === initial) return undefined;
    const later = setTimeout(keep, PAUSE_MS);
    // A reload can happen before the next pause in typing.
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(later);
      removeEventListener('pagehide', keep);
    };
  }, [keep, value, initial]);

  const leave = useRef({ keep, forget });
  leave.current = { keep, forget };
  useEffect(
    () => () => {
      if (keepWhenLeft || router.state.location.pathname === '/login') leave.current.keep();
      else leave.current.forget();
    },
    [router, keepWhenLeft],
  );
  return [value, setValue, forget];
}

/** True if unsent input waits at a place, so its form opens automatically. */
export const hasDraft = (what: string): boolean => drafts.read(session.get().user_id, what) !== undefined;

/** The stored draft, if it has the fields of a value and each is of the same type. */
function alike<Value extends object>(kept: unknown, value: Value): Value | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const fits = Object.entries(value).every(([name, own]) => {
    const other = (kept as Record<string, unknown>)[name];
    // Nothing yet: its future value is not known here.
    if (own === null) return other !== undefined;
    return typeof other === typeof own && Array.isArray(other) === Array.isArray(own);
  });
  return fits ? (kept as Value) : undefined;
}
