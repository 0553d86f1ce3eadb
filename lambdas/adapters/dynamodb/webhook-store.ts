import { isDeepStrictEqual } from 'node:util';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { TargetStatus } from '#contract/states';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { newToken } from '../../platform/ids.ts';
import type { Verification } from '../../verification/verification.ts';
import type { SubscriptionStatus, WebhookStore } from '../../webhooks/ports.ts';
import { PLAIN_INTAKE, type Webhook } from '../../webhooks/webhook.ts';
import { noteChange } from './counters-store.ts';
import { key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { type Table, transact, transactOrWhyNot } from './table.ts';

export const storedIntake = z
  .object({
    duplicates: z.enum(['off', 'mark', 'drop']),
    duplicateWindowMinutes: z.number(),
    answerHandshakes: z.boolean(),
    verifyToken: z.string(),
  })
  .default(PLAIN_INTAKE);

/** As one text: only calls to webhooks that have it pay for reading it, and it is never looked into by the table. */
export const storedVerification = z
  .string()
  .transform((text) => JSON.parse(text) as Verification)
  .optional();

/** Attributes that only some webhooks have. */
const RARE = ['intake', 'retention_days', 'verification'];

/** What is as in most webhooks is left out, so that the route stays as small as it can be. */
const rareAttributes = ({ intake, retentionDays, verification }: Webhook) => ({
  ...(!isDeepStrictEqual(intake, PLAIN_INTAKE) && { intake }),
  ...(retentionDays !== undefined && { retention_days: retentionDays }),
  ...(verification && { verification: JSON.stringify(verification) }),
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
  verification: storedVerification,
  format: z.enum(['plain', 'rich']).optional(),
  time_zone: z.string().optional(),
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
    ...(it.verification && { verification: it.verification }),
    ...(it.format && { format: it.format }),
    ...(it.time_zone !== undefined && { timeZone: it.time_zone }),
  };
};

/** Names one version of a webhook, so that one who remembers it knows which it was. */
export const newWebhookVersion = () => newToken(6);

const webhookItem = (webhook: Webhook, webhookVersion: string) => ({
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
  webhook_version: webhookVersion,
  ...rareAttributes(webhook),
  // Accepting a call needs neither, so the route does not repeat them.
  ...(webhook.format && { format: webhook.format }),
  ...(webhook.timeZone !== undefined && { time_zone: webhook.timeZone }),
});

/** What the route repeats of its webhook, so that accepting a call needs one read; the owner's subscription status is beside it. */
const routeAttributes = (webhook: Webhook, webhookVersion: string) => ({
  user_id: webhook.userId,
  webhook_id: webhook.id,
  enabled: webhook.enabled,
  target_ids: webhook.targetIds,
  position: webhook.position,
  webhook_version: webhookVersion,
  ...rareAttributes(webhook),
});

const routeItem = (webhook: Webhook, owner: SubscriptionStatus, webhookVersion: string) => ({
  ...key.route(webhook.route),
  ...routeAttributes(webhook, webhookVersion),
  owner_status: owner.status,
  premium_until: owner.premiumUntil,
});

/** Sets what the route repeats of its webhook and leaves the owner's subscription status, which others write, as it is. */
const routeUpdate = (TableName: string, webhook: Webhook, webhookVersion: string) => {
  const attributes = routeAttributes(webhook, webhookVersion);
  const set = Object.keys(attributes);
  const remove = RARE.filter((name) => !(name in attributes));
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
