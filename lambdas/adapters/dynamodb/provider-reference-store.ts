import * as z from 'zod';
import type { ProviderReferenceStore } from '../../model/target-ports.ts';
import { key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { deleteItem, putItem, type Table } from './table.ts';

const stored = z.object({ user_id: z.number(), target_id: z.number() });

export const providerReferenceStore = (table: Table): ProviderReferenceStore => {
  return {
    add: async (kind, reference, { userId, targetId }) => {
      const Item = {
        ...key.providerReference(kind, reference, userId, targetId),
        user_id: userId,
        target_id: targetId,
      };
      await putItem(table, { Item });
    },
    remove: async (kind, reference, { userId, targetId }) => {
      await deleteItem(table, { Key: key.providerReference(kind, reference, userId, targetId) });
    },
    list: async (kind, reference) => {
      const items = await queryAll(table, {
        ...below(within.providerReference(kind, reference)),
        ConsistentRead: true,
      });
      return items.map((item) => {
        const { user_id, target_id } = stored.parse(item);
        return { userId: user_id, targetId: target_id };
      });
    },
  };
};
