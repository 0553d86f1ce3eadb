import type { AdoptPorts } from '../../verification/adopt-secret.ts';
import { key } from './keys.ts';
import { type Table, transact } from './table.ts';
import { newWebhookVersion, textOf } from './webhook-item.ts';

/** Exchanges who may call a webhook, in the webhook and beside its route, unless it was changed meanwhile. */
export const exchangeVerification =
  (table: Table): AdoptPorts['exchange'] =>
  async ({ userId, webhookId, route }, before, after) => {
    const TableName = table.name;
    const UpdateExpression = 'SET verification = :after, webhook_version = :version';
    const ConditionExpression = 'verification = :before';
    const ExpressionAttributeValues = {
      ':before': textOf(before),
      ':after': textOf(after),
      ':version': newWebhookVersion(),
    };
    const rest = { TableName, UpdateExpression, ConditionExpression, ExpressionAttributeValues };
    return transact(table, [
      { Update: { Key: key.webhook(userId, webhookId), ...rest } },
      { Update: { Key: key.route(route), ...rest } },
    ]);
  };
