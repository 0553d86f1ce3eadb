import * as z from 'zod';
import type { ResetTokenStore } from '../../model/account-ports.ts';
import { epochSeconds } from '../../platform/clock.ts';
import { key } from './keys.ts';
import { getItem, type Table, transact, transactOrWhyNot } from './table.ts';

const PURPOSE = 'password-reset';

const stored = z.object({ user_id: z.number(), epoch: z.number(), expires_at: z.number() });

/** Stores reset links by the hash of their token. */
export const resetTokenStore = (table: Table): ResetTokenStore => {
  const valid = async (hash: string, now: Date) => {
    const Key = key.token(PURPOSE, hash);
    const { Item } = await getItem(table, { Key, ConsistentRead: true });
    const token = stored.safeParse(Item).data;
    if (!token || token.expires_at <= epochSeconds(now)) return undefined;
    const { Item: owner } = await getItem(table, {
      Key: key.profile(token.user_id),
      ProjectionExpression: 'reset_token',
      ConsistentRead: true,
    });
    return owner?.reset_token === hash ? token : undefined;
  };
  return {
    put: async (hash, { userId, epoch, expiresAt }) => {
      const Item = { ...key.token(PURPOSE, hash), user_id: userId, epoch, expires_at: epochSeconds(expiresAt) };
      await transact(table, [
        { Put: { Item } },
        {
          Update: {
            Key: key.profile(userId),
            // Only the token in the profile is valid, so a new one replaces the old one.
            UpdateExpression: 'SET reset_token = :hash',
            ConditionExpression: 'attribute_exists(password_hash)',
            ExpressionAttributeValues: { ':hash': hash },
          },
        },
      ]);
    },
    ownerOf: async (hash, now) => (await valid(hash, now))?.user_id,
    redeem: async (hash, passwordHash, now, { review }) => {
      const token = await valid(hash, now);
      if (!token) return undefined;
      const { user_id, epoch } = token;
      const Key = key.token(PURPOSE, hash);
      const refused = await transactOrWhyNot(table, [
        { Delete: { Key, ConditionExpression: 'attribute_exists(pk)' } },
        {
          Update: {
            Key: key.profile(user_id),
            // The token was emailed, so its holder has access to the mailbox.
            UpdateExpression: `SET password_hash = :password, email_verified = :true${review ? ', review_since = :now' : ''} REMOVE reset_token ADD epoch :one`,
            ConditionExpression: 'reset_token = :token AND epoch = :epoch',
            ExpressionAttributeValues: {
              ':password': passwordHash,
              ':token': hash,
              ':true': true,
              ':one': 1,
              ':epoch': epoch,
              ...(review && { ':now': now.toISOString() }),
            },
          },
        },
      ]);
      if (!refused) return user_id;
      // A conflict means that the token was used twice at the same time. Only the first use succeeds.
      if (refused.reasons.some((reason) => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict'))
        return undefined;
      throw refused.error;
    },
  };
};
