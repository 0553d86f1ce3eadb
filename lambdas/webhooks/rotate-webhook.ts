import type { Webhook } from '../model/webhook.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { newRoute } from '../platform/ids.ts';
import { rotated } from './rotation.ts';

/**
 * Gives a webhook a new invoke URL. The earlier one accepts calls for some hours more, so no call is lost while its
 * service is changed.
 * @throws AppError not-found, or conflict: too many old ones accept calls, or others changed the webhook each time.
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
