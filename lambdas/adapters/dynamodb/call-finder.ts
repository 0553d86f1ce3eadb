import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { CallFinder } from '../../model/invocation-ports.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import { parseSummary } from './invocation-store.ts';
import { within } from './keys.ts';
import type { Table } from './table.ts';

/**
 * Reads summaries of a time span, newest first, with one query. DynamoDB ends a query at 1 MB, so the result can be
 * incomplete.
 */
export const callFinder = (table: Table): CallFinder => ({
  newest: async (userId, webhookId, { from, to, before, limit }) => {
    const { pk, prefix } = within.invocations(userId, webhookId);
    const lowest = prefix + (from ? firstInvocationIdAt(from) : '');
    // `~` sorts after every character of an id.
    const bounds = [to ? firstInvocationIdAt(to) : '~', before ? justBefore(before) : '~'].sort();
    const highest = prefix + bounds[0];
    if (highest < lowest) return { summaries: [], more: false };
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lowest AND :highest',
        ExpressionAttributeValues: { ':pk': pk, ':lowest': lowest, ':highest': highest },
        ScanIndexForward: false,
        Limit: limit,
      }),
    );
    return { summaries: Items.map(parseSummary), more: LastEvaluatedKey !== undefined };
  },
});

/** A key just before this id, because BETWEEN includes both bounds. */
const justBefore = (id: string): string =>
  `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;
