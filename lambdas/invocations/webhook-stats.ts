import { type Standing, standingOf } from '#contract/standing';
import type { DispatchStore, FailingTargets } from '../model/dispatch-ports.ts';
import { invocationStatus } from '../model/invocation.ts';
import type { CallFinder, CallOutcome } from '../model/invocation-ports.ts';
import { isDisabled, type LaneState } from '../model/lane.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { type Clock, epochSeconds, HOUR_MS } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';

const STATS_HOURS = 24;

/**
 * Maximum number of calls that are counted. With the published plans, 24 hours have 3,000 calls at most, because they
 * overlap two days of quota; that takes three reads of a megabyte. A deployment can have larger plans. A thousand
 * summaries cost some 75 read units, so the browser polls less often for larger numbers.
 */
const MOST_COUNTED = 10_000;

interface Outcomes {
  delivered: number;
  /** Calls that were delivered to some targets and failed permanently at others. */
  partial: number;
  failed: number;
  /** Calls that are being delivered, or wait for another attempt. */
  waiting: number;
  standing: Record<Standing, number>;
  /** Calls that every target's rule excluded; omitted if there are none. */
  skipped?: number;
}

/** Messages to a target since it last accepted one. */
interface Undelivered {
  targetId: number;
  failed: number;
  /** Messages that have been neither delivered nor failed yet. */
  waiting: number;
  /** Messages with an attempt and another one planned. */
  retrying: number;
  /** The time of the first of these calls (RFC 3339). */
  since: string;
  /** The time since which the target accepts no messages (RFC 3339); undefined if it accepts them. */
  pausedSince?: string;
  /** The reason, or before a pause the last error of a retried message, as a sentence for the owner. */
  pausedReason?: string | undefined;
}

/** With the newest call whose message is retried. */
type Counted = Undelivered & { retried?: string | undefined };

export interface WebhookStats extends Outcomes {
  from: Date;
  to: Date;
  calls: number;
  /** Median time from a call's arrival to its last delivered message; undefined if no call was delivered. */
  medianDeliveryMs: number | undefined;
  /** 95 % of these times are not longer than this one. */
  p95DeliveryMs: number | undefined;
  /** The webhook's targets to which messages were delivered, with the same times. */
  targets: { targetId: number; medianDeliveryMs: number; p95DeliveryMs: number }[];
  /** The same numbers by hour, oldest first. */
  hours: Outcomes[];
  /** Targets whose newest message is not delivered, and those that accept no messages, ordered by id. */
  undelivered: Undelivered[];
  /** False if only the newest calls were counted. */
  complete: boolean;
}

const part = {
  success: 'delivered',
  partial: 'partial',
  error: 'failed',
  pending: 'waiting',
  skipped: 'skipped',
} as const;
const none = (): Outcomes => ({
  delivered: 0,
  partial: 0,
  failed: 0,
  waiting: 0,
  standing: { attention: 0, waiting: 0, arrived: 0 },
});

export interface WebhookStatsPorts {
  callFinder: Pick<CallFinder, 'outcomes'>;
  clock: Clock;
  dispatches: Pick<DispatchStore, 'get'>;
  failingTargets: FailingTargets;
  webhooks: Pick<WebhookStore, 'get'>;
}

/** Computes the statistics of a webhook's last 24 hours. @throws AppError('not-found') */
export const webhookStats = async (
  userId: number,
  webhookId: number,
  { webhooks, callFinder, dispatches, failingTargets, clock }: WebhookStatsPorts,
): Promise<WebhookStats> => {
  const [webhook, lanes] = await Promise.all([webhooks.get(userId, webhookId), failingTargets.list(userId)]);
  if (!webhook) throw notFound('Webhook');
  const { targetIds } = webhook;
  const to = clock();
  const from = new Date(to.getTime() - STATS_HOURS * HOUR_MS);
  const { calls, complete } = await callsSince(from, (span) =>
    callFinder.outcomes(userId, webhookId, { ...span, targetIds }),
  );
  const kept = calls.filter(({ expiresAt }) => expiresAt > epochSeconds(to));
  return {
    ...{ from, to, ...count(kept, to), complete },
    targets: targetIds.flatMap((id) => deliveryTimes(id, kept)),
    undelivered: await withErrors(
      withPauses(
        undeliveredOf(kept),
        lanes.filter(({ targetId }) => targetIds.includes(targetId)),
      ),
      async (call, targetId) => (await dispatches.get(userId, call, targetId))?.errorMessage,
    ),
  };
};

/** Reads all calls since `from`, newest first. `complete` is false beyond the limit. */
const callsSince = async (
  from: Date,
  newest: (span: { from: Date; before?: string | undefined; limit: number }) => ReturnType<CallFinder['outcomes']>,
): Promise<{ calls: CallOutcome[]; complete: boolean }> => {
  const calls: CallOutcome[] = [];
  for (;;) {
    const page = await newest({ from, before: calls.at(-1)?.id, limit: MOST_COUNTED - calls.length });
    calls.push(...page.outcomes);
    if (!page.more || calls.length === MOST_COUNTED) return { calls, complete: !page.more };
  }
};

