import * as z from 'zod';
import type { CodeStore, StoredCode } from '../../model/target-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { applied, deleteItem, getItem, putItem, putItemIf, type Table, updateItem } from './table.ts';

const stored = z.object({ user_id: z.number(), target_id: z.number(), expires_at: z.number() });

/** Parses a code; undefined if it has expired. The table deletes expired items up to two days late. */
const parse = (item: unknown, now: Date): StoredCode | undefined => {
  const parsed = stored.safeParse(item).data;
  return parsed && parsed.expires_at > epochSeconds(now)
    ? { userId: parsed.user_id, targetId: parsed.target_id, expiresAt: parsed.expires_at }
    : undefined;
};

export const codeStore = (table: Table): CodeStore => {
  return {
    put: async (purpose, hash, { userId, targetId, expiresAt }) => {
      await putItem(table, {
        Item: { ...key.token(purpose, hash), user_id: userId, target_id: targetId, expires_at: expiresAt },
        ConditionExpression: 'attribute_not_exists(pk)',
      });
    },
    read: async (purpose, hash, now) => {
      const { Item } = await getItem(table, { Key: key.token(purpose, hash), ConsistentRead: true });
      return parse(Item, now);
    },
    take: async (purpose, hash, now) => {
      // The condition of a concurrent second delete fails, so each code is used once.
      const taking = deleteItem(table, {
        Key: key.token(purpose, hash),
        ConditionExpression: 'attribute_exists(pk)',
        ReturnValues: 'ALL_OLD',
      });
      return (await applied(taking)) ? parse((await taking).Attributes, now) : undefined;
    },
    remove: async (purpose, hash) => {
      await deleteItem(table, { Key: key.token(purpose, hash) });
    },
    claim: (purpose, hash, expiresAt) =>
      putItemIf(table, {
        Item: { ...key.token(purpose, hash), expires_at: expiresAt },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    countAttempt: async (scope, windowSeconds, now) => {
      const start = Math.floor(epochSeconds(now) / windowSeconds) * windowSeconds;
      const { Attributes } = await updateItem(table, {
        Key: key.throttle(`targets|${scope}`, String(start)),
        UpdateExpression: 'ADD attempts :one SET expires_at = :expiry',
        ExpressionAttributeValues: { ':one': 1, ':expiry': start + 2 * windowSeconds },
        ReturnValues: 'UPDATED_NEW',
      });
      return z.object({ attempts: z.number() }).parse(Attributes).attempts;
    },
  };
};
