import { type Webhook, webhookDefaults } from '../model/webhook.ts';
import { notFound } from '../platform/errors.ts';
import { type CreateWebhookPorts, createWebhook } from './create-webhook.ts';
import { settingsOf } from './wire.ts';

/**
 * Makes a webhook like another one, with a new name and a new route. Secrets belong to one address and are not copied:
 * who may call is sealed for its webhook, and the verify token of a handshake is what one app of its sender knows. The clone
 * of a webhook that refuses unverified calls starts disabled, as it would accept calls from everybody.
 * @throws AppError not-found, or what refuses a new webhook.
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
