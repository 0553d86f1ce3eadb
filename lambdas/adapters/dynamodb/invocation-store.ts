import { BatchWriteCommand, type BatchWriteCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { camel, renamed, snake } from '#contract/names';
import { type InvocationSummary, summarySchema } from '../../model/invocation.ts';
import type { InvocationStore } from '../../model/invocation-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import { chunksOf, packContent, unpackContent } from './content-chunks.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { heldItem } from './held-items.ts';
import { key, within } from './keys.ts';
import { below, queryAll, queryFirst } from './query.ts';
import { getItem, queryItems, type Table, updateItemIf } from './table.ts';

const stored = summarySchema.omit({ invokedAt: true }).extend({ at: z.string() });

/** Prefixes of the attributes with the times of next attempts, and of deliveries. A target's id follows them. */
const NEXT_ATTEMPT = 'next_';
const DELIVERY = 'took_';
export const nextAttemptAttribute = (targetId: number) => `${NEXT_ATTEMPT}${targetId}`;
export const deliveryAttribute = (targetId: number) => `${DELIVERY}${targetId}`;

/** The attributes with this prefix, by target; undefined if there are none. */
const byTarget = (item: object, prefix: string): Record<number, unknown> | undefined => {
  const found = Object.entries(item).filter(([name]) => name.startsWith(prefix));
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([name, value]) => [Number(name.slice(prefix.length)), value]));
};

/**
 * The times until a call's deliveries. `delivered_after_ms` is the time of the last written one, and the only one of
 * earlier items, and of targets that are not read. A call has no time if a message has none, because it was resent.
 * @param read the targets whose times are read; all if omitted
 */
export const deliveryTimesOf = (
  item: Record<string, unknown>,
  read?: readonly number[],
): Pick<InvocationSummary, 'deliveryMs' | 'deliveredAfterMs'> => {
  const deliveryMs = byTarget(item, DELIVERY) as Record<number, number> | undefined;
  const times = [item.delivered_after_ms, ...Object.values(deliveryMs ?? {})].filter((time) => time !== undefined);
  const isResent = Object.entries(item.dispatches ?? {}).some(
    ([id, state]) =>
      state === 'success' && deliveryMs?.[Number(id)] === undefined && (read?.includes(Number(id)) ?? true),
  );
  return {
    ...(deliveryMs && { deliveryMs }),
    ...(times.length > 0 && !(deliveryMs && isResent) && { deliveredAfterMs: Math.max(...times.map(Number)) }),
  };
};

/** Parses a stored summary item. */
export const parseSummary = (item: Record<string, unknown>): InvocationSummary => {
  const { at, deliveredAfterMs: _, ...summary } = stored.parse(renamed(camel, item));
  const nextAttempts = byTarget(item, NEXT_ATTEMPT) as Record<number, string> | undefined;
  return { ...summary, ...deliveryTimesOf(item), invokedAt: at, ...(nextAttempts && { nextAttempts }) };
};

const summaryItem = ({ invokedAt, nextAttempts: _, deliveryMs: __, ...summary }: InvocationSummary) => ({
  ...key.invocation(summary.userId, summary.webhookId, summary.id),
  ...renamed(snake, summary),
  at: invokedAt,
});

/** The hold's list entry for a held call, which is written together with the call's other items. */
const holdEntries = ({ held, userId, webhookId, id, expiresAt }: InvocationSummary) =>
  held === 'quota' || held === 'paused'
    ? [heldItem(userId, held === 'quota' ? 'quota' : webhookId, { id, webhookId, expiresAt })]
    : [];

type WriteRequests = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>;

const BATCH_TRIES = 4;

