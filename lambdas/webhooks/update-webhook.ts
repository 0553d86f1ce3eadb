import { notFound } from '../platform/errors.ts';
import { checkChosenTargets } from './choose-targets.ts';
import type { TargetDirectory, WebhookStore } from './ports.ts';
import type { WebhookFields } from './webhook.ts';

/**
 * Changes what its owner may change of a webhook; id, route and date stay.
 * @param ports with the targets that may be chosen, if not all of the account. @throws AppError
 */
export const updateWebhook = async (
  userId: number,
  webhookId: number,
  fields: WebhookFields,
  {
    webhooks,
    targets,
    allowed,
  }: {
    webhooks: Pick<WebhookStore, 'change'>;
    targets: TargetDirectory;
    allowed?: ReadonlySet<number> | undefined;
  },
): Promise<void> => {
  const changed = await webhooks.change(userId, webhookId, async (webhook) => {
    await checkChosenTargets(userId, fields.targetIds, webhook.targetIds, targets, allowed);
    return { ...webhook, ...fields };
  });
  if (!changed) throw notFound('Webhook');
};
