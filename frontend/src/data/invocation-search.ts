import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SearchedStatus } from '#contract/invocation-search';
import { ApiError } from '../lib/errors.ts';
import { api } from '../lib/services.ts';
import type { Answer } from '../lib/wire.ts';
import { LIVE_POLL_MS } from './invocations.ts';

/** The query for the server, see `searchQuery` of the contract. */
export interface InvocationFilter {
  status?: SearchedStatus;
  target_id?: number;
  verified?: 'yes' | 'no' | 'not-checked';
  by_old_url?: 'yes' | 'no';
  from?: string;
  to?: string;
  text?: string;
}

type Part = Answer<'searchInvocations'>;
export type FoundInvocation = Part['invocations'][number];

interface Found {
  /** The calls found so far, newest first. */
  rows: FoundInvocation[];
  at: string;
  searched: number;
  /** The number of responses so far. */
  rounds: number;
  searchedUntil: string | undefined;
  next: string | undefined;
}

/** Number of rows that a search finds before it waits for the user. */
const WANTED = 25;

/** Delay after the server asks an automatic search to slow down. */
const SLOWER_MS = 10_000;
const PATIENCE = 12;

/** Results of calls this recent can still change. */
const UNSETTLED_MS = 10 * 60_000;

/** The number of new calls that are searched for matches. */
const NEW_LIMIT = 50;

/**
 * Searches a webhook’s calls for those that match a filter, page by page. It continues until it has `WANTED` rows or is
 * stopped, and then on request. New calls are added at the front.
 * @param filter the filter; if undefined, nothing is searched
 * @param live true if new calls are fetched regularly
 */
export function useFoundInvocations(webhookId: number, filter: InvocationFilter | undefined, live: boolean) {
  const client = useQueryClient();
  const queryKey = ['invocations', webhookId, 'search', filter];
  const ask = (signal: AbortSignal | undefined, over: { cursor?: string; from?: string; limit?: number }) =>
    api.call('searchInvocations', {
      params: { id: webhookId },
      query: { ...filter, ...over },
      ...(signal && { signal }),
    });

  const query = useQuery({
    queryKey,
    // A repeated search reads the same number of pages as before, for instance after messages were resent.
    queryFn: async ({ signal }) => {
      const rounds = client.getQueryData<Found>(queryKey)?.rounds ?? 1;
      let found = begin(await ask(signal, {}));
      while (found.next !== undefined && found.rounds < rounds)
        found = goOn(found, await ask(signal, { cursor: found.next }));
      // A call whose status changes, for example after a resend, stays in the list with its new status.
      const shown = client.getQueryData<Found>(queryKey)?.rows ?? [];
      const gone = shown.filter(({ id }) => !found.rows.some((row) => row.id === id));
      const [last, first] = [gone[0], gone.at(-1)];
      if (!last || !first) return found;
      const { invocations } = await api.call('searchInvocations', {
        params: { id: webhookId },
        query: { from: first.invokedAt, to: new Date(Date.parse(last.invokedAt) + 1).toISOString(), limit: NEW_LIMIT },
        signal,
      });
      const kept = invocations.filter(({ id }) => gone.some((row) => row.id === id));
      return { ...found, rows: merged(kept, found.rows) };
    },
    // Forgets such calls when the filter changes.
    gcTime: 0,
    enabled: filter !== undefined,
    staleTime: 30_000,
  });
  const { data } = query;

  const further = useMutation({
    mutationFn: (cursor: string) => ask(undefined, { cursor }),
    retry: (count, error) => count < PATIENCE && error instanceof ApiError && error.status === 429,
    retryDelay: SLOWER_MS,
    onSuccess: (part, cursor) =>
      client.setQueryData<Found>(queryKey, (found) => (found?.next === cursor ? goOn(found, part) : found)),
  });
  const { mutate, isPending } = further;

  const key = JSON.stringify(queryKey);
  const [goal, setGoal] = useState({ key, rows: WANTED, stopped: false });
  const wanted = goal.key === key ? goal : { rows: WANTED, stopped: false };
  const next = data?.next;
  const goesOn = data !== undefined && next !== undefined && data.rows.length < wanted.rows && !wanted.stopped;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect starts the next round after each one.
  useEffect(() => {
    if (goesOn && !isPending && !further.isError && !query.isFetching && next !== undefined) mutate(next);
  }, [goesOn, isPending, further.isError, query.isFetching, next, data?.rounds, mutate]);

  const at = data && Date.parse(data.at);
  const newest = useQuery({
    queryKey: [...queryKey, 'new', data?.at],
    queryFn: ({ signal }) => {
      const from = new Date((at ?? 0) - UNSETTLED_MS).toISOString();
      const latest = filter?.from !== undefined && filter.from > from ? filter.from : from;
      return ask(signal, { from: latest, limit: NEW_LIMIT });
    },
    enabled: at !== undefined && !(filter?.to !== undefined && Date.parse(filter.to) <= at),
    refetchInterval: live ? LIVE_POLL_MS : false,
    meta: { silent: true },
  });

  const news = newest.data?.invocations;
  // The list stays the same object while nothing changes, so its users can skip updates.
  const rows = useMemo(() => data && merged(news ?? [], data.rows), [data, news]);

  return {
    rows,
    searched: data?.searched ?? 0,
    searchedUntil: data?.searchedUntil,
    /** True if there are more calls to search. */
    unfinished: next !== undefined,
    searching: query.isFetching || isPending || (goesOn && !further.isError),
    failed: query.isError || further.isError,
    retry: () => (query.isError ? void query.refetch() : next !== undefined && mutate(next)),
    goOn: () => setGoal({ key, rows: (data?.rows.length ?? 0) + WANTED, stopped: false }),
    /** Stops an automatic search; undefined if there is none. */
    stop: goesOn && !further.isError ? () => setGoal({ ...wanted, key, stopped: true }) : undefined,
  };
}

