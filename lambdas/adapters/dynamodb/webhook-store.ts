import type { TargetStatus } from '#contract/states';
import type { WebhookStore } from '../../model/webhook-ports.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { routesOf, validOldRoutes } from '../../webhooks/rotation.ts';
import { firstCheck } from '../../webhooks/silence.ts';
import { noteChange } from './counters-store.ts';
import { key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { routeWrites } from './route-writes.ts';
import { getItem, type Table, transactOrWhyNot } from './table.ts';
import { newWebhookVersion, parseWebhook, routeItem, webhookItem } from './webhook-item.ts';

/** Cancellation reasons after which a transaction is retried, because another write was faster. */
const TOO_LATE = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

const changedMeanwhile = () =>
  new AppError('webhook-changed', 'The webhook has changed in the meantime. Reload it, then try again.');

/** Maximum number of attempts to store a change that conflicts with others. */
const CHANGE_TRIES = 5;

export const webhookStore = (table: Table, clock: Clock = systemClock): WebhookStore => {
  const read = async (userId: number, webhookId: number): Promise<Record<string, unknown> | undefined> => {
    const { Item } = await getItem(table, { Key: key.webhook(userId, webhookId), ConsistentRead: true });
    return Item;
  };

  /** Conditions that fail a write if one of these targets is deleted or being deleted. */
  const targetsExist = (userId: number, targetIds: number[]) =>
    targetIds.map((targetId) => ({
      ConditionCheck: {
        Key: key.target(userId, targetId),
        ConditionExpression: 'attribute_exists(pk) AND #status <> :deleted',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':deleted': 'deleted' satisfies TargetStatus },
      },
    }));

  return {
    insert: async (webhook, owner, maxWebhooks) => {
      const webhookVersion = newWebhookVersion();
      const checkAt = firstCheck(webhook, clock())?.toISOString();
      const ConditionExpression = 'attribute_not_exists(pk)';
      const refused = await transactOrWhyNot(table, [
        { Put: { Item: webhookItem(webhook, webhookVersion, checkAt), ConditionExpression } },
        { Put: { Item: routeItem(webhook, owner, webhookVersion), ConditionExpression } },
        {
          Update: {
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
        const asked = await change(webhook);
        const check = firstCheck(asked, clock())?.toISOString();
        const changed = {
          ...asked,
          oldRoutes: validOldRoutes(asked, clock()),
          silentSince: check && asked.silentSince,
        };
        const isSameAlarm = changed.silenceAlarmMinutes === webhook.silenceAlarmMinutes;
        const checkAt = check && isSameAlarm && typeof item.due_sk === 'string' ? item.due_sk : check;
        await noteChange(table, userId, clock());
        const webhookVersion = newWebhookVersion();
        const refused = await transactOrWhyNot(table, [
          {
            Put: {
              Item: webhookItem(changed, webhookVersion, checkAt),
              ConditionExpression: 'webhook_version = :read',
              ExpressionAttributeValues: { ':read': item.webhook_version },
            },
          },
          ...(await routeWrites(table, webhook, changed, webhookVersion)),
          ...targetsExist(
            userId,
            changed.targetIds.filter((id) => !webhook.targetIds.includes(id)),
          ),
        ]);
        if (!refused) return changed;
        if (!refused.reasons.some((reason) => TOO_LATE.has(reason))) throw refused.error;
      }
      throw changedMeanwhile();
    },
    remove: async ({ userId, id }) => {
      await noteChange(table, userId, clock());
      for (let tries = 0; tries < CHANGE_TRIES; tries++) {
        const item = await read(userId, id);
        if (!item) return false;
        const refused = await transactOrWhyNot(table, [
          {
            Delete: {
              Key: key.webhook(userId, id),
              // The condition fails if the URL was changed meanwhile. Then the new URL has to be deleted too.
              ConditionExpression: 'webhook_version = :read',
              ExpressionAttributeValues: { ':read': item.webhook_version },
            },
          },
          ...routesOf(parseWebhook(item)).map((route) => ({ Delete: { Key: key.route(route) } })),
          {
            Update: {
              Key: key.profile(userId),
              UpdateExpression: 'ADD webhook_count :minus',
              ExpressionAttributeValues: { ':minus': -1 },
              ConditionExpression: 'attribute_exists(pk)',
            },
          },
        ]);
        if (!refused) return true;
        // The account has been deleted, so its count cannot be reduced.
        if (refused.reasons.at(-1) === 'ConditionalCheckFailed') return false;
        if (!refused.reasons.some((reason) => TOO_LATE.has(reason))) throw refused.error;
      }
      throw changedMeanwhile();
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
