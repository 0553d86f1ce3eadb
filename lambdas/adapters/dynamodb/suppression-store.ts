import { createHash } from 'node:crypto';

import * as z from 'zod';
import type { Suppressions } from '../../mail/suppression.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { deleteItemIf, getItem, putItemIf, type Table } from './table.ts';

const stored = z.object({ why: z.enum(['bounce', 'complaint']), expires_at: z.number() });

/** The key of an address, which is stored only as a hash. Addresses that differ only in case are the same mailbox. */
const keyOf = (address: string) =>
  key.suppression(createHash('sha256').update(address.toLowerCase()).digest('base64url'));

export const suppressionStore = (table: Table): Suppressions => {
  return {
    of: async (address, now) => {
      const { Item } = await getItem(table, { Key: keyOf(address) });
      const { data } = stored.safeParse(Item);
      return data && data.expires_at > epochSeconds(now) ? data.why : undefined;
    },
    add: async (address, why, until) => {
      await putItemIf(table, {
        Item: { ...keyOf(address), why, expires_at: epochSeconds(until) },
        ...(why === 'bounce' && {
          ConditionExpression: 'attribute_not_exists(pk) OR why = :bounce',
          ExpressionAttributeValues: { ':bounce': 'bounce' },
        }),
      });
    },
    clearSuppression: async (address) => {
      await deleteItemIf(table, {
        Key: keyOf(address),
        ConditionExpression: 'why = :bounce',
        ExpressionAttributeValues: { ':bounce': 'bounce' },
      });
    },
  };
};
