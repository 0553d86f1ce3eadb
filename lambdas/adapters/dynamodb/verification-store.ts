import * as z from 'zod';
import type { VerificationStore } from '../../accounts/verify-address.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { deleteItemIf, getItem, putItem, type Table } from './table.ts';

const PURPOSE = 'confirm-address';

const stored = z.object({ user_id: z.number(), email: z.string(), expires_at: z.number() });

export const verificationStore = (table: Table): VerificationStore => {
  return {
    put: async (hash, { userId, email, expiresAt }) => {
      const Item = { ...key.token(PURPOSE, hash), user_id: userId, email, expires_at: epochSeconds(expiresAt) };
      await putItem(table, { Item });
    },
    get: async (hash, now) => {
      const Key = key.token(PURPOSE, hash);
      const { Item } = await getItem(table, { Key, ConsistentRead: true });
      const { data } = stored.safeParse(Item);
      return data && data.expires_at > epochSeconds(now) ? { userId: data.user_id, email: data.email } : undefined;
    },
    remove: (hash) =>
      deleteItemIf(table, { Key: key.token(PURPOSE, hash), ConditionExpression: 'attribute_exists(pk)' }),
  };
};