const count = (found: CallOutcome[], to: Date) => {
  const total = none();
  const hours = Array.from({ length: STATS_HOURS }, none);
  const times: number[] = [];
  let calls = 0;
  for (const { invokedAt, dispatches, deliveredAfterMs } of found) {
    const name = part[invocationStatus(Object.values(dispatches))];
    const age = Math.max(0, Math.floor((to.getTime() - new Date(invokedAt).getTime()) / HOUR_MS));
    // A call at the exact beginning of the span counts in its first hour, because the list of calls also includes it.
    const hour = hours[Math.max(0, STATS_HOURS - 1 - age)];
    if (!hour) continue;
    calls += 1;
    hour[name] = (hour[name] ?? 0) + 1;
    total[name] = (total[name] ?? 0) + 1;
    const standing = standingOf(Object.values(dispatches));
    if (standing) for (const outcomes of [hour, total]) outcomes.standing[standing] += 1;
    // A call that reached only some of its targets does not count as delivered.
    if (name === 'delivered' && deliveredAfterMs !== undefined) times.push(deliveredAfterMs);
  }
  times.sort((a, b) => a - b);
  return {
    calls,
    ...total,
    hours,
    medianDeliveryMs: quantile(times, 0.5),
    p95DeliveryMs: quantile(times, 0.95),
  };
};

/** The delivery times of a target's messages; none if no message was delivered. */
const deliveryTimes = (targetId: number, calls: CallOutcome[]): WebhookStats['targets'] => {
  const times = calls.flatMap(({ deliveryMs }) => deliveryMs?.[targetId] ?? []).sort((a, b) => a - b);
  const [medianDeliveryMs, p95DeliveryMs] = [quantile(times, 0.5), quantile(times, 0.95)];
  return medianDeliveryMs === undefined || p95DeliveryMs === undefined
    ? []
    : [{ targetId, medianDeliveryMs, p95DeliveryMs }];
};

/** Counts the undelivered messages of each target. Messages older than a delivered one don't count. */
const undeliveredOf = (newestFirst: CallOutcome[]): Counted[] => {
  const delivered = new Set<string>();
  const found = new Map<string, Counted>();
  for (const { id: call, dispatches, invokedAt } of newestFirst)
    for (const [id, state] of Object.entries(dispatches)) {
      // A message that a rule or quiet hours held back does not count as undelivered.
      if (delivered.has(id) || state === 'skipped' || state === 'quiet') continue;
      if (state === 'success') {
        delivered.add(id);
        continue;
      }
      const before: Omit<Counted, 'targetId' | 'since'> = found.get(id) ?? { failed: 0, waiting: 0, retrying: 0 };
      found.set(id, {
        targetId: Number(id),
        failed: before.failed + (state === 'error' ? 1 : 0),
        waiting: before.waiting + (state === 'error' ? 0 : 1),
        retrying: before.retrying + (state === 'waiting' ? 1 : 0),
        since: invokedAt,
        retried: before.retried ?? (state === 'waiting' ? call : undefined),
      });
    }
  return [...found.values()];
};

/** Adds the pauses. The messages that wait for a paused target can all be older than a day, and then are not counted. */
const withPauses = (undelivered: Counted[], lanes: LaneState[]): Counted[] => {
  const found = new Map(undelivered.map((each) => [each.targetId, each]));
  for (const lane of lanes) {
    const { targetId, mode, pausedAt, reason } = lane;
    // A disabled target's status already says so.
    if (mode !== 'paused' || !pausedAt || isDisabled(lane)) continue;
    const counted = found.get(targetId) ?? { targetId, failed: 0, waiting: 0, retrying: 0, since: pausedAt };
    found.set(targetId, { ...counted, pausedSince: pausedAt, ...(reason && { pausedReason: reason.text }) });
  }
  return [...found.values()].sort((one, other) => one.targetId - other.targetId);
};

/** Adds the error of a retried message for each target without a reason, because only a paused lane has one. */
const withErrors = (
  undelivered: Counted[],
  errorOf: (call: string, targetId: number) => Promise<string | undefined>,
): Promise<Undelivered[]> =>
  Promise.all(
    undelivered.map(async ({ retried, ...each }) => {
      if (retried === undefined || each.pausedReason) return each;
      const error = await errorOf(retried, each.targetId);
      return error ? { ...each, pausedReason: error } : each;
    }),
  );

/** Returns the smallest of the ascending values that `share` of them do not exceed. */
const quantile = (ascending: number[], share: number): number | undefined =>
  ascending[Math.ceil(ascending.length * share) - 1];
