import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { ProviderReferenceStore } from '../../model/target-ports.ts';
import { key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import type { Table } from './table.ts';

const stored = z.object({ user_id: z.number(), target_id: z.number() });

export const providerReferenceStore = (table: Table): ProviderReferenceStore => {
  const TableName = table.name;
  return {
    add: async (kind, reference, { userId, targetId }) => {
      const Item = {
        ...key.providerReference(kind, reference, userId, targetId),
        user_id: userId,
        target_id: targetId,
      };
      await table.client.send(new PutCommand({ TableName, Item }));
    },
    remove: async (kind, reference, { userId, targetId }) => {
      await table.client.send(
        new DeleteCommand({ TableName, Key: key.providerReference(kind, reference, userId, targetId) }),
      );
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
