import type { HeldCalls } from '../../model/hold.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';

/**
 * Ends all calls held so far by a webhook's pause or the quota, without sending them. The sweeper does so within a
 * minute.
 * @throws AppError('not-found')
 */
export const discardHeld = async (
  userId: number,
  webhookId: number,
  {
    webhooks,
    heldCalls,
    clock,
  }: { clock: Clock; webhooks: Pick<WebhookStore, 'get'>; heldCalls: Pick<HeldCalls, 'hasten'> },
): Promise<void> => {
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  const now = clock();
  // Ids of the current millisecond have to be included, so the limit is one millisecond later.
  const discard = { webhookId, until: firstInvocationIdAt(secondsAfter(now, 0.001)) };
  for (const name of [webhookId, 'quota'] as const) await heldCalls.hasten(userId, name, now, discard);
};
