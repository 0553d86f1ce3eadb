import type { SampleStore } from '../model/sample.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';
import { notFound } from '../platform/errors.ts';

/**
 * Deletes a webhook and its saved samples. Its invoke URL then returns 404, and newer webhooks move up one position.
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
  // Samples are deleted before the webhook, which lists them, and again afterwards, in case another was saved
  // meanwhile.
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
