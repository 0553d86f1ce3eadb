import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import type { Answer } from '../lib/wire.ts';

/**
 * Reading a day's statistics costs more than a page of the list, and more with more calls. The interval grows with the
 * number of calls, so the hourly cost of an open page stays the same.
 */
const STATS_POLL_MS = 30_000;
const CALLS_A_POLL = 1000;

const statsPollMs = (calls: number): number => STATS_POLL_MS * Math.max(1, Math.ceil(calls / CALLS_A_POLL));

/** The statistics of up to this many calls are cheap, and are read again with each change of the list. */
const QUICK_CALLS = 100;

/** Reads the statistics again after the list has changed. For a busy webhook, it leaves this to the next interval. */
export function followWithStats(queryClient: QueryClient, webhookId: number): void {
  const calls = queryClient.getQueryData<Answer<'getWebhookStats'>>(['stats', webhookId])?.calls ?? 0;
  if (calls <= QUICK_CALLS) void queryClient.invalidateQueries({ queryKey: ['stats', webhookId] });
}

export const statsQuery = (webhookId: number) =>
  queryOptions({
    queryKey: ['stats', webhookId],
    queryFn: ({ signal }) => api.call('getWebhookStats', { params: { id: webhookId }, signal }),
    meta: { silent: true },
  });

/** A webhook's results in the last 24 hours. */
export const useWebhookStats = (webhookId: number) =>
  useQuery({ ...statsQuery(webhookId), refetchInterval: ({ state }) => statsPollMs(state.data?.calls ?? 0) });
