import type { BacklogCounts } from '../../dispatches/recovery/measure-backlog.ts';
import { DUE_SHARDS, dueIndex } from './keys.ts';
import { queryItems, type Table } from './table.ts';

/** Counts the entries of the due index. DynamoDB returns only their number. */
export const backlogCounts = (table: Table): BacklogCounts => {
  const count = async (partition: string, limit: number): Promise<number> => {
    const { Count = 0 } = await queryItems(table, {
      IndexName: dueIndex.name,
      KeyConditionExpression: 'due_pk = :partition',
      ExpressionAttributeValues: { ':partition': partition },
      Select: 'COUNT',
      Limit: limit,
    });
    return Count;
  };
  return {
    shards: DUE_SHARDS,
    waiting: (shard, limit) => count(dueIndex.shard(shard), limit),
    pausedLanes: (shard, limit) => count(dueIndex.lanes(shard), limit),
  };
};
