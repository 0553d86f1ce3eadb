import { useQueries } from '@tanstack/react-query';
import { isBlocked } from '../lib/status.ts';
import type { Target, Webhook } from '../lib/wire.ts';
import { statsQuery } from './stats.ts';

/** A busy webhook's statistics cost 75 read units per thousand calls, so only the first few affected ones are read. */
const ASKED = 5;
const FRESH_MS = 60_000;

/** Messages that a target missed since its last delivery from a webhook. */
export interface MissedOfWebhook extends Missed {
  webhook: Pick<Webhook, 'id' | 'name'>;
}

/**
 * Messages that failing targets missed, from their webhooks' statistics.
 * @returns the numbers by target id, without targets that missed nothing; `pending` is true until all are known
 */
export function useMissedByTarget(
  targets: readonly Pick<Target, 'id'>[],
  webhooks: readonly Pick<Webhook, 'id' | 'name' | 'targetIds'>[],
): { missed: ReadonlyMap<number, MissedOfWebhook[]>; pending: boolean } {
  const troubled = new Set(targets.map(({ id }) => id));
  const asked = webhooks.filter(({ targetIds }) => targetIds.some((id) => troubled.has(id))).slice(0, ASKED);
  return useQueries({
    // The webhook's page uses the same query.
    queries: asked.map(({ id }) => ({ ...statsQuery(id), staleTime: FRESH_MS })),
    combine: (results) => {
      const found = new Map<number, MissedOfWebhook[]>();
      results.forEach(({ data }, index) => {
        const webhook = asked[index];
        if (!webhook) return;
        for (const { targetId, ...missed } of data?.undelivered ?? [])
          if (troubled.has(targetId)) found.set(targetId, [...(found.get(targetId) ?? []), { webhook, ...missed }]);
      });
      return { missed: found, pending: results.some(({ isPending }) => isPending) };
    },
  });
}

/** Messages that a target missed since its last delivery. */
export interface Missed {
  failed: number;
  /** All unfinished messages. */
  waiting: number;
  /** Waiting messages with an attempt. The rest are still being delivered for the first time. */
  retrying: number;
  since: string;
  /** The time since which the target accepts no messages; undefined if it accepts them. */
  pausedSince?: string | undefined;
  /** The reason, or the last error before a pause. */
  pausedReason?: string | undefined;
}

/** Adds up a target's missed messages of all webhooks; undefined if there are none. */
export function summed(missed: readonly Missed[] = []): Missed | undefined {
  const counted = missed.filter(({ failed, waiting }) => failed + waiting > 0);
  const paused = missed.find(({ pausedSince }) => pausedSince !== undefined);
  const since = counted.map((each) => each.since).sort()[0] ?? paused?.since;
  if (since === undefined) return undefined;
  return {
    failed: counted.reduce((sum, { failed }) => sum + failed, 0),
    waiting: counted.reduce((sum, { waiting }) => sum + waiting, 0),
    retrying: counted.reduce((sum, { retrying }) => sum + retrying, 0),
    since,
    pausedSince: paused?.pausedSince,
    pausedReason: missed.find(({ pausedReason }) => pausedReason)?.pausedReason,
  };
}

/** The number of messages that wait because a target accepts none, for its status. True if the number is unknown. */
export const waitingFor = (missed: Missed | undefined): number | boolean =>
  missed !== undefined && isBlocked(missed) && (missed.waiting || true);
