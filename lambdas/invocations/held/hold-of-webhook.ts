import { secondsAfter } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import type { Services, Uses } from '../../services.ts';
import type { Webhook } from '../../webhooks/webhook.ts';

/** Whether a webhook lets the calls go that its pause has held. */
export const letsGo = ({ enabled, paused }: Pick<Webhook, 'enabled' | 'paused'>): boolean => enabled && !paused;

/**
 * Ends what the pause of a webhook has held until now, unsent; the sweeper does so within a minute.
 * @throws AppError('not-found')
 */
export const discardHeld = async (
  userId: number,
  webhookId: number,
  { webhooks, heldCalls, clock }: Pick<Services, 'clock'> & Uses<{ webhooks: 'get'; heldCalls: 'hasten' }>,
): Promise<void> => {
  if (!(await webhooks.get(userId, webhookId))) throw notFound('Webhook');
  const now = clock();
  // Ids of this very millisecond begin with it, and sort behind it.
  await heldCalls.hasten(userId, webhookId, now, firstInvocationIdAt(secondsAfter(now, 0.001)));
};
