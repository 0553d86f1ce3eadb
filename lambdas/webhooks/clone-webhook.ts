import { type Webhook, webhookDefaults } from '../model/webhook.ts';
import { notFound } from '../platform/errors.ts';
import { stepTargets } from './choose-targets.ts';
import { type CreateWebhookPorts, createWebhook } from './create-webhook.ts';
import { settingsOf } from './wire.ts';

/**
 * Clones a webhook under a new name and route. Secrets belong to one URL and are not copied: verification is sealed
 * for its webhook, and only one app at Meta knows the verify token. If the original rejects unverified calls, the clone
 * starts disabled, because it would accept any call.
 * @throws AppError not-found, or an error of creating a webhook
 */
export const cloneWebhook = async (
  userId: number,
  webhookId: number,
  name: string,
  ports: CreateWebhookPorts,
): Promise<Webhook> => {
  const source = await ports.webhooks.get(userId, webhookId);
  if (!source) throw notFound('Webhook');
  const settings = settingsOf(source);
  const intake = { ...source.intake, verifyToken: webhookDefaults.intake.verifyToken };
  const enabled = source.enabled && source.verification?.mode !== 'enforce';
  return createWebhook(userId, { ...settings, name, enabled, intake }, ports, [
    ...source.targetIds,
    ...stepTargets(source),
  ]);
};
