import { useRouter } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { drafts, session } from './services.ts';

interface DraftOptions<Value> {
  /** Parses the stored draft; undefined if invalid. By default, any object with the initial value's fields is valid. */
  read?(kept: unknown): Value | undefined;
  /** Returns the part of the draft that survives a reload; undefined if none does. By default, all of it survives. */
  stored?(value: Value): unknown;
  /** True if the draft stays when the user leaves its page. It always survives a reload and a login. */
  keepWhenLeft?: boolean;
}

/** The delay between the last change and the saving of a draft. */
const PAUSE_MS = 300;

const everything = (value: unknown) => value;

/**
 * Works like `useState`, for input that survives a reload, and a login after the session ended.
 * @param what the form, such as `webhook-new`
 * @returns value, setter, and a function that deletes the draft immediately
 */
export function useDraft<Value extends object>(
  what: string,
  first: Value | (() => Value),
  { read, stored = everything, keepWhenLeft = false }: DraftOptions<Value> = {},
): [Value, Dispatch<SetStateAction<Value>>, () => void] {
  const router = useRouter();
  // Remembers the owner, because the session can end while the page is open.
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

  // Every change restarts the delay.
  useEffect(() => {
    if (value === initial) return undefined;
    const later = setTimeout(keep, PAUSE_MS);
    // Save before a reload, which can happen before the delay has passed.
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

/** True if a form has unsent input, which makes it open automatically. */
export const hasDraft = (what: string): boolean => drafts.read(session.get().user_id, what) !== undefined;

/** Returns the stored draft if it has the value's fields with the same types, otherwise undefined. */
function alike<Value extends object>(kept: unknown, value: Value): Value | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const fits = Object.entries(value).every(([name, own]) => {
    const other = (kept as Record<string, unknown>)[name];
    // The later type of a field that is null at first is unknown, so any value is valid.
    if (own === null) return other !== undefined;
    return typeof other === typeof own && Array.isArray(other) === Array.isArray(own);
  });
  return fits ? (kept as Value) : undefined;
}
