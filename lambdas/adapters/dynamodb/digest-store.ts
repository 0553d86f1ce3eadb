import * as z from 'zod';
import { epochSeconds } from '../../platform/clock.ts';
import type { Digest, DigestStore } from '../../targets/digest.ts';
import type { Severity } from '../../templates/outline/outline.ts';
import { toLaneBody } from '../lanes.ts';
import { dueIndex, key, within } from './keys.ts';
import { below, queryAll } from './query.ts';
import { getItem, type Table, transact, updateItem } from './table.ts';

/** Seconds for which a digest is kept, which is longer than messages wait for a disabled target. */
const KEPT_SECONDS = 8 * 24 * 3600;

const storedHead = z.object({ mails_done: z.number(), started_at: z.string(), closed_at: z.string().optional() });
const storedMessage = z.object({
  message_id: z.string(),
  // A message's data is deleted once its digest is closed.
  text: z.string().default(''),
  webhook_name: z.string().default(''),
  link: z.string().default(''),
  severity: z.custom<Severity>().optional(),
});

/**
 * Digests are entries of the due index, like dispatches that wait for their next attempt. When they are due, the
 * sweeper queues them in their target's lane, where the dispatcher recognises them by their id.
 */
export const digestStore = (table: Table, clock: () => Date): DigestStore => {
  const headKey = ({ userId, id, targetId }: Omit<Digest, 'webhookId'>) => key.dispatch(userId, id, targetId);
  const update = async (
    digest: Digest,
    UpdateExpression: string,
    ExpressionAttributeValues: Record<string, unknown>,
  ) => {
    await updateItem(table, { Key: headKey(digest), UpdateExpression, ExpressionAttributeValues });
  };

  const messages: DigestStore['messages'] = async ({ userId, id, targetId }) => {
    const items = await queryAll(table, { ...below(within.digestEntries(userId, id, targetId)), ConsistentRead: true });
    return items.map((item) => {
      const it = storedMessage.parse(item);
      return { id: it.message_id, text: it.text, webhookName: it.webhook_name, link: it.link, severity: it.severity };
    });
  };

  return {
    keep: async (digest, message, dueAt) => {
      const { userId, id, targetId, webhookId } = digest;
      const expires = epochSeconds(dueAt) + KEPT_SECONDS;
      return transact(table, [
        {
          Update: {
            Key: headKey(digest),
            UpdateExpression:
              'SET due_pk = if_not_exists(due_pk, :shard), due_sk = if_not_exists(due_sk, :due), message = :message, mails_done = if_not_exists(mails_done, :none), started_at = if_not_exists(started_at, :now), expires_at = :expires',
            ConditionExpression: 'attribute_not_exists(closed_at)',
            ExpressionAttributeValues: {
              ':shard': dueIndex.shard(targetId),
              ':due': dueAt.toISOString(),
              ':message': toLaneBody({ kind: 'digest', userId, webhookId, targetId, digestId: id }),
              ':none': 0,
              ':now': clock().toISOString(),
              ':expires': expires,
            },
          },
        },
        {
          Put: {
            Item: {
              ...key.digestEntry(userId, id, targetId, message.id),
              message_id: message.id,
              text: message.text,
              webhook_name: message.webhookName,
              link: message.link,
              severity: message.severity,
              expires_at: expires,
            },
          },
        },
      ]);
    },
    open: async (digest) => {
      const { Item } = await getItem(table, { Key: headKey(digest), ConsistentRead: true });
      const head = Item && storedHead.parse(Item);
      return head && !head.closed_at ? { mailsDone: head.mails_done, startedAt: new Date(head.started_at) } : undefined;
    },
    messages,
    progress: (digest, mailsDone) => update(digest, 'SET mails_done = :done', { ':done': mailsDone }),
    postpone: (digest, to) => update(digest, 'SET due_sk = :to', { ':to': to.toISOString() }),
    close: async (digest) => {
      await update(digest, 'SET closed_at = :now REMOVE due_pk, due_sk', { ':now': clock().toISOString() });
      const { userId, id, targetId } = digest;
      for (const message of await messages(digest))
        await updateItem(table, {
          Key: key.digestEntry(userId, id, targetId, message.id),
          UpdateExpression: 'REMOVE #text, webhook_name, link',
          ExpressionAttributeNames: { '#text': 'text' },
        });
    },
  };
};
