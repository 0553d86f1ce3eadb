import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../lib/services.ts';
import type { Answer } from '../lib/wire.ts';

/** Reading the numbers of a day costs more than a page of the list, so that they follow it at some distance. */
const STATS_POLL_MS = 30_000;

/** Numbers of so many calls cost little, and are read again with each change of the list. */
const QUICK_CALLS = 100;

/** The list has changed: so have the numbers. Those of a busy webhook are left to the next time that they are read anyway. */
export function followWithStats(queryClient: QueryClient, webhookId: number): void {
  const calls = queryClient.getQueryData<Answer<'getWebhookStats'>>(['stats', webhookId])?.calls ?? 0;
  if (calls <= QUICK_CALLS) void queryClient.invalidateQueries({ queryKey: ['stats', webhookId] });
}

/** How the last 24 hours of a webhook went. */
export const useWebhookStats = (webhookId: number) =>
  useQuery({
    queryKey: ['stats', webhookId],
    queryFn: ({ signal }) => api.call('getWebhookStats', { params: { id: webhookId }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: STATS_POLL_MS,
    meta: { silent: true },
  });
