import * as z from 'zod';
import { newKey } from '#contract/api-key';
import type { KeyRequestStore } from '../../accounts/key-requests.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { deleteItemIf, getItem, putItemIf, type Table, updateItemIf } from './table.ts';

const PURPOSE = 'key-request';

const stored = z.object({
  name: z.string(),
  ip: z.string(),
  created_at: z.iso.datetime().transform((text) => new Date(text)),
  expires_at: z.number(),
  secret_hash: z.string(),
  answer: z
    .union([
      z.object({ key: newKey, user_id: z.number(), epoch: z.number() }).transform(({ user_id, ...rest }) => ({
        ...rest,
        userId: user_id,
      })),
      z.object({ key: z.null() }),
    ])
    .optional(),
});

/** Stores key requests by the hash of their code. The table contains neither the code nor the secret nor the key. */
export const keyRequestStore = (table: Table): KeyRequestStore => {
  const keyOf = (codeHash: string) => key.token(PURPOSE, codeHash);
  return {
    insert: (codeHash, { name, ip, createdAt, expiresAt, secretHash }) =>
      putItemIf(table, {
        Item: {
          ...keyOf(codeHash),
          name,
          ip,
          created_at: createdAt.toISOString(),
          expires_at: epochSeconds(expiresAt),
          secret_hash: secretHash,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now',
        ExpressionAttributeValues: { ':now': epochSeconds(createdAt) },
      }),
    get: async (codeHash, now) => {
      const { Item } = await getItem(table, { Key: keyOf(codeHash), ConsistentRead: true });
      if (!Item) return undefined;
      const { created_at, expires_at, secret_hash, answer, ...rest } = stored.parse(Item);
      if (expires_at <= epochSeconds(now)) return undefined;
      return {
        ...rest,
        createdAt: created_at,
        expiresAt: new Date(expires_at * 1000),
        secretHash: secret_hash,
        answer,
      };
    },
    answer: (codeHash, answer, now) =>
      updateItemIf(table, {
        Key: keyOf(codeHash),
        UpdateExpression: 'SET answer = :answer',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(answer) AND expires_at > :now',
        ExpressionAttributeValues: {
          ':answer': answer.key === null ? answer : { key: answer.key, user_id: answer.userId, epoch: answer.epoch },
          ':now': epochSeconds(now),
        },
      }),
    remove: (codeHash, secretHash) =>
      deleteItemIf(table, {
        Key: keyOf(codeHash),
        ConditionExpression: 'secret_hash = :secret',
        ExpressionAttributeValues: { ':secret': secretHash },
      }),
  };
};
