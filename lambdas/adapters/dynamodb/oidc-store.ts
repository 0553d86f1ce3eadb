import type { OidcStore } from '../../accounts/oidc/log-in.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { deleteItemIf, putItem, type Table } from './table.ts';

const PURPOSE = 'oidc';

/** Stores begun sign-ins by the hash of the browser's secret, and nothing else about them. */
export const oidcStore = (table: Table): OidcStore => ({
  put: async (hash, expiresAt) => {
    await putItem(table, { Item: { ...key.token(PURPOSE, hash), expires_at: epochSeconds(expiresAt) } });
  },
  take: (hash, now) =>
    deleteItemIf(table, {
      Key: key.token(PURPOSE, hash),
      ConditionExpression: 'expires_at > :now',
      ExpressionAttributeValues: { ':now': epochSeconds(now) },
    }),
});
