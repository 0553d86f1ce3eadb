import { isDeepStrictEqual } from 'node:util';
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Standing, WebhookStore } from '../../webhooks/ports.ts';
import { PLAIN_INTAKE, type Webhook } from '../../webhooks/webhook.ts';
import { key, within } from './keys.ts';
import { cancellationReasons, type Table } from './table.ts';

/** Left out by the plain intake, so that the route stays as small as it can be. */
export const storedIntake = z
  .object({
    duplicates: z.enum(['off', 'mark', 'drop']),
    duplicateWindowMinutes: z.number(),
    answerHandshakes: z.boolean(),
    verifyToken: z.string(),
  })
  .default(PLAIN_INTAKE);

const intakeAttribute = ({ intake }: Webhook) => (isDeepStrictEqual(intake, PLAIN_INTAKE) ? {} : { intake });

const stored = z.object({
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  route: z.string(),
  split_message: z.boolean(),
  use_template: z.boolean(),
  template: z.string(),
  enabled: z.boolean(),
  created_at: z.string(),
  target_ids: z.array(z.number()),
  position: z.number(),
  intake: storedIntake,
});

/** Parses a stored webhook item. */
export const parseWebhook = (item: unknown): Webhook => {
  const it = stored.parse(item);
  return {
    id: it.id,
    userId: it.user_id,
    name: it.name,
    route: it.route,
    splitMessage: it.split_message,
    useTemplate: it.use_template,
    template: it.template,
    enabled: it.enabled,
    createdAt: it.created_at,
    targetIds: it.target_ids,
    position: it.position,
    intake: it.intake,
  };
};

const webhookItem = (webhook: Webhook) => ({
  ...key.webhook(webhook.userId, webhook.id),
  id: webhook.id,
  user_id: webhook.userId,
  name: webhook.name,
  route: webhook.route,
  split_message: webhook.splitMessage,
  use_template: webhook.useTemplate,
  template: webhook.template,
  enabled: webhook.enabled,
  created_at: webhook.createdAt,
  target_ids: webhook.targetIds,
  position: webhook.position,
  ...intakeAttribute(webhook),
});

/** The route item repeats what accepting a call needs, so that one read by route is enough. */
const routeItem = (webhook: Webhook, owner: Standing) => ({
  ...key.route(webhook.route),
  user_id: webhook.userId,
  webhook_id: webhook.id,
  enabled: webhook.enabled,
  target_ids: webhook.targetIds,
  position: webhook.position,
  owner_status: owner.status,
  premium_until: owner.premiumUntil,
  ...intakeAttribute(webhook),
});

export const webhookStore = (table: Table): WebhookStore => {
  const TableName = table.name;
  const write = async (items: ConstructorParameters<typeof TransactWriteCommand>[0]['TransactItems']) => {
    try {
      await table.client.send(new TransactWriteCommand({ TransactItems: items }));
      return true;
    } catch (error) {
      if (cancellationReasons(error)?.includes('ConditionalCheckFailed')) return false;
      throw error;
    }
  };
  return {
    insert: (webhook, owner, maxWebhooks) =>
      write([
        { Put: { TableName, Item: webhookItem(webhook), ConditionExpression: 'attribute_not_exists(pk)' } },
        { Put: { TableName, Item: routeItem(webhook, owner), ConditionExpression: 'attribute_not_exists(pk)' } },
        {
          Update: {
            TableName,
            Key: key.profile(webhook.userId),
            UpdateExpression: 'ADD webhook_count :one',
            ConditionExpression: 'attribute_exists(pk) AND webhook_count < :max',
            ExpressionAttributeValues: { ':one': 1, ':max': maxWebhooks },
          },
        },
      ]),
    replace: (webhook, owner) =>
      write([
        { Put: { TableName, Item: webhookItem(webhook), ConditionExpression: 'attribute_exists(pk)' } },
        { Put: { TableName, Item: routeItem(webhook, owner), ConditionExpression: 'attribute_exists(pk)' } },
      ]),
    remove: (webhook) =>
      write([
        {
          Delete: {
            TableName,
            Key: key.webhook(webhook.userId, webhook.id),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        { Delete: { TableName, Key: key.route(webhook.route) } },
        {
          Update: {
            TableName,
            Key: key.profile(webhook.userId),
            UpdateExpression: 'ADD webhook_count :minus',
            ExpressionAttributeValues: { ':minus': -1 },
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ]),
    get: async (userId, webhookId) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName, Key: key.webhook(userId, webhookId), ConsistentRead: true }),
      );
      return Item && parseWebhook(Item);
    },
    list: async (userId) => {
      const { pk, prefix } = within.webhooks(userId);
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
          ConsistentRead: true,
        }),
      );
      return Items.map(parseWebhook).sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
    },
  };
};
