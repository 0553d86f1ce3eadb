import { notFound } from '../platform/errors.ts';
import type { WebhookStore } from './ports.ts';

/** Deletes a webhook; its invoke URL answers 404 from now on, and younger webhooks move up. @throws AppError('not-found') */
export const deleteWebhook = async (
  userId: number,
  webhookId: number,
  { webhooks }: { webhooks: Pick<WebhookStore, 'get' | 'remove' | 'list' | 'change'> },
): Promise<void> => {
  const webhook = await webhooks.get(userId, webhookId);
  if (!webhook || !(await webhooks.remove(webhook))) throw notFound('Webhook');
  const remaining = await webhooks.list(userId);
  await Promise.all(
    remaining.map((each, position) =>
      each.position === position ? undefined : webhooks.change(userId, each.id, (it) => ({ ...it, position })),
    ),
  );
};
