import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import type { Answer } from '../lib/wire.ts';

/**
 * Reading a day's numbers costs more than a page of the list, and grows with the calls. They follow the list at a
 * distance that grows with the calls, so a page that stays open costs the same in an hour.
 */
const STATS_POLL_MS = 30_000;
const CALLS_A_POLL = 1000;

/** Milliseconds between reads of the statistics, which cost more with more calls. */
const statsPollMs = (calls: number): number => STATS_POLL_MS * Math.max(1, Math.ceil(calls / CALLS_A_POLL));

/** Numbers of up to this many calls cost little, and are read again with each change of the list. */
const QUICK_CALLS = 100;

/** The list has changed, and so have the statistics. Those of a busy webhook are read at the next regular time. */
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

/** Results of a webhook's last 24 hours. */
export const useWebhookStats = (webhookId: number) =>
  useQuery({ ...statsQuery(webhookId), refetchInterval: ({ state }) => statsPollMs(state.data?.calls ?? 0) });
