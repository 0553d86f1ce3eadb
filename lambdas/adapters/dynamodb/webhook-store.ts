import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { TargetStatus } from '#contract/states';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { WebhookStore } from '../../webhooks/ports.ts';
import type { Webhook } from '../../webhooks/webhook.ts';
import { noteChange } from './counters-store.ts';
import { key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { type Table, transact, transactOrWhyNot } from './table.ts';
import { newWebhookVersion, parseWebhook, routeAttributes, routeItem, webhookItem } from './webhook-item.ts';

/** Sets what the route repeats of its webhook and leaves the owner's subscription status, which others write, as it is. */
const routeUpdate = (TableName: string, webhook: Webhook, webhookVersion: string) => {
  const { attributes, absent: remove } = routeAttributes(webhook, webhookVersion);
  const set = Object.keys(attributes);
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((name) => `#${name}`).join(', ')}` : '';
  return {
    TableName,
    Key: key.route(webhook.route),
    UpdateExpression: `SET ${set.map((name) => `#${name} = :${name}`).join(', ')}${removal}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries([...set, ...remove].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(Object.entries(attributes).map(([name, it]) => [`:${name}`, it])),
  };
};

/** Why a write is refused that comes after somebody else's, or at the same time. */
const TOO_LATE = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

/** How often a change is tried again when others are faster. */
const CHANGE_TRIES = 5;

export const webhookStore = (table: Table, clock: Clock = systemClock): WebhookStore => {
  const TableName = table.name;

  const read = async (userId: number, webhookId: number): Promise<Record<string, unknown> | undefined> => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName, Key: key.webhook(userId, webhookId), ConsistentRead: true }),
    );
    return Item;
  };

  /** Stands in the way of a write when one of these targets is deleted, or about to be. */
  const targetsExist = (userId: number, targetIds: number[]) =>
    targetIds.map((targetId) => ({
      ConditionCheck: {
        TableName,
        Key: key.target(userId, targetId),
        ConditionExpression: 'attribute_exists(pk) AND #status <> :deleted',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':deleted': 'deleted' satisfies TargetStatus },
      },
    }));

  return {
    insert: async (webhook, owner, maxWebhooks) => {
      const webhookVersion = newWebhookVersion();
      const ConditionExpression = 'attribute_not_exists(pk)';
      const refused = await transactOrWhyNot(table, [
        { Put: { TableName, Item: webhookItem(webhook, webhookVersion), ConditionExpression } },
        { Put: { TableName, Item: routeItem(webhook, owner, webhookVersion), ConditionExpression } },
        {
          Update: {
            TableName,
            Key: key.profile(webhook.userId),
            UpdateExpression: 'ADD webhook_count :one',
            ConditionExpression: 'attribute_exists(pk) AND webhook_count < :max',
            ExpressionAttributeValues: { ':one': 1, ':max': maxWebhooks },
          },
        },
        ...targetsExist(webhook.userId, webhook.targetIds),
      ]);
      if (!refused) return 'stored';
      const [, , profile, ...targets] = refused.reasons;
      if (profile === 'ConditionalCheckFailed') return 'limit-reached';
      if (targets.includes('ConditionalCheckFailed')) return 'target-gone';
      throw refused.error;
    },
    change: async (userId, webhookId, change) => {
      for (let tries = 0; tries < CHANGE_TRIES; tries++) {
        const item = await read(userId, webhookId);
        if (!item) return undefined;
        const webhook = parseWebhook(item);
        const changed = await change(webhook);
        await noteChange(table, userId, clock());
        const webhookVersion = newWebhookVersion();
        const refused = await transactOrWhyNot(table, [
          {
            Put: {
              TableName,
              Item: webhookItem(changed, webhookVersion),
              ConditionExpression: 'webhook_version = :read',
              ExpressionAttributeValues: { ':read': item.webhook_version },
            },
          },
          { Update: routeUpdate(TableName, changed, webhookVersion) },
          ...targetsExist(
            userId,
            changed.targetIds.filter((id) => !webhook.targetIds.includes(id)),
          ),
        ]);
        if (!refused) return changed;
        if (!refused.reasons.some((reason) => TOO_LATE.has(reason))) throw refused.error;
      }
      throw new AppError('webhook-changed', 'The webhook has changed meanwhile. Load it again, then try again.');
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
      const item = await read(userId, webhookId);
      return item && parseWebhook(item);
    },
    list: async (userId, { mayLag } = { mayLag: false }) => {
      const items = await queryAll(table, { ...below(within.webhooks(userId)), ConsistentRead: !mayLag });
      return items.map(parseWebhook).sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
    },
  };
};
