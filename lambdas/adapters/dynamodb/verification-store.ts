import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { VerificationStore } from '../../accounts/verify-address.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { applied, type Table } from './table.ts';

const PURPOSE = 'confirm-address';

const stored = z.object({ user_id: z.number(), email: z.string(), expires_at: z.number() });

export const verificationStore = (table: Table): VerificationStore => {
  const TableName = table.name;
  return {
    put: async (hash, { userId, email, expiresAt }) => {
      const Item = { ...key.token(PURPOSE, hash), user_id: userId, email, expires_at: epochSeconds(expiresAt) };
      await table.client.send(new PutCommand({ TableName, Item }));
    },
    get: async (hash, now) => {
      const Key = key.token(PURPOSE, hash);
      const { Item } = await table.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const { data } = stored.safeParse(Item);
      return data && data.expires_at > epochSeconds(now) ? { userId: data.user_id, email: data.email } : undefined;
    },
    remove: (hash) =>
      applied(
        table.client.send(
          new DeleteCommand({ TableName, Key: key.token(PURPOSE, hash), ConditionExpression: 'attribute_exists(pk)' }),
        ),
      ),
  };
};
