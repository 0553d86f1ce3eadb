import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../lib/services.ts';
import { isNever } from '../lib/time.ts';
import type { Invocation } from '../lib/wire.ts';

export const INVOCATIONS_PER_PAGE = 25;
/** Polling interval for the first page of a watched webhook. */
export const LIVE_POLL_MS = 5_000;
/** Polling interval for newer calls, and for the page while a new call is being delivered. */
const BEAT_MS = 1_000;
/** A call that has been pending for longer is waiting for another attempt. */
const YOUNG_MS = 30_000;
export const isYoung = ({ invokedAt }: { invokedAt: string }): boolean => Date.now() - Date.parse(invokedAt) < YOUNG_MS;
/** Without any input for this time, the user is considered away. */
const WATCHED_MS = 10 * 60_000;

/**
 * One page of a webhook's invocations, newest first, without headers and long bodies.
 * @param page counted from 1
 */
export const invocationsQuery = (webhookId: number, page: number) =>
  queryOptions({
    queryKey: ['invocations', webhookId, page],
    queryFn: async ({ signal }) => {
      // Request one row more than is shown, to find out if there is a next page.
      const query = {
        view: 'summary',
        offset: (page - 1) * INVOCATIONS_PER_PAGE,
        limit: INVOCATIONS_PER_PAGE + 1,
      } as const;
      const rows = await api.call('listInvocations', { params: { id: webhookId }, query, signal });
      return { rows: rows.slice(0, INVOCATIONS_PER_PAGE), hasOlder: rows.length > INVOCATIONS_PER_PAGE };
    },
    meta: { goneIsShown: true },
  });

/**
 * One page of a webhook's invocations.
 * @param live true if page 1 is updated automatically
 * @param wanted false if another list is shown
 */
export function useInvocations(webhookId: number, page: number, live: boolean, wanted = true) {
  const follows = live && wanted && page === 1;
  const list = useQuery({
    ...invocationsQuery(webhookId, page),
    enabled: wanted,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (!follows) return false;
      const moves = state.data?.rows.some((call) => call.status === 'pending' && isYoung(call));
      return moves && isWatched() ? BEAT_MS : LIVE_POLL_MS;
    },
  });
  const { refetch, data } = list;
  const newest = data?.rows[0];
  const news = useQuery({
    queryKey: ['invocations', webhookId, 'beat', newest?.id],
    queryFn: ({ signal }) => {
      const from = new Date(newest ? Date.parse(newest.invokedAt) + 1 : 0).toISOString();
      const query = { limit: 1, from };
      return api.call('searchInvocations', { params: { id: webhookId }, query, signal });
    },
    // The page has just been read, so the first check happens after one interval.
    enabled: follows && data !== undefined,
    initialData: { invocations: [], at: '', searched: 0 },
    staleTime: BEAT_MS,
    refetchInterval: () => (isWatched() ? BEAT_MS : false),
    gcTime: 0,
    meta: { silent: true },
  });
  const found = news.data.invocations[0]?.id;
  useEffect(() => {
    if (found !== undefined && found !== newest?.id) void refetch();
  }, [found, newest?.id, refetch]);
  return list;
}

let lastSeen = Date.now();
/** True while the user is not away. */
export const isWatched = (): boolean => Date.now() - lastSeen < WATCHED_MS;
if (typeof addEventListener === 'function')
  for (const sign of ['pointermove', 'keydown', 'scroll', 'focus'] as const)
    addEventListener(sign, () => (lastSeen = Date.now()), { passive: true, capture: true });

/** The services of a webhook's latest calls, by name, from the loaded part of its list. Sends no request. */
export const useLatestCallers = (webhookId: number): string[] => {
  const { data } = useQuery({ ...invocationsQuery(webhookId, 1), enabled: false });
  const callers = new Set(data?.rows.flatMap(({ message }) => message?.sender ?? []));
  return [...callers].slice(0, MOST_CALLERS).sort();
};
const MOST_CALLERS = 2;

/** Number of recent calls to test a template on. */
const LAST_CALLS = 10;

/**
 * Recent calls of a webhook, newest first.
 * @param view `full` includes headers and bodies; long bodies can be cut
 */
export const lastCallsQuery = (webhookId: number, view: 'summary' | 'full') =>
  queryOptions({
    queryKey: ['invocations', webhookId, 'last', view],
    queryFn: ({ signal }) =>
      api.call('listInvocations', { params: { id: webhookId }, query: { view, limit: LAST_CALLS }, signal }),
  });

/** Recent calls for the names of their events. They are read once, not after each new call. */
export const eventNamesQuery = (webhookId: number) =>
  queryOptions({
    ...lastCallsQuery(webhookId, 'full'),
    queryKey: ['event-names', webhookId],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });

/** Recent calls without their contents. Nothing is requested while `webhookId` is undefined. */
export const useLastCalls = (webhookId: number | undefined) =>
  useQuery({ ...lastCallsQuery(webhookId ?? 0, 'summary'), enabled: webhookId !== undefined });

export const invocationQuery = (id: string) =>
  queryOptions({
    queryKey: ['invocation', id],
    queryFn: ({ signal }) => api.call('getInvocation', { params: { id }, signal }),
    staleTime: 30_000,
    meta: { goneIsShown: true },
  });

export const dispatchesQuery = (invocationId: string) =>
  queryOptions({
    queryKey: ['dispatches', invocationId],
    queryFn: ({ signal }) => api.call('listDispatches', { params: { id: invocationId }, signal }),
    meta: { goneIsShown: true },
  });

export const useInvocation = (id: string | undefined) =>
  useQuery({ ...invocationQuery(id ?? ''), enabled: id !== undefined });

/** Polls a displayed invocation until it is finished. */
export const useWatchedInvocation = (id: string) =>
  useQuery({
    ...invocationQuery(id),
    staleTime: LIVE_POLL_MS,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? LIVE_POLL_MS : false),
  });

/**
 * Rereads an open call if its row in the list shows another result. A bulk resend changes calls that are no longer
 * polled, because all their dispatches were finished.
 * @param row the call in the list; undefined if the list does not have it
 */
export function useRowNews(id: string, row: Pick<Invocation, 'status' | 'dispatches'> | undefined): void {
  const queryClient = useQueryClient();
  const result = row && `${id} ${row.status} ${row.dispatches.map(({ status }) => status).join()}`;
  const shown = useRef(result);
  useEffect(() => {
    const before = shown.current;
    shown.current = result;
    if (result === undefined || before === undefined || before === result || !before.startsWith(id)) return;
    void queryClient.invalidateQueries({ queryKey: ['invocation', id] });
    void queryClient.invalidateQueries({ queryKey: dispatchesQuery(id).queryKey });
  }, [id, result, queryClient]);
}

/** Polls an invocation's dispatches until all are finished. Each change also updates the invocation and the numbers. */
export function useDispatches(invocationId: string) {
  const queryClient = useQueryClient();
  const query = useQuery({
    ...dispatchesQuery(invocationId),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status, nextAttemptAt }) => status === 'pending' || !isNever(nextAttemptAt))
        ? LIVE_POLL_MS
        : false,
  });
  const known = useRef<{ id: string; data: typeof query.data }>(undefined);
  useEffect(() => {
    const before = known.current;
    known.current = { id: invocationId, data: query.data };
    // Unchanged data stays the same object when it is read again.
    if (before?.id !== invocationId || before.data === undefined || before.data === query.data) return;
    void queryClient.invalidateQueries({ queryKey: ['invocation', invocationId] });
    void queryClient.invalidateQueries({ queryKey: ['invocations'] });
  }, [invocationId, query.data, queryClient]);
  return query;
}
