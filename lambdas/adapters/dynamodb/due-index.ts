import * as z from 'zod';
import type { DueIndex, FallbackIndex, WaitingList } from '../../model/dispatch-ports.ts';
import type { DispatchIds } from '../../model/lane-message.ts';
import type { DeadLetterIndex } from '../../model/replay-ports.ts';
import { fromDispatchBody, fromLaneBody, toLaneBody } from '../lanes.ts';
import { DUE_SHARDS, dueIndex, key } from './keys.ts';
import { queryDue } from './query.ts';
import { deleteItem, queryItems, type Table, updateItemIf } from './table.ts';

const dueItem = z.object({ due_sk: z.string(), message: z.string() });

/** The index entry of a dispatch on a waiting list: its lane message, and the end of its wait (ISO). */
const listedMessage = z.object({ body: z.string(), until: z.string() });
type ListedMessage = z.infer<typeof listedMessage>;

export const storedListed = (listed: ListedMessage): string => JSON.stringify(listed);
export const parseListed = (message: string): ListedMessage => listedMessage.parse(JSON.parse(message));

/** Moves a dispatch in the index, unless another process has already moved it. */
const move = async (
  table: Table,
  { userId, invocationId, targetId }: Pick<DispatchIds, 'userId' | 'invocationId' | 'targetId'>,
  change: { UpdateExpression: string; ConditionExpression: string; ExpressionAttributeValues: Record<string, unknown> },
): Promise<void> => {
  const Key = key.dispatch(userId, invocationId, targetId);
  await updateItemIf(table, { Key, ...change });
};

/** The sparse index of dispatches that wait for their next attempt. */
export const dispatchDueIndex = (table: Table): DueIndex => ({
  shards: DUE_SHARDS,
  due: async (shard, now, limit) => {
    const items = await queryDue(table, dueIndex.shard(shard), now, limit);
    return items.map((item) => {
      const it = dueItem.parse(item);
      const message = fromLaneBody(it.message);
      if (message.kind !== 'dispatch' && message.kind !== 'digest')
        throw new Error(`A ${message.kind} has no entry in the due index.`);
      return { message, dueAt: it.due_sk };
    });
  },
  postpone: ({ message, dueAt }, to) =>
    move(table, message.kind === 'digest' ? { ...message, invocationId: message.digestId } : message, {
      UpdateExpression: 'SET due_sk = :to, message = :message',
      ConditionExpression: 'due_sk = :seen',
      ExpressionAttributeValues: {
        ':to': to.toISOString(),
        ':message': toLaneBody(message.kind === 'digest' ? message : { ...message, cause: 'lost-message' }),
        ':seen': dueAt,
      },
    }),
});

/** The planned fallbacks, from the index alone. */
export const fallbackIndex = (table: Table): FallbackIndex => ({
  shards: DUE_SHARDS,
  due: async (shard, now, limit) => {
    const items = await queryDue(table, dueIndex.fallbacks(shard), now, limit);
    return items.map((item) => fromDispatchBody(dueItem.parse(item).message));
  },
  done: async ({ userId, invocationId, targetId }) => {
    const Key = key.fallback(userId, invocationId, targetId);
    await deleteItem(table, { Key });
  },
});

/** The dispatches on a target's waiting list, oldest first. */
export const waitingList = (table: Table): WaitingList => ({
  oldest: async ({ userId, targetId }, limit) => {
    const { Items = [] } = await queryItems(table, {
      IndexName: dueIndex.name,
      KeyConditionExpression: 'due_pk = :waiting',
      ExpressionAttributeValues: { ':waiting': dueIndex.waiting(userId, targetId) },
      Limit: limit,
    });
    return Items.map((item) => {
      const { body, until } = parseListed(dueItem.parse(item).message);
      return { message: fromDispatchBody(body), waitsUntil: new Date(until) };
    });
  },
});

/** Dispatches that became dead letters after crashes, by the time of their call. */
export const deadLetterIndex = (table: Table): DeadLetterIndex => ({
  deadLettered: async (limit, after) => {
    const { Items = [] } = await queryItems(table, {
      IndexName: dueIndex.name,
      KeyConditionExpression: after === undefined ? 'due_pk = :letters' : 'due_pk = :letters AND due_sk >= :after',
      ExpressionAttributeValues: {
        ':letters': dueIndex.deadLetters,
        ...(after !== undefined && { ':after': after }),
      },
      Limit: limit,
    });
    return Items.map((item) => fromDispatchBody(dueItem.parse(item).message));
  },
});
