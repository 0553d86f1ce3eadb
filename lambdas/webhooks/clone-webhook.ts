import { type Webhook, webhookDefaults } from '../model/webhook.ts';
import { notFound } from '../platform/errors.ts';
import { type CreateWebhookPorts, createWebhook } from './create-webhook.ts';
import { settingsOf } from './wire.ts';

/**
 * Makes a webhook like another one, with a new name and a new route. Secrets belong to one URL and are not copied.
 * Verification is sealed for its webhook, and one app at Meta knows the verify token. A clone that rejects unverified
 * calls starts disabled, because it would accept calls from everyone.
 * @throws AppError not-found, or the error of a rejected new webhook.
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
  return createWebhook(userId, { ...settings, name, enabled, intake }, ports, source.targetIds);
};
