import { dayOf, type HeldCall, type HeldCalls, type Hold, type HoldCount, shareOf } from '../../model/hold.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import { letsGo } from '../../model/webhook.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { utcDay } from '../../platform/clock.ts';

/**
 * True if the owner stopped all messages of a held call. A call that a crashed run released is not held, but still has
 * to be sent.
 */
export const isGivenUp = (summary: InvocationSummary | undefined): boolean =>
  (summary?.held === 'quota' || summary?.held === 'paused') && !Object.values(summary.dispatches).includes('held');

/** The calls of a page that still exist, by their ids. */
export const summariesOf = async (hold: Hold, calls: HeldCall[], { heldCalls }: { heldCalls: HeldCalls }) => {
  const found = await Promise.all(calls.map((call) => heldCalls.summary(hold, call)));
  return new Map(found.flatMap((summary) => (summary ? [[summary.id, summary] as const] : [])));
};

/**
 * The gates of these calls' webhooks, which allow or block a release. A call beyond the quota is not in its webhook's
 * list yet. It joins that list if there is one, or if the webhook is paused.
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

/** Units left for calls of one day. Calls of earlier days leave some for calls that come later today. */
export const unitsFor = (calls: HeldCall[], { used, order }: HoldCount, limit: number, now: Date): number => {
  const isOfToday = dayOf(calls[0]?.id ?? '') === utcDay(now);
  return order === 'arrival' || isOfToday ? limit - used : shareOf(limit, now) - used;
};

/** The number of calls of each webhook. */
export const byWebhook = (calls: HeldCall[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { webhookId } of calls) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
};
