import * as z from 'zod';
import type { NoticeOutbox } from '../../mail/owner-notice.ts';
import type { DueNotices } from '../../mail/send-notices.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { dueIndex, key } from './keys.ts';
import { queryDue } from './query.ts';
import { putItemIf, type Table, updateItem } from './table.ts';

/** Seconds for which a notice with the same name is not created again. */
const REMEMBERED_SECONDS = 30 * 86_400;

const stored = z.object({
  id: z.string(),
  notice: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('quota'), percent: z.number(), limit: z.number(), day: z.string() }),
    z.object({ kind: z.literal('storage'), percent: z.number(), maxBytes: z.number(), day: z.string() }),
    z.object({
      kind: z.literal('target-refused'),
      targetId: z.number(),
      targetName: z.string(),
      reason: z.string(),
    }),
    z.object({
      kind: z.literal('webhook-silent'),
      webhookId: z.number(),
      webhookName: z.string(),
      minutes: z.number(),
      lastCall: z.string().optional(),
      refusal: z.string().optional(),
    }),
    z.object({
      kind: z.literal('webhook-sound'),
      webhookId: z.number(),
      webhookName: z.string(),
      silentSince: z.string(),
      lastCall: z.string(),
    }),
  ]),
});

/** Stores notices for owners until they expire. */
export const ownerNoticeStore = (table: Table): NoticeOutbox & DueNotices => {
  return {
    put: async ({ userId, id, notice }, now) => {
      await putItemIf(table, {
        Item: {
          ...key.ownerNotice(userId, id),
          user_id: userId,
          due_pk: dueIndex.notices,
          due_sk: now.toISOString(),
          message: JSON.stringify({ id, notice } satisfies z.infer<typeof stored>),
          expires_at: epochSeconds(now) + REMEMBERED_SECONDS,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      });
    },
    due: async (now, limit) => {
      const items = await queryDue(table, dueIndex.notices, now, limit);
      return items.map((item) => ({
        userId: Number(item.user_id),
        ...stored.parse(JSON.parse(String(item.message))),
      }));
    },
    postpone: async ({ userId, id }, to) => {
      await updateItem(table, {
        Key: key.ownerNotice(userId, id),
        UpdateExpression: 'SET due_sk = :to',
        ExpressionAttributeValues: { ':to': to.toISOString() },
      });
    },
    done: async ({ userId, id }) => {
      await updateItem(table, {
        Key: key.ownerNotice(userId, id),
        UpdateExpression: 'REMOVE due_pk, due_sk, message',
      });
    },
  };
};
