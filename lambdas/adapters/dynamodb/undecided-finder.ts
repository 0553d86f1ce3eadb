import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { UndecidedFinder } from '../../dispatches/recovery/reconcile.ts';
import { isUnderWay } from '../../model/invocation.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import { counter } from './counter-names.ts';
import { parseSummary } from './invocation-store.ts';
import { ACTIVE_SHARDS, dueIndex, key, tenMinuteSlot, within } from './keys.ts';
import { queryAll, queryFirst } from './query.ts';
import { getItem, putItem, type Table } from './table.ts';

const USERS_PER_PAGE = 200;
/** Number of items that DynamoDB reads in one request. */
const KEYS_PER_READ = 100;

/** The end of a page of active users: the shard of the index, and the sort key of the page's last user. */
const position = z.tuple([z.int(), z.string()]);

const progress = z.object({
  until: z.iso.datetime(),
  running: z.object({ until: z.iso.datetime(), position: z.string().optional() }).optional(),
  behind: z.array(z.object({ userId: z.int(), webhookId: z.int(), from: z.iso.datetime() })),
});

/** Finds accepted calls that were never attempted, by reading the calls of users with recent activity. */
export const undecidedFinder = (table: Table): UndecidedFinder => {
  const TableName = table.name;

  const usersIn = (shard: number, after: string) =>
    queryFirst(
      table,
      {
        IndexName: dueIndex.name,
        KeyConditionExpression: 'due_pk = :shard AND due_sk > :after',
        ExpressionAttributeValues: { ':shard': dueIndex.active(shard), ':after': after },
      },
      USERS_PER_PAGE,
    );

  const countersOf = async (userIds: number[]): Promise<Record<string, unknown>[]> => {
    let Keys: Record<string, unknown>[] = userIds.map((userId) => ({ ...key.counters(userId) }));
    const items: Record<string, unknown>[] = [];
    while (Keys.length > 0) {
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys: Keys.slice(0, KEYS_PER_READ) } } }),
      );
      items.push(...(Responses?.[TableName] ?? []));
      Keys = [...(UnprocessedKeys?.[TableName]?.Keys ?? []), ...Keys.slice(KEYS_PER_READ)];
    }
    return items;
  };

  return {
    // The index contains each user once, in the ten-minute slot of the latest call. If a user has another call during
    // the scan, the entry moves to a later slot of the same shard, which the scan still reads.
    activeUsers: async (since, after) => {
      const first = tenMinuteSlot(since);
      let [shard, last] = after === undefined ? [0, first] : position.parse(JSON.parse(after));
      for (; shard < ACTIVE_SHARDS; shard += 1, last = first) {
        const items = await usersIn(shard, last);
        const end = items.at(-1);
        if (end)
          return {
            users: items.map((item) => Number(item.user_id)),
            position: JSON.stringify([shard, String(end.due_sk)]),
          };
      }
      return undefined;
    },
    activeWebhooks: async (userIds, since) =>
      (await countersOf(userIds)).flatMap((item) =>
        Object.entries(item).flatMap(([name, at]) => {
          const webhookId = counter.webhookOfLast(name);
          return webhookId !== undefined && Number(at) >= since.getTime()
            ? [{ userId: Number(item.user_id), webhookId }]
            : [];
        }),
      ),
    undecided: async (userId, webhookId, from, to) => {
      const { pk, prefix } = within.invocations(userId, webhookId);
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': pk,
          ':from': prefix + firstInvocationIdAt(from),
          ':to': prefix + firstInvocationIdAt(to),
        },
      });
      return items
        .map(parseSummary)
        .filter(({ dispatches }) => Object.values(dispatches).some((state) => state !== 'held' && isUnderWay(state)));
    },
    progress: async () => {
      const { Item } = await getItem(table, { Key: key.reconciler() });
      return Item && progress.parse(Item);
    },
    saveProgress: async (value) => {
      await putItem(table, { Item: { ...key.reconciler(), ...value } });
    },
  };
};
