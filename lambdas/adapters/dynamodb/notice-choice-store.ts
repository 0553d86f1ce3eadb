import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { NoticeChoices } from '../../mail/notice-choice.ts';
import { newToken } from '../../platform/ids.ts';
import { key } from './keys.ts';
import { applied, type Table } from './table.ts';

const stored = z
  .object({ secret: z.string(), stopped: z.boolean().default(false) })
  .transform(({ secret, stopped }) => ({ key: secret, stopped }));

export const noticeChoiceStore = (table: Table): NoticeChoices => {
  const TableName = table.name;
  return {
    get: async (userId) => {
      const { Item } = await table.client.send(new GetCommand({ TableName, Key: key.noticeChoice(userId) }));
      return stored.safeParse(Item).data;
    },
    begin: async (userId) => {
      const { Attributes } = await table.client.send(
        new UpdateCommand({
          TableName,
          Key: key.noticeChoice(userId),
          UpdateExpression: 'SET secret = if_not_exists(secret, :fresh)',
          ExpressionAttributeValues: { ':fresh': newToken(16) },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return stored.parse(Attributes);
    },
    set: async (userId, stopped) => {
      // The condition fails if the account was deleted meanwhile.
      await applied(
        table.client.send(
          new UpdateCommand({
            TableName,
            Key: key.noticeChoice(userId),
            UpdateExpression: 'SET stopped = :stopped',
            ConditionExpression: 'attribute_exists(secret)',
            ExpressionAttributeValues: { ':stopped': stopped },
          }),
        ),
      );
    },
  };
};
