import type { Webhook } from '../model/webhook.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';

/** Removes a deleted target from all webhooks of its owner. A webhook without any target is then disabled. */
export const detachTarget = async (
  userId: number,
  targetId: number,
  { webhooks }: { webhooks: Pick<WebhookStore, 'list' | 'change'> },
): Promise<void> => {
  const concerned = (await webhooks.list(userId)).filter(({ targetIds }) => targetIds.includes(targetId));
  await Promise.all(concerned.map(({ id }) => webhooks.change(userId, id, (webhook) => without(webhook, targetId))));
};

const without = (webhook: Webhook, targetId: number): Webhook => {
  const targetIds = webhook.targetIds.filter((id) => id !== targetId);
  const routing = webhook.routing.filter((rule) => rule.targetId !== targetId);
  if (!webhook.enabled || targetIds.length > 0) return { ...webhook, targetIds, routing };
  return { ...webhook, targetIds, routing, enabled: false, orphaned: true };
};
