import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { scopes } from '#contract/scopes';
import type { ApiKeyStore } from '../../model/account-ports.ts';
import type { ApiKey } from '../../model/api-key.ts';
import { key } from './keys.ts';
import { getItem, type Table, updateItemIf } from './table.ts';

const date = z.iso.datetime().transform((text) => new Date(text));

const storedKey = z.object({
  hash: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(z.enum(scopes)),
  epoch: z.number(),
  created_at: date,
  expires_at: date.optional(),
  last_used_at: date.optional(),
  webhook_ids: z.array(z.number()).optional(),
});

const stored = z.object({ version: z.number(), keys: z.record(z.string(), storedKey) });

const profile = z.object({ epoch: z.number() });

const parseKey = (id: string, it: z.output<typeof storedKey>): ApiKey => ({
  id,
  hash: it.hash,
  name: it.name,
  hint: it.hint,
  scopes: it.scopes,
  webhookIds: it.webhook_ids,
  epoch: it.epoch,
  createdAt: it.created_at,
  expiresAt: it.expires_at,
  lastUsedAt: it.last_used_at,
});

const keyAttributes = ({ createdAt, expiresAt, lastUsedAt, webhookIds, id: _, ...rest }: ApiKey) => ({
  ...rest,
  ...(webhookIds && { webhook_ids: webhookIds }),
  created_at: createdAt.toISOString(),
  ...(expiresAt && { expires_at: expiresAt.toISOString() }),
  ...(lastUsedAt && { last_used_at: lastUsedAt.toISOString() }),
});

/** All keys of a user are in one small item, so a single conditional write can limit their number. */
export const apiKeyStore = (table: Table): ApiKeyStore => {
  const TableName = table.name;
  return {
    read: async (userId) => {
      const { Item } = await getItem(table, { Key: key.apiKeys(userId), ConsistentRead: true });
      const { version, keys } = Item ? stored.parse(Item) : { version: 0, keys: {} };
      return { version, keys: Object.entries(keys).map(([id, it]) => parseKey(id, it)) };
    },
    replace: (userId, keys, version) =>
      updateItemIf(table, {
        Key: key.apiKeys(userId),
        UpdateExpression: 'SET #keys = :keys, version = :next',
        ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : 'version = :version',
        ExpressionAttributeNames: { '#keys': 'keys' },
        ExpressionAttributeValues: {
          ':keys': Object.fromEntries(keys.map((each) => [each.id, keyAttributes(each)])),
          ':next': version + 1,
          ...(version > 0 && { ':version': version }),
        },
      }),
    find: async (userId, id) => {
      const Keys = [key.profile(userId), key.apiKeys(userId)];
      // Read consistently, so a new key works immediately, and a revoked one stops immediately.
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({
          RequestItems: {
            [TableName]: {
              Keys,
              ConsistentRead: true,
              ProjectionExpression: 'sk, epoch, deleting_since, version, #keys',
              ExpressionAttributeNames: { '#keys': 'keys' },
            },
          },
        }),
      );
      if (UnprocessedKeys?.[TableName]) throw new Error('DynamoDB left reads of a batch undone');
      const [owner, own] = Keys.map(({ sk }) => Responses?.[TableName]?.find((item) => item.sk === sk));
      // The keys of an account that is being deleted are invalid.
      if (!owner || 'deleting_since' in owner || !own) return undefined;
      const found = stored.parse(own).keys[id];
      return found && { key: parseKey(id, found), epoch: profile.parse(owner).epoch };
    },
    noteUse: async (userId, id, at) => {
      await updateItemIf(table, {
        Key: key.apiKeys(userId),
        UpdateExpression: 'SET #keys.#id.last_used_at = :at',
        ConditionExpression: 'attribute_exists(#keys.#id)',
        ExpressionAttributeNames: { '#keys': 'keys', '#id': id },
        ExpressionAttributeValues: { ':at': at.toISOString() },
      });
    },
  };
};
