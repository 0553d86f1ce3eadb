import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { LimitStore } from '../../accounts/ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { isConditionFailed, type Table } from './table.ts';

/** One counter per scope and window; taking is a single conditional write, so racing calls never share a place. */
export const limitStore = (table: Table): LimitStore => {
  const TableName = table.name;
  const Key = (scope: string, start: Date) => key.throttle(scope, start.toISOString());
  return {
    take: async (scope, windowStart, limit, expiresAt) => {
      try {
        await table.client.send(
          new UpdateCommand({
            TableName,
            Key: Key(scope, windowStart),
            UpdateExpression: 'SET expires_at = :expires ADD taken :one',
            ConditionExpression: 'attribute_not_exists(taken) OR taken < :limit',
            ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':expires': epochSeconds(expiresAt) },
          }),
        );
        return true;
      } catch (error) {
        if (isConditionFailed(error)) return false;
        throw error;
      }
    },
    giveBack: async (scope, windowStart) => {
      try {
        await table.client.send(
          new UpdateCommand({
            TableName,
            Key: Key(scope, windowStart),
            UpdateExpression: 'ADD taken :minus',
            ConditionExpression: 'taken > :zero',
            ExpressionAttributeValues: { ':minus': -1, ':zero': 0 },
          }),
        );
      } catch (error) {
        // The window is over and its counter gone.
        if (!isConditionFailed(error)) throw error;
      }
    },
  };
};
