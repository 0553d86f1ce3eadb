import { dayOf, type HeldCall, type HeldCalls, type Hold, type HoldCount, shareOf } from '../../model/hold.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import { letsGo } from '../../model/webhook.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { utcDay } from '../../platform/clock.ts';

/**
 * True if the owner stopped all messages of a held call. False for a call that a crashed run has already released,
 * because it must still be sent.
 */
export const isGivenUp = (summary: InvocationSummary | undefined): boolean =>
  (summary?.held === 'quota' || summary?.held === 'paused') && !Object.values(summary.dispatches).includes('held');

/** Reads the summaries of a page's calls that still exist, by their ids. */
export const summariesOf = async (hold: Hold, calls: HeldCall[], { heldCalls }: { heldCalls: HeldCalls }) => {
  const found = await Promise.all(calls.map((call) => heldCalls.summary(hold, call)));
  return new Map(found.flatMap((summary) => (summary ? [[summary.id, summary] as const] : [])));
};

/**
 * Determines whether the webhooks of these calls allow their release, see `gateOf` in `plan-release.ts`. A call from
 * the quota's list moves to its webhook's list if that list exists or the webhook is paused.
 */
export const gatesOf = async (
  { userId, name }: Hold,
  calls: HeldCall[],
  now: Date,
  { webhooks, heldCalls }: { webhooks: Pick<WebhookStore, 'get'>; heldCalls: HeldCalls },
) => {
  const ids = [...new Set(calls.map(({ webhookId }) => webhookId))];
  const gates = ids.map(async (id) => {
    const webhook = await webhooks.get(userId, id);
    if (!webhook) return [id, 'gone'] as const;
    if (name !== 'quota') return [id, letsGo(webhook) ? 'open' : 'shut'] as const;
    const isBehind = webhook.paused || (await heldCalls.count(userId, id, now)).count !== undefined;
    return [id, isBehind ? 'shut' : 'open'] as const;
  });
  return new Map(await Promise.all(gates));
};

/**
 * Returns the quota units that these calls, all of one day, can use now. Calls of earlier days leave some units for the
 * calls that will still arrive today.
 */
export const unitsFor = (calls: HeldCall[], { used, order }: HoldCount, limit: number, now: Date): number => {
  const isOfToday = dayOf(calls[0]?.id ?? '') === utcDay(now);
  return order === 'arrival' || isOfToday ? limit - used : shareOf(limit, now) - used;
};

/** Counts the calls of each webhook. */
export const byWebhook = (calls: HeldCall[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { webhookId } of calls) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
};
