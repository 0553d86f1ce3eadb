import { BatchGetCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { UndecidedFinder } from '../../dispatches/reconcile.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import { parseSummary } from './invocation-store.ts';
import { counter, DUE_SHARDS, dueIndex, key, tenMinuteSlot, within } from './keys.ts';
import { queryAll, queryFirst } from './query.ts';
import type { Table } from './table.ts';

const SLOT_MS = 600_000;
const USERS_PER_PAGE = 200;
/** What DynamoDB reads in one request. */
const KEYS_PER_READ = 100;
/** Partitions of the index that are looked into for a page: long silences have thousands without anybody. */
const PARTITIONS_PER_PAGE = 100;

/** Where a page of active users ends: the partition of the index, and the last user in it. */
const position = z.tuple([z.int(), z.int(), z.string()]);

const progress = z.object({
  until: z.iso.datetime(),
  running: z.object({ until: z.iso.datetime(), position: z.string().optional() }).optional(),
  behind: z.array(z.object({ userId: z.int(), webhookId: z.int(), from: z.iso.datetime() })),
});

/** Finds accepted calls that nothing was done about, by way of the users who had calls lately. */
export const undecidedFinder = (table: Table): UndecidedFinder => {
  const TableName = table.name;

  const usersIn = (slotAt: number, shard: number, after: string) =>
    queryFirst(
      table,
      {
        IndexName: dueIndex.name,
        KeyConditionExpression: 'due_pk = :slot AND due_sk > :after',
        ExpressionAttributeValues: {
          ':slot': dueIndex.active(tenMinuteSlot(new Date(slotAt)), shard),
          // Every user stands behind a space, and DynamoDB takes no empty key.
          ':after': after || ' ',
        },
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
    // The index holds the last slot only in which a user was active. Users only ever move to later slots, which come later
    // here too; the slot after now is the last, for writers whose clock is ahead.
    activeUsers: async (since, now, after) => {
      const first = since.getTime() - (since.getTime() % SLOT_MS);
      let [slotAt, shard, user] = after === undefined ? [first, 0, ''] : position.parse(JSON.parse(after));
      for (let count = 0; slotAt <= now.getTime() + SLOT_MS; ) {
        // After an outage most slots are empty, so that the shards of a slot are asked side by side at its beginning.
        const shards = shard === 0 && user === '' ? DUE_SHARDS : 1;
        const pages = await Promise.all(
          Array.from({ length: shards }, (_, index) => usersIn(slotAt, shard + index, index === 0 ? user : '')),
        );
        const found = pages.findIndex(({ length }) => length > 0);
        const last = pages[found]?.at(-1);
        if (last) {
          const users = (pages[found] ?? []).map((item) => Number(item.user_id));
          return { users, position: JSON.stringify([slotAt, shard + found, String(last.due_sk)]) };
        }
        user = '';
        shard += shards;
        count += shards;
        if (shard === DUE_SHARDS) {
          shard = 0;
          slotAt += SLOT_MS;
        }
        if (count >= PARTITIONS_PER_PAGE) return { users: [], position: JSON.stringify([slotAt, shard, '']) };
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
        .filter(({ dispatches }) =>
          Object.values(dispatches).some((state) => state === 'pending' || state === 'waiting'),
        );
    },
    progress: async () => {
      const { Item } = await table.client.send(new GetCommand({ TableName, Key: key.reconciler() }));
      return Item && progress.parse(Item);
    },
    saveProgress: async (value) => {
      await table.client.send(new PutCommand({ TableName, Item: { ...key.reconciler(), ...value } }));
    },
  };
};