export const invocationStore = (table: Table): InvocationStore => {
  const TableName = table.name;

  /**
   * Writes items in a batch. A busy DynamoDB can leave some unwritten. These are retried, and the call fails if some
   * remain.
   */
  const writeAll = async (writes: WriteRequests): Promise<void> => {
    let requests: WriteRequests | undefined = writes;
    for (let tries = 0; requests && requests.length > 0; tries++) {
      if (tries === BATCH_TRIES) throw new Error('DynamoDB left writes of a batch undone');
      const { UnprocessedItems }: { UnprocessedItems?: Record<string, WriteRequests> | undefined } =
        await table.client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
      requests = UnprocessedItems?.[TableName];
    }
  };

  return {
    insert: async (summary, content) => {
      const chunks = chunksOf(packContent(content)).map((data, index) => ({
        ...key.content(summary.userId, summary.id, index),
        data,
        expires_at: summary.expiresAt,
      }));
      await writeAll(
        [summaryItem(summary), ...chunks, ...holdEntries(summary)].map((Item) => ({ PutRequest: { Item } })),
      );
    },
    remove: (summary, content) => {
      const { userId, webhookId, id } = summary;
      return writeAll(
        [
          key.invocation(userId, webhookId, id),
          ...holdEntries(summary).map(({ pk, sk }) => ({ pk, sk })),
          ...chunksOf(packContent(content)).map((_, index) => key.content(userId, id, index)),
        ].map((Key) => ({ DeleteRequest: { Key } })),
      );
    },
    get: async (userId, webhookId, invocationId, now) => {
      const Key = key.invocation(userId, webhookId, invocationId);
      const read = async (ConsistentRead: boolean) => (await getItem(table, { Key, ConsistentRead })).Item;
      // A list can show a call that an eventually consistent read does not return yet.
      const item = (await read(false)) ?? (await read(true));
      const summary = item && parseSummary(item);
      return summary && summary.expiresAt > epochSeconds(now) ? summary : undefined;
    },
    content: async (userId, invocationId) => {
      const items = await queryAll(table, below(within.content(userId, invocationId)));
      const chunks = items.map(({ data }) => data as Uint8Array);
      // A call without its content can remain in the table if accepting it failed half-way.
      return chunks.length > 0 ? unpackContent(chunks) : undefined;
    },
    setHeadline: async ({ userId, webhookId, id }, headline) => {
      await updateItemIf(table, {
        Key: key.invocation(userId, webhookId, id),
        UpdateExpression: 'SET headline = :headline',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(headline)',
        ExpressionAttributeValues: { ':headline': headline },
      });
    },
    range: async (userId, webhookId, { from, to, after, limit }) => {
      const { pk, prefix } = within.invocations(userId, webhookId);
      const between = {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': pk,
          // `~` sorts after every character of an id, so the range starts after the given id.
          ':from': prefix + (after === undefined ? firstInvocationIdAt(from) : `${after}~`),
          ':to': prefix + firstInvocationIdAt(to),
        },
      };
      return (await queryFirst(table, between, limit)).map(parseSummary);
    },
    list: async (userId, webhookId, { offset, limit, cursor }, now) => {
      const { pk, prefix } = within.invocations(userId, webhookId);
      const wanted = (cursor ? 0 : offset) + limit;
      const found: InvocationSummary[] = [];
      let start: Record<string, unknown> | undefined = cursor ? { pk, sk: fromCursor(cursor, prefix) } : undefined;
      do {
        const { Items = [], LastEvaluatedKey }: Pick<QueryCommandOutput, 'Items' | 'LastEvaluatedKey'> =
          await queryItems(table, {
            ...below({ pk, prefix }),
            ScanIndexForward: false,
            Limit: wanted - found.length,
            ExclusiveStartKey: start,
          });
        found.push(...Items.map(parseSummary));
        start = LastEvaluatedKey;
      } while (start && found.length < wanted);
      // The table deletes expired items late. They are the oldest, so no valid item follows them.
      const kept = found.filter((summary) => summary.expiresAt > epochSeconds(now));
      const items = kept.slice(wanted - limit);
      const last = items.at(-1);
      const more = start !== undefined && kept.length === found.length && last !== undefined;
      return { items, cursor: more ? toCursor(key.invocation(userId, webhookId, last.id).sk) : undefined };
    },
  };
};
