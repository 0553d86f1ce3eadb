import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dueIndex } from './keys.ts';
import { queryItems, type Table } from './table.ts';

type Item = Record<string, unknown>;
type Query = Omit<QueryCommandInput, 'TableName' | 'ExclusiveStartKey'>;

/** A condition for the items of a partition, or for those whose sort key begins with `prefix`. */
export const below = ({ pk, prefix }: { pk: string; prefix?: string }) => ({
  KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
  ExpressionAttributeValues: { ':pk': pk, ...(prefix !== undefined && { ':prefix': prefix }) },
});

/** Yields the pages of a query. DynamoDB ends a page at the query's `Limit` or at 1 MB. */
export async function* queryPages(table: Table, query: Query): AsyncGenerator<Item[]> {
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await queryItems(table, { ...query, ExclusiveStartKey: from });
    yield Items;
    from = LastEvaluatedKey;
  } while (from);
}

/** Reads all items of a query, from all pages. */
export const queryAll = async (table: Table, query: Query): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of queryPages(table, query)) items.push(...page);
  return items;
};

/** Reads the first items of a query, from one or more pages. */
export const queryFirst = async (table: Table, query: Query, limit: number): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of queryPages(table, { ...query, Limit: limit })) {
    items.push(...page);
    if (items.length >= limit) break;
  }
  return items.slice(0, limit);
};

/** Reads the due entries of a partition of the due index, earliest first. */
export const queryDue = async (table: Table, partition: string, now: Date, limit: number) => {
  const { Items = [] } = await queryItems(table, {
    IndexName: dueIndex.name,
    KeyConditionExpression: 'due_pk = :partition AND due_sk <= :now',
    // `~` sorts after all characters that can follow a time.
    ExpressionAttributeValues: { ':partition': partition, ':now': `${now.toISOString()}~` },
    Limit: limit,
  });
  return Items;
};
