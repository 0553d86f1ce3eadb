import type { Webhook } from '../model/webhook.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { newRoute } from '../platform/ids.ts';
import { rotated } from './rotation.ts';

/**
 * Gives a webhook a new invoke URL. The previous one keeps working for some hours, so no call is lost while it is
 * changed at the sender.
 * @throws AppError not-found, or conflict: too many previous URLs still work, or concurrent changes kept winning
 */
export const rotateWebhook = async (
  userId: number,
  webhookId: number,
  oldValidHours: number,
  { webhooks, clock }: { clock: Clock; webhooks: Pick<WebhookStore, 'change'> },
): Promise<Webhook> => {
  const route = newRoute();
  const changed = await webhooks.change(userId, webhookId, (webhook) =>
    rotated(webhook, route, oldValidHours, clock()),
  );
  if (!changed) throw notFound('Webhook');
  return changed;
};
