import { useEffect, useRef, useState } from 'react';
import type { Invocation } from '../../lib/wire.ts';

/** Counts the changes to a list's rows while it is open. A row that is a different object has changed. */
export function useChanges(rows: readonly Invocation[] | undefined, list: string): number {
  const known = useRef<{ list: string; rows: readonly Invocation[] }>(undefined);
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (rows === undefined) return;
    const before = known.current;
    known.current = { list, rows };
    if (before?.list === list && before.rows !== rows) setCount((old) => old + 1);
  }, [rows, list]);
  return count;
}

/**
 * Returns the rows that arrived while the list was open. The first load and rows below the known ones do not count.
 * @param list identifies the list, so another page or search starts again
 */
export function useFreshRows(rows: readonly Invocation[] | undefined, list: string): ReadonlySet<string> {
  const known = useRef<{ list: string; newest: string }>(undefined);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (rows === undefined) return;
    const before = known.current;
    const newest = rows[0]?.id ?? '';
    known.current = { list, newest };
    if (before?.list !== list) return setFresh(new Set());
    const news = rows.filter(({ id }) => id > before.newest).map(({ id }) => id);
    if (news.length > 0) setFresh(new Set(news));
  }, [rows, list]);
  return fresh;
}
