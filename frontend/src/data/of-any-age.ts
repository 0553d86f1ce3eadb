import { useQueries } from '@tanstack/react-query';
import type { Standing } from '#contract/standing';
import { api } from '../lib/services.ts';
import type { Answer, Webhook } from '../lib/wire.ts';
import { useTargets } from './targets.ts';

/** A search of all calls costs up to 75 read units, so its number is read again less often. */
const OLDER_POLL_MS = 300_000;
const MOST_FOUND = 50;

/** The number of calls of any age with a status. With `more`, there can be further ones. */
export interface OfAnyAge {
  count: number;
  more: boolean;
}

/**
 * Counts calls that fail or wait, including those before the last day. It searches only if there can be earlier ones.
 * @returns the numbers by status, without those that the statistics contain, or that a single search cannot find
 */
export function useOfAnyAge(webhook: Webhook, stats: Answer<'getWebhookStats'> | undefined) {
  const targets = useTargets().data;
  const isHolding = webhook.status === 'paused' || webhook.heldCalls !== undefined || webhook.limitHit;
  const isStopped = (targets ?? []).some(({ id, status }) => status !== 'active' && webhook.targetIds.includes(id));
  const isPaused = stats?.undelivered.some(({ pausedSince }) => pausedSince !== undefined);
  const asked: Standing[] = [];
  if (stats && webhook.amountErrors > stats.standing.attention) asked.push('attention');
  if (stats && (isHolding || isStopped || isPaused)) asked.push('waiting');
  return useQueries({
    queries: asked.map((status) => ({
      queryKey: ['stats', webhook.id, status],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.call('searchInvocations', { params: { id: webhook.id }, query: { status, limit: MOST_FOUND }, signal }),
      refetchInterval: OLDER_POLL_MS,
      meta: { silent: true },
    })),
    combine: (results): Partial<Record<Standing, OfAnyAge>> =>
      Object.fromEntries(
        results.flatMap(({ data }, index) => {
          const [status, count, more] = [asked[index], data?.invocations.length ?? 0, data?.next !== undefined];
          return data && status && (count > 0 || !more) ? [[status, { count, more }]] : [];
        }),
      ),
  });
}
