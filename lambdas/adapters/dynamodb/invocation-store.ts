import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  GetCommand,
  QueryCommand,
  type QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { unverifiedReasons } from '#contract/unverified';
import type { Headline, InvocationSummary } from '../../invocations/invocation.ts';
import type { InvocationStore } from '../../invocations/ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import { chunksOf, packContent, unpackContent } from './content-chunks.ts';
import { fromCursor, toCursor } from './cursor.ts';
import { key, within } from './keys.ts';
import { below, queryAll, queryFirst } from './query.ts';
import type { Table } from './table.ts';

const state = z.enum(['pending', 'waiting', 'success', 'error']);

export const storedHeadline = z.object({
  title: z.string(),
  severity: z.enum(['ok', 'info', 'warning', 'critical']).optional(),
  state: z.enum(['open', 'update', 'resolved']).optional(),
  sender: z.string().optional(),
  event: z.string().optional(),
});

/** A headline without what it does not have. */
export const parseHeadline = ({
  title,
  severity,
  state: subjectState,
  sender,
  event,
}: z.infer<typeof storedHeadline>): Headline => ({
  title,
  ...(severity !== undefined && { severity }),
  ...(subjectState !== undefined && { state: subjectState }),
  ...(sender !== undefined && { sender }),
  ...(event !== undefined && { event }),
});

const stored = z.object({
  id: z.string(),
  user_id: z.number(),
  webhook_id: z.number(),
  at: z.string(),
  ip: z.string(),
  method: z.string(),
  query: z.string(),
  content_type: z.string(),
  size: z.number(),
  preview: z.string(),
  dispatches: z.record(z.string(), state),
  plan: z.enum(['free', 'premium']),
  expires_at: z.number(),
  duplicate_of: z.string().optional(),
  verified: z.enum(['yes', ...unverifiedReasons]).optional(),
  delivered_after_ms: z.number().optional(),
  headline: storedHeadline.optional(),
});

/** The attributes of waiting dispatches, which are named by their targets. */
const NEXT_ATTEMPT = 'next_';
export const nextAttemptAttribute = (targetId: number) => `${NEXT_ATTEMPT}${targetId}`;

const nextAttemptsIn = (item: unknown): Record<number, string> | undefined => {
  const found = Object.entries(item as Record<string, unknown>).filter(([name]) => name.startsWith(NEXT_ATTEMPT));
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([name, at]) => [Number(name.slice(NEXT_ATTEMPT.length)), String(at)]));
};

/** Parses a stored summary item. */
export const parseSummary = (item: unknown): InvocationSummary => {
  const it = stored.parse(item);
  const nextAttempts = nextAttemptsIn(item);
  return {
    id: it.id,
    userId: it.user_id,
    webhookId: it.webhook_id,
    invokedAt: it.at,
    ip: it.ip,
    method: it.method,
    query: it.query,
    contentType: it.content_type,
    size: it.size,
    preview: it.preview,
    dispatches: Object.fromEntries(Object.entries(it.dispatches).map(([id, value]) => [Number(id), value])),
    plan: it.plan,
    expiresAt: it.expires_at,
    ...(it.duplicate_of !== undefined && { duplicateOf: it.duplicate_of }),
    ...(it.verified !== undefined && { verified: it.verified }),
    ...(it.delivered_after_ms !== undefined && { deliveredAfterMs: it.delivered_after_ms }),
    ...(it.headline && { headline: parseHeadline(it.headline) }),
    ...(nextAttempts && { nextAttempts }),
  };
};

const summaryItem = (summary: InvocationSummary) => ({
  ...key.invocation(summary.userId, summary.webhookId, summary.id),
  id: summary.id,
  user_id: summary.userId,
  webhook_id: summary.webhookId,
  at: summary.invokedAt,
  ip: summary.ip,
  method: summary.method,
  query: summary.query,
  content_type: summary.contentType,
  size: summary.size,
  preview: summary.preview,
  dispatches: summary.dispatches,
  plan: summary.plan,
  expires_at: summary.expiresAt,
  duplicate_of: summary.duplicateOf,
  verified: summary.verified,
});

type WriteRequests = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>;

/** How often a batch write is asked again for what DynamoDB left over. */
const BATCH_TRIES = 4;

export const invocationStore = (table: Table): InvocationStore => {
  const TableName = table.name;

  /** DynamoDB may leave writes of a batch undone when it is busy; they are asked for again, and at last it is an error. */
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
      await writeAll([summaryItem(summary), ...chunks].map((Item) => ({ PutRequest: { Item } })));
    },
    remove: ({ userId, webhookId, id }, content) =>
      writeAll(
        [
          key.invocation(userId, webhookId, id),
          ...chunksOf(packContent(content)).map((_, index) => key.content(userId, id, index)),
        ].map((Key) => ({ DeleteRequest: { Key } })),
      ),
    get: async (userId, webhookId, invocationId, now) => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName, Key: key.invocation(userId, webhookId, invocationId) }),
      );
      const summary = Item && parseSummary(Item);
      return summary && summary.expiresAt > epochSeconds(now) ? summary : undefined;
    },
    content: async (userId, invocationId) => {
      const items = await queryAll(table, below(within.content(userId, invocationId)));
      const chunks = items.map(({ data }) => data as Uint8Array);
      // A call that was never answered 2xx may have been stored in part; then its content does not exist.
      return chunks.length > 0 ? unpackContent(chunks) : undefined;
    },
    range: async (userId, webhookId, { from, to, after, limit }) => {
      const { pk, prefix } = within.invocations(userId, webhookId);
      const between = {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': pk,
          // `~` sorts behind every character of an id, so that the one named is left out.
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
          await table.client.send(
            new QueryCommand({
              TableName,
              ...below({ pk, prefix }),
              ScanIndexForward: false,
              Limit: wanted - found.length,
              ExclusiveStartKey: start,
            }),
          );
        found.push(...Items.map(parseSummary));
        start = LastEvaluatedKey;
      } while (start && found.length < wanted);
      // Expired items stay in the table for a while after their time; they are the oldest ones, so nothing follows them.
      const kept = found.filter((summary) => summary.expiresAt > epochSeconds(now));
      const items = kept.slice(wanted - limit);
      const last = items.at(-1);
      const more = start !== undefined && kept.length === found.length && last !== undefined;
      return { items, cursor: more ? toCursor(key.invocation(userId, webhookId, last.id).sk) : undefined };
    },
  };
};