const begin = ({ invocations, at, searched, searchedUntil, next }: Part): Found => ({
  rows: invocations,
  at,
  searched,
  rounds: 1,
  searchedUntil,
  next,
});

const goOn = (found: Found, { invocations, searched, searchedUntil, next }: Part): Found => ({
  rows: [...found.rows, ...invocations],
  at: found.at,
  searched: found.searched + searched,
  rounds: found.rounds + 1,
  searchedUntil,
  next,
});

/** Adds new calls at the front. If a call is in both lists, its newer state is kept. Ids sort by time. */
export function merged(news: readonly FoundInvocation[], rows: readonly FoundInvocation[]): FoundInvocation[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of news) byId.set(row.id, row);
  return [...byId.values()].sort((left, right) => (left.id < right.id ? 1 : left.id > right.id ? -1 : 0));
}

/**
 * The number of new calls since the first request, for a list that is not live; at most {@link NEW_LIMIT}.
 * @param waiting false if the list is live, so nothing is counted
 */
export function useNewCalls(webhookId: number, waiting: boolean): number {
  // The server's time, returned by a first request when the list stops being live.
  const [stand, setStand] = useState<{ id: number; at?: string }>();
  useEffect(() => setStand(waiting ? { id: Date.now() } : undefined), [waiting]);
  const { id, at: since } = stand ?? {};
  const query = useQuery({
    queryKey: ['invocations', webhookId, 'since', id, since],
    queryFn: ({ signal }) =>
      api.call('searchInvocations', {
        params: { id: webhookId },
        query: since === undefined ? { limit: 1 } : { from: since, limit: NEW_LIMIT },
        signal,
      }),
    enabled: id !== undefined,
    refetchInterval: since === undefined ? false : LIVE_POLL_MS * 2,
    gcTime: 0,
    meta: { silent: true },
  });
  const at = query.data?.at;
  useEffect(() => {
    if (at !== undefined) setStand((known) => (known && known.at === undefined ? { ...known, at } : known));
  }, [at]);
  return since === undefined ? 0 : (query.data?.invocations.length ?? 0);
}
