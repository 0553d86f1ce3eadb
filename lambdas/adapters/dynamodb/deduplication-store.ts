import type { DeduplicationStore } from '../../model/invocation-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { isConditionFailed, putItem, type Table } from './table.ts';

/** Remembers a webhook's recent calls. */
export const deduplicationStore = (table: Table): DeduplicationStore => ({
  claim: async ({ webhookId, fingerprint, invocationId, windowSeconds, now, instead = '' }) => {
    try {
      await putItem(table, {
        Item: {
          ...key.seen(webhookId, fingerprint),
          invocation_id: invocationId,
          expires_at: epochSeconds(now) + windowSeconds,
        },
        ConditionExpression: 'attribute_not_exists(pk) OR expires_at <= :now OR invocation_id = :instead',
        ExpressionAttributeValues: { ':now': epochSeconds(now), ':instead': instead },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      return undefined;
    } catch (error) {
      if (!isConditionFailed(error)) throw error;
      // The error contains the existing item. It has low-level types, unless the document client has converted it.
      const old = (error as { Item?: { invocation_id?: string | { S?: string } } }).Item?.invocation_id;
      return typeof old === 'string' ? old : old?.S;
    }
  },
});
