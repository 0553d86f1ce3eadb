import { notFound } from '../platform/errors.ts';
import type { StandingReader, WebhookStore } from './ports.ts';

/** Deletes a webhook; its invoke URL answers 404 from now on, and younger webhooks move up. @throws AppError('not-found') */
export const deleteWebhook = async (
  userId: number,
  webhookId: number,
  { webhooks, accounts }: { webhooks: WebhookStore; accounts: StandingReader },
): Promise<void> => {
  const [webhook, owner] = await Promise.all([webhooks.get(userId, webhookId), accounts.standing(userId)]);
  if (!webhook || !owner || !(await webhooks.remove(webhook))) throw notFound('Webhook');
  const remaining = await webhooks.list(userId);
  await Promise.all(
    remaining.map((each, position) =>
      each.position === position ? undefined : webhooks.replace({ ...each, position }, owner),
    ),
  );
};
