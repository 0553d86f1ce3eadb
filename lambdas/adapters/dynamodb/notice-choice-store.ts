import * as z from 'zod';
import { noticeEvent } from '#contract/states';
import type { NoticeChoice, NoticeChoices } from '../../mail/notice-choice.ts';
import { newToken } from '../../platform/ids.ts';
import { key } from './keys.ts';
import { getItem, type Table, updateItem, updateItemIf } from './table.ts';

const stored = z
  .object({
    secret: z.string(),
    stopped: z.boolean().default(false),
    // Only for stopped emails.
    fallback: z.boolean().default(false),
    target_ids: z.array(z.number()).default([]),
    muted: z.array(noticeEvent).default([]),
  })
  .transform(
    ({ secret, stopped, fallback, target_ids, muted }): NoticeChoice => ({
      key: secret,
      email: stopped ? (fallback ? 'fallback' : 'never') : 'always',
      targetIds: target_ids,
      mutedEvents: muted,
    }),
  );

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
    set: async (userId, { email, targetIds, mutedEvents }) => {
      const changes = [
        ...(email ? ['stopped = :stopped, fallback = :fallback'] : []),
        ...(targetIds ? ['target_ids = :targets'] : []),
        ...(mutedEvents ? ['muted = :muted'] : []),
      ];
      // The condition fails if the account was deleted meanwhile.
      await updateItemIf(table, {
        Key: key.noticeChoice(userId),
        UpdateExpression: `SET ${changes.join(', ')}`,
        ConditionExpression: 'attribute_exists(secret)',
        ExpressionAttributeValues: {
          ...(email && { ':stopped': email !== 'always', ':fallback': email === 'fallback' }),
          ...(targetIds && { ':targets': targetIds }),
          ...(mutedEvents && { ':muted': mutedEvents }),
        },
      });
    },
  };
};
