import { isDeepStrictEqual } from 'node:util';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { newToken } from '../../platform/ids.ts';
import type { Standing, WebhookStore } from '../../webhooks/ports.ts';
import { PLAIN_INTAKE, type Webhook } from '../../webhooks/webhook.ts';
import { noteChange } from './counters-store.ts';
import { key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { type Table, transact } from './table.ts';

export const storedIntake = z
  .object({
    duplicates: z.enum(['off', 'mark', 'drop']),
    duplicateWindowMinutes: z.number(),
    answerHandshakes: z.boolean(),
    verifyToken: z.string(),
  })
  .default(PLAIN_INTAKE);

/** What is as in most webhooks is left out, so that the route stays as small as it can be. */
const rareAttributes = ({ intake, retentionDays }: Webhook) => ({
  ...(!isDeepStrictEqual(intake, PLAIN_INTAKE) && { intake }),
  ...(retentionDays !== undefined && { retention_days: retentionDays }),
});

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
  retention_days: z.number().optional(),
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
    retentionDays: it.retention_days,
  };
};

/** Names one version of a webhook, so that one who remembers it knows which it was. */
const newStamp = () => newToken(6);

const webhookItem = (webhook: Webhook, stamp: string) => ({
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
  stamp,
  ...rareAttributes(webhook),
});

/** The route item repeats what accepting a call needs, so that one read by route is enough. */
const routeItem = (webhook: Webhook, owner: Standing, stamp: string) => ({
  ...key.route(webhook.route),
  user_id: webhook.userId,
  webhook_id: webhook.id,
  enabled: webhook.enabled,
  target_ids: webhook.targetIds,
  position: webhook.position,
  owner_status: owner.status,
  premium_until: owner.premiumUntil,
  stamp,
  ...rareAttributes(webhook),
});

export const webhookStore = (table: Table, clock: Clock = systemClock): WebhookStore => {
  const TableName = table.name;

  return {
    insert: (webhook, owner, maxWebhooks) => {
      const stamp = newStamp();
      const ConditionExpression = 'attribute_not_exists(pk)';
      return transact(table, [
        { Put: { TableName, Item: webhookItem(webhook, stamp), ConditionExpression } },
        { Put: { TableName, Item: routeItem(webhook, owner, stamp), ConditionExpression } },
        {
          Update: {
            TableName,
            Key: key.profile(webhook.userId),
            UpdateExpression: 'ADD webhook_count :one',
            ConditionExpression: 'attribute_exists(pk) AND webhook_count < :max',
            ExpressionAttributeValues: { ':one': 1, ':max': maxWebhooks },
          },
        },
      ]);
    },
    replace: async (webhook, owner) => {
      await noteChange(table, webhook.userId, clock());
      const stamp = newStamp();
      const ConditionExpression = 'attribute_exists(pk)';
      return transact(table, [
        { Put: { TableName, Item: webhookItem(webhook, stamp), ConditionExpression } },
        { Put: { TableName, Item: routeItem(webhook, owner, stamp), ConditionExpression } },
      ]);
    },
    remove: async (webhook) => {
      await noteChange(table, webhook.userId, clock());
      const ConditionExpression = 'attribute_exists(pk)';
      return transact(table, [
        { Delete: { TableName, Key: key.webhook(webhook.userId, webhook.id), ConditionExpression } },
        { Delete: { TableName, Key: key.route(webhook.route) } },
        {
          Update: {
            TableName,
            Key: key.profile(webhook.userId),
            UpdateExpression: 'ADD webhook_count :minus',
            ExpressionAttributeValues: { ':minus': -1 },
            ConditionExpression,
          },
        },
      ]);
    },
    get: async (userId, webhookId) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName, Key: key.webhook(userId, webhookId), ConsistentRead: true }),
      );
      return Item && parseWebhook(Item);
    },
    list: async (userId, { mayLag } = { mayLag: false }) => {
      const items = await queryAll(table, { ...below(within.webhooks(userId)), ConsistentRead: !mayLag });
      return items.map(parseWebhook).sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
    },
  };
};
