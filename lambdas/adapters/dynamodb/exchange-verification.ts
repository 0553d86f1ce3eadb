import { type Clock, systemClock } from '../../platform/clock.ts';
import type { AdoptPorts } from '../../verification/adopt-secret.ts';
import { validOldRoutes } from '../../webhooks/rotation.ts';
import { key } from './keys.ts';
import { getItem, type Table, transact } from './table.ts';
import { newWebhookVersion, parseWebhook, textOf } from './webhook-item.ts';

/** Replaces the verification in a webhook and in all of its routes, unless it has changed meanwhile. */
export const exchangeVerification =
  (table: Table, clock: Clock = systemClock): AdoptPorts['exchange'] =>
  async ({ userId, webhookId }, before, after) => {
    const Key = key.webhook(userId, webhookId);
    const { Item } = await getItem(table, { Key, ConsistentRead: true });
    if (!Item) return false;
    const webhook = parseWebhook(Item);
    const routes = [webhook.route, ...validOldRoutes(webhook, clock()).map(({ route }) => route)];
    const UpdateExpression = 'SET verification = :after, webhook_version = :version';
    const ConditionExpression = 'verification = :before';
    const ExpressionAttributeValues = {
      ':before': textOf(before),
      ':after': textOf(after),
      ':version': newWebhookVersion(),
    };
    const rest = { UpdateExpression, ConditionExpression, ExpressionAttributeValues };
    return transact(table, [
      {
        Update: {
          Key,
          ...rest,
          ConditionExpression: `${ConditionExpression} AND webhook_version = :read`,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ':read': Item.webhook_version },
        },
      },
      ...routes.map((route) => ({ Update: { Key: key.route(route), ...rest } })),
    ]);
  };
