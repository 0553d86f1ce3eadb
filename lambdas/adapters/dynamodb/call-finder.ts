import type { CallFinder, CallOutcome } from '../../model/invocation-ports.ts';
import { firstInvocationIdAt } from '../../platform/ids.ts';
import { deliveryAttribute, deliveryTimesOf, parseSummary } from './invocation-store.ts';
import { within } from './keys.ts';
import { queryItems, type Table } from './table.ts';

/** The attributes of {@link CallOutcome}. Some names are reserved words, so all have placeholders. */
const OUTCOME = ['id', 'at', 'dispatches', 'delivered_after_ms', 'expires_at'];

/**
 * Reads summaries of a time span, newest first, with one query. DynamoDB ends a query at 1 MB, so the result can be
 * incomplete.
 */
export const callFinder = (table: Table): CallFinder => {
  const query = async (
    ...[userId, webhookId, { from, to, before, limit }, attributes]: [...Parameters<CallFinder['newest']>, string[]?]
  ): Promise<{ items: Record<string, unknown>[]; more: boolean }> => {
    const { pk, prefix } = within.invocations(userId, webhookId);
    const lowest = prefix + (from ? firstInvocationIdAt(from) : '');
    // `~` sorts after every character of an id.
    const bounds = [to ? firstInvocationIdAt(to) : '~', before ? justBefore(before) : '~'].sort();
    const highest = prefix + bounds[0];
    if (highest < lowest) return { items: [], more: false };
    const { Items = [], LastEvaluatedKey } = await queryItems(table, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :lowest AND :highest',
      ExpressionAttributeValues: { ':pk': pk, ':lowest': lowest, ':highest': highest },
      ScanIndexForward: false,
      Limit: limit,
      ...(attributes && {
        ProjectionExpression: attributes.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
      }),
    });
    return { items: Items, more: LastEvaluatedKey !== undefined };
  };
  return {
    newest: async (...of) => {
      const { items, more } = await query(...of);
      return { summaries: items.map(parseSummary), more };
    },
    outcomes: async (userId, webhookId, { targetIds, ...span }) => {
      const attributes = [...OUTCOME, ...targetIds.map(deliveryAttribute)];
      const { items, more } = await query(userId, webhookId, span, attributes);
      return { outcomes: items.map((item) => parseOutcome(item, targetIds)), more };
    },
  };
};

/** Takes over the fields without validation, because it would need most of the time for thousands of calls. */
const parseOutcome = (item: Record<string, unknown>, targetIds: readonly number[]) => ({
  id: String(item.id),
  invokedAt: String(item.at),
  dispatches: item.dispatches as CallOutcome['dispatches'],
  ...deliveryTimesOf(item, targetIds),
  expiresAt: Number(item.expires_at),
});

/** A key just before this id, because BETWEEN includes both bounds. */
const justBefore = (id: string): string =>
  `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;
