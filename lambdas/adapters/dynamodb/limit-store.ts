import { epochSeconds } from '../../platform/clock.ts';
import type { LimitStore } from '../../platform/limit-store.ts';
import { key } from './keys.ts';
import { type Table, updateItemIf } from './table.ts';

/**
 * Stores one counter per scope and window. One conditional write takes a unit, so concurrent calls never take the same
 * one.
 */
export const limitStore = (table: Table): LimitStore => {
  const Key = (scope: string, start: Date) => key.throttle(scope, start.toISOString());
  return {
    take: (scope, windowStart, limit, expiresAt, before = 0) =>
      updateItemIf(table, {
        Key: Key(scope, windowStart),
        UpdateExpression: 'SET expires_at = :expires, taken = if_not_exists(taken, :before) + :one',
        ConditionExpression: 'attribute_not_exists(taken) OR taken < :limit',
        ExpressionAttributeValues: {
          ':one': 1,
          ':before': before,
          ':limit': limit,
          ':expires': epochSeconds(expiresAt),
        },
      }),
    giveBack: async (scope, windowStart) => {
      // The condition fails if the window has ended and its counter was deleted.
      await updateItemIf(table, {
        Key: Key(scope, windowStart),
        UpdateExpression: 'ADD taken :minus',
        ConditionExpression: 'taken > :zero',
        ExpressionAttributeValues: { ':minus': -1, ':zero': 0 },
      });
    },
  };
};
