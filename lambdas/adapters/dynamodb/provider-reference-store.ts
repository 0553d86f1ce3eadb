import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { ProviderReferenceStore } from '../../targets/ports.ts';
import { key, within } from './keys.ts';
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
      const { pk, prefix } = within.providerReference(kind, reference);
      const { Items = [] } = await table.client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
          ConsistentRead: true,
        }),
      );
      return Items.map((item) => stored.parse(item)).map(({ user_id, target_id }) => ({
        userId: user_id,
        targetId: target_id,
      }));
    },
  };
};
