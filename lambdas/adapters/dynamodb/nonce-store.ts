import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { NonceStore } from '../../model/account-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { applied, type Table } from './table.ts';

/** Remembers used solutions of the bot challenge until they expire. */
export const challengeNonces = (table: Table): NonceStore => ({
  spend: (hash, expiresAt) =>
    applied(
      table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...key.token('challenge', hash), expires_at: epochSeconds(expiresAt) },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      ),
    ),
});
