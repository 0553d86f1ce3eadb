import { notFound } from '../platform/errors.ts';
import { checkChosenTargets } from './choose-targets.ts';
import type { StandingReader, TargetDirectory, WebhookStore } from './ports.ts';
import type { WebhookFields } from './webhook.ts';

/** Changes what its owner may change of a webhook; id, route and date stay. @throws AppError */
export const updateWebhook = async (
  userId: number,
  webhookId: number,
  fields: WebhookFields,
  { webhooks, targets, accounts }: { webhooks: WebhookStore; targets: TargetDirectory; accounts: StandingReader },
): Promise<void> => {
  const [webhook, owner] = await Promise.all([webhooks.get(userId, webhookId), accounts.standing(userId)]);
  if (!webhook || !owner) throw notFound('Webhook');
  await checkChosenTargets(userId, fields.targetIds, webhook.targetIds, targets);
  if (!(await webhooks.replace({ ...webhook, ...fields }, owner))) throw notFound('Webhook');
};
