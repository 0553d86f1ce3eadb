import * as z from 'zod';
import type { NoticeChoices } from '../../mail/notice-choice.ts';
import { newToken } from '../../platform/ids.ts';
import { key } from './keys.ts';
import { getItem, type Table, updateItem, updateItemIf } from './table.ts';

const stored = z
  .object({ secret: z.string(), stopped: z.boolean().default(false) })
  .transform(({ secret, stopped }) => ({ key: secret, stopped }));

export const noticeChoiceStore = (table: Table): NoticeChoices => {
  return {
    get: async (userId) => {
      const { Item } = await getItem(table, { Key: key.noticeChoice(userId) });
      return stored.safeParse(Item).data;
    },
    begin: async (userId) => {
      const { Attributes } = await updateItem(table, {
        Key: key.noticeChoice(userId),
        UpdateExpression: 'SET secret = if_not_exists(secret, :fresh)',
        ExpressionAttributeValues: { ':fresh': newToken(16) },
        ReturnValues: 'ALL_NEW',
      });
      return stored.parse(Attributes);
    },
    set: async (userId, stopped) => {
      // The condition fails if the account was deleted meanwhile.
      await updateItemIf(table, {
        Key: key.noticeChoice(userId),
        UpdateExpression: 'SET stopped = :stopped',
        ConditionExpression: 'attribute_exists(secret)',
        ExpressionAttributeValues: { ':stopped': stopped },
      });
    },
  };
};
