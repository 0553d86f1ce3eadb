import type { HeldCalls } from '../../model/hold.ts';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';

/**
 * Discards all calls of a webhook that are held by its pause or by the quota. The sweeper ends them within a minute.
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
  // The limit is one millisecond later, to include calls of the current millisecond.
  const discard = { webhookId, until: firstInvocationIdAt(secondsAfter(now, 0.001)) };
  for (const name of [webhookId, 'quota'] as const) await heldCalls.hasten(userId, name, now, discard);
};
