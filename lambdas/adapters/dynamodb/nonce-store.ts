import type { NonceStore } from '../../model/account-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { putItemIf, type Table } from './table.ts';

/** Remembers used solutions of the bot challenge until they expire. */
export const challengeNonces = (table: Table): NonceStore => ({
  spend: (hash, expiresAt) =>
    putItemIf(table, {
      Item: { ...key.token('challenge', hash), expires_at: epochSeconds(expiresAt) },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
});
