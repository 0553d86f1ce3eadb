import type { SampleStore } from '../model/sample.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { notFound } from '../platform/errors.ts';

/**
 * Deletes a webhook and its saved samples; its invoke URL returns 404 from now on, and younger webhooks move up.
 * @throws AppError('not-found')
 */
export const deleteWebhook = async (
  userId: number,
  webhookId: number,
  {
    webhooks,
    samples,
  }: { webhooks: Pick<WebhookStore, 'get' | 'remove' | 'list' | 'change'>; samples: Pick<SampleStore, 'removeAll'> },
): Promise<void> => {
  const webhook = await webhooks.get(userId, webhookId);
  if (!webhook) throw notFound('Webhook');
  // Samples are deleted before the webhook, because it names them, and again after it, since another may have been
  // saved in the meantime.
  await samples.removeAll(userId, webhookId);
  if (!(await webhooks.remove(webhook))) throw notFound('Webhook');
  await samples.removeAll(userId, webhookId);
  const remaining = await webhooks.list(userId);
  await Promise.all(
    remaining.map((each, position) =>
      each.position === position ? undefined : webhooks.change(userId, each.id, (it) => ({ ...it, position })),
    ),
  );
};
