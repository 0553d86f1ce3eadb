import { type Clock, epochSeconds } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import type { WebhookStore } from '../webhooks/ports.ts';
import { type InvocationSummary, invocationStatus } from './invocation.ts';
import type { CallFinder } from './ports.ts';

const HOUR_MS = 3_600_000;
const STATS_HOURS = 24;

/** Calls that are looked at: with summaries of some 600 bytes one read of 75 units, however busy the webhook. */
const MOST_COUNTED = 1000;

interface Outcomes {
  delivered: number;
  /** Delivered to some targets, failed for good at others. */
  partial: number;
  failed: number;
  /** Under way, or waiting for another attempt. */
  waiting: number;
}

/** Messages to a target since it last took one; dispatches that nothing was tried for yet do not count. */
interface Undelivered {
  targetId: number;
  /** Failed for good. */
  failed: number;
  /** Planned to be tried again. */
  waiting: number;
  /** When the first of these calls came (RFC 3339). */
  since: string;
}

export interface WebhookStats extends Outcomes {
  from: Date;
  to: Date;
  calls: number;
  /** From a call's arrival to its last delivered message; undefined when none was delivered. */
  medianDeliveryMs: number | undefined;
  /** The same by hour, oldest first. */
  hours: Outcomes[];
  /** Targets of which the newest message is not delivered, in the order of their ids. */
  undelivered: Undelivered[];
  /** false when only the newest calls were counted. */
  complete: boolean;
}

const part = { success: 'delivered', partial: 'partial', error: 'failed', pending: 'waiting' } as const;
const none = (): Outcomes => ({ delivered: 0, partial: 0, failed: 0, waiting: 0 });

/** How the last 24 hours of a webhook went. @throws AppError('not-found') */
export const webhookStats = async (
  userId: number,
  webhookId: number,
  { webhooks, finder, clock }: { webhooks: Pick<WebhookStore, 'get'>; finder: CallFinder; clock: Clock },
): Promise<WebhookStats> => {
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  const to = clock();
  const from = new Date(to.getTime() - STATS_HOURS * HOUR_MS);
  const { summaries, more } = await finder.newest(userId, webhookId, { from, limit: MOST_COUNTED });
  const kept = summaries.filter(({ expiresAt }) => expiresAt > epochSeconds(to));
  return { from, to, ...count(kept, to), complete: !more };
};

const count = (summaries: InvocationSummary[], to: Date) => {
  const total = none();
  const hours = Array.from({ length: STATS_HOURS }, none);
  const times: number[] = [];
  let calls = 0;
  for (const { invokedAt, dispatches, deliveredAfterMs } of summaries) {
    const name = part[invocationStatus(Object.values(dispatches))];
    const age = Math.max(0, Math.floor((to.getTime() - new Date(invokedAt).getTime()) / HOUR_MS));
    const hour = hours[STATS_HOURS - 1 - age];
    if (!hour) continue;
    calls += 1;
    hour[name] += 1;
    total[name] += 1;
    // What arrived at one target only has not been delivered.
    if (name === 'delivered' && deliveredAfterMs !== undefined) times.push(deliveredAfterMs);
  }
  return { calls, ...total, hours, undelivered: undeliveredOf(summaries), medianDeliveryMs: median(times) };
};

/** @param newestFirst what is older than a delivered message is over */
const undeliveredOf = (newestFirst: InvocationSummary[]): Undelivered[] => {
  const delivered = new Set<string>();
  const found = new Map<string, Undelivered>();
  for (const { dispatches, invokedAt } of newestFirst)
    for (const [id, state] of Object.entries(dispatches)) {
      if (state === 'pending' || delivered.has(id)) continue;
      if (state === 'success') {
        delivered.add(id);
        continue;
      }
      const before = found.get(id) ?? { failed: 0, waiting: 0 };
      found.set(id, {
        targetId: Number(id),
        failed: before.failed + (state === 'error' ? 1 : 0),
        waiting: before.waiting + (state === 'waiting' ? 1 : 0),
        since: invokedAt,
      });
    }
  return [...found.values()].sort((one, other) => one.targetId - other.targetId);
};

/** The lower one of the two in the middle, so that it is a time that really happened. */
const median = (times: number[]): number | undefined => times.sort((a, b) => a - b)[Math.floor((times.length - 1) / 2)];
