import * as z from 'zod';
import type { StoredNotice } from '../../mail/notice-recipients.ts';
import { type NoticeOutbox, REPEAT_SECONDS } from '../../mail/owner-notice.ts';
import type { DueNotices, NoticeReader } from '../../mail/send-notices.ts';
import { epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { dueIndex, key, within } from './keys.ts';
import { below, queryDue, queryFirst } from './query.ts';
import { getItem, putItemIf, type Table, updateItem, updateItemIf } from './table.ts';

/** Seconds for which a notice is kept, and for which one that is sent once is not created again. */
const REMEMBERED_SECONDS = 7 * 86_400;
/** Maximum number of an account's notices that a list reads. */
const MAX_READ = 500;

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
      kind: z.literal('target-paused'),
      targetId: z.number(),
      targetName: z.string(),
      since: z.string(),
      reason: z.string(),
    }),
    z.object({
      kind: z.literal('message-failed'),
      webhookId: z.number(),
      webhookName: z.string(),
      targetId: z.number(),
      targetName: z.string(),
      invocationId: z.string(),
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

const told = z.object({ at: z.string(), failure: z.string().optional() });

const parse = (message: unknown) => stored.parse(JSON.parse(String(message)));

/** The attribute with the result for a recipient. */
const TOLD = 'told_';

type Item = Record<string, unknown>;

const toldOf = (item: Item): StoredNotice['told'] => {
  const results = Object.entries(item).filter(([name]) => name.startsWith(TOLD));
  return Object.fromEntries(results.map(([name, result]) => [name.slice(TOLD.length), told.parse(result)]));
};

const toNotice = (userId: number, item: Item): StoredNotice => ({
  ...{ userId, ...parse(item.message) },
  madeAt: String(item.made_at ?? item.due_sk),
  told: toldOf(item),
});

/** Stores notices for owners until they expire. */
export const ownerNoticeStore = (table: Table): NoticeOutbox & DueNotices & NoticeReader => {
  const get: NoticeReader['get'] = async (userId, id) => {
    const { Item } = await getItem(table, { Key: key.ownerNotice(userId, id), ConsistentRead: true });
    return Item?.message === undefined ? undefined : toNotice(userId, Item);
  };
  return {
    get,
    put: async ({ userId, id, notice, isRepeated }, now) => {
      const earlier = secondsAfter(now, -REPEAT_SECONDS).toISOString();
      await putItemIf(table, {
        Item: {
          ...key.ownerNotice(userId, id),
          user_id: userId,
          due_pk: dueIndex.notices,
          due_sk: now.toISOString(),
          made_at: now.toISOString(),
          message: JSON.stringify({ id, notice } satisfies z.infer<typeof stored>),
          expires_at: epochSeconds(now) + REMEMBERED_SECONDS,
        },
        ConditionExpression: `attribute_not_exists(pk)${isRepeated ? ' OR made_at <= :earlier' : ''}`,
        ...(isRepeated && { ExpressionAttributeValues: { ':earlier': earlier } }),
      });
    },
    due: async (now, limit) => {
      const items = await queryDue(table, dueIndex.notices, now, limit);
      const found = await Promise.all(items.map((item) => get(Number(item.user_id), parse(item.message).id)));
      return found.filter((notice) => notice !== undefined);
    },
    newest: async (userId, limit) => {
      const items = await queryFirst(table, below(within.ownerNotices(userId)), MAX_READ);
      return items
        .filter(({ message }) => message !== undefined)
        .map((item) => ({ ...toNotice(userId, item), isPending: item.due_pk !== undefined }))
        .toSorted((one, other) => other.madeAt.localeCompare(one.madeAt))
        .slice(0, limit);
    },
    tell: async ({ userId, id }, recipient, now, failure) => {
      // The condition fails if the account was deleted meanwhile.
      await updateItemIf(table, {
        Key: key.ownerNotice(userId, id),
        UpdateExpression: 'SET #told = :told',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#told': `${TOLD}${recipient}` },
        ExpressionAttributeValues: { ':told': { at: now.toISOString(), ...(failure !== undefined && { failure }) } },
      });
    },
    postpone: async ({ userId, id }, to) => {
      // The condition fails if each recipient already has a result.
      await updateItemIf(table, {
        Key: key.ownerNotice(userId, id),
        UpdateExpression: 'SET due_sk = :to',
        ConditionExpression: 'attribute_exists(due_pk)',
        ExpressionAttributeValues: { ':to': to.toISOString() },
      });
    },
    done: async ({ userId, id }) => {
      await updateItem(table, { Key: key.ownerNotice(userId, id), UpdateExpression: 'REMOVE due_pk, due_sk' });
    },
  };
};
