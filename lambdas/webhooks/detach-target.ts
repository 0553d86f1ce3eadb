import type { Webhook } from '../model/webhook.ts';
import type { WebhookStore } from '../model/webhook-ports.ts';

/** Removes a deleted target from all webhooks of its owner. A webhook without any target is then disabled. */
export const detachTarget = async (
  userId: number,
  targetId: number,
  { webhooks }: { webhooks: Pick<WebhookStore, 'list' | 'change'> },
): Promise<void> => {
  const concerned = (await webhooks.list(userId)).filter((webhook) => hasTarget(webhook, targetId));
  await Promise.all(concerned.map(({ id }) => webhooks.change(userId, id, (webhook) => without(webhook, targetId))));
};

const hasTarget = ({ targetIds, acknowledge }: Webhook, id: number): boolean =>
  targetIds.includes(id) || acknowledge?.steps.some((step) => step.targetIds.includes(id)) === true;

const without = (webhook: Webhook, targetId: number): Webhook => {
  const targetIds = webhook.targetIds.filter((id) => id !== targetId);
  const routing = webhook.routing.filter((rule) => rule.targetId !== targetId);
  const left = { ...webhook, targetIds, routing, acknowledge: withoutSteps(webhook.acknowledge, targetId) };
  if (!webhook.enabled || targetIds.length > 0) return left;
  return { ...left, enabled: false, orphaned: true };
};

/** The steps without a target. A step without any target ends. */
const withoutSteps = (choice: Webhook['acknowledge'], targetId: number): Webhook['acknowledge'] => {
  const steps = (choice?.steps ?? [])
    .map((step) => ({ ...step, targetIds: step.targetIds.filter((id) => id !== targetId) }))
    .filter(({ targetIds }) => targetIds.length > 0);
  return choice && steps.length > 0 ? { ...choice, steps } : null;
};
