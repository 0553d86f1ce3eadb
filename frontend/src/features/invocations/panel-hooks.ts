import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { followWithStats } from '../../data/stats.ts';
import { isDialogOpen } from '../../lib/open-dialog.ts';
import { isSingleKey } from '../../lib/single-keys.ts';
import { useChanges, useFreshRows } from './row-news.ts';
import { filtersOf, type InvocationSearch } from './search.ts';

const BODIES_KEY = 'call-bodies';

/** The filters in the URL. The object stays the same if only a dialog or tab changes. */
export function useAsked(search: InvocationSearch): InvocationSearch {
  const { status, target, verified, q, last, since, until } = search;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these parts of the URL are the filter.
  return useMemo(() => filtersOf(search), [status, target, verified, q, last, since, until]);
}

/** The list's filter and page. They follow the URL with a delay, so a click is shown first. */
export function useListed(asked: InvocationSearch, page: number): { listed: InvocationSearch; page: number } {
  return useDeferredValue(useMemo(() => ({ listed: asked, page }), [asked, page]));
}

/** Returns whether raw bodies are shown below the messages, and a setter. The setting is stored in this browser. */
export function useBodies() {
  const [shown, setShown] = useState(() => localStorage.getItem(BODIES_KEY) === 'on');
  const show = (wanted: boolean) => {
    localStorage.setItem(BODIES_KEY, wanted ? 'on' : 'off');
    setShown(wanted);
  };
  return [shown, show] as const;
}

/**
 * Refreshes dependent data when rows are new or have changed.
 * @returns the ids of the new rows
 */
export function useNews(webhookId: number, rows: Parameters<typeof useChanges>[0], list: string): ReadonlySet<string> {
  const queryClient = useQueryClient();
  const fresh = useFreshRows(rows, list);
  const change = useChanges(rows, list);
  useEffect(() => {
    if (change === 0) return;
    void queryClient.invalidateQueries({ queryKey: ['webhooks', webhookId] });
    followWithStats(queryClient, webhookId);
  }, [change, queryClient, webhookId]);
  // Only a new row changes the quota.
  useEffect(() => {
    if (fresh.size > 0) void queryClient.invalidateQueries({ queryKey: ['account'] });
  }, [fresh, queryClient]);
  return fresh;
}

/** Makes `/` focus the search field from anywhere on the page. */
export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event) || isDialogOpen()) return;
      if (!field.current) return;
      event.preventDefault();
      field.current.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field]);
}
