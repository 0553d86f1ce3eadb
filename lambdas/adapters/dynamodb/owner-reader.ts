import * as z from 'zod';
import { NEVER } from '#contract/never';
import { accountStatus } from '#contract/states';
import type { OwnerAccounts } from '../../mail/own-address.ts';
import type { OwnerReader } from '../../model/owner.ts';
import { key } from './keys.ts';
import { getItem, type Table, updateItemIf } from './table.ts';

const stored = z.object({
  email: z.string(),
  email_verified: z.boolean().default(false),
  status: accountStatus,
  premium_until: z.string().default(NEVER),
  target_count: z.number().default(0),
});

/** Reads an owner's data from the account's profile, but not the password hash. */
export const readOwner = async (table: Table, userId: number) => {
  const { Item } = await getItem(table, {
    Key: key.profile(userId),
    ProjectionExpression: 'email, email_verified, #status, premium_until, target_count',
    ExpressionAttributeNames: { '#status': 'status' },
  });
  // A profile without an address is the tombstone of a deleted account.
  if (Item?.email === undefined) return undefined;
  const { email, email_verified, status, premium_until, target_count } = stored.parse(Item);
  return { email, emailVerified: email_verified, status, premiumUntil: premium_until, targetCount: target_count };
};

/** Reads the owners of webhooks, targets and messages, and confirms their addresses. */
export const ownerReader = (table: Table): OwnerReader & OwnerAccounts => ({
  get: (userId) => readOwner(table, userId),
  verify: (userId, email) =>
    updateItemIf(table, {
      Key: key.profile(userId),
      UpdateExpression: 'SET email_verified = :true',
      ConditionExpression: 'email = :email',
      ExpressionAttributeValues: { ':true': true, ':email': email },
    }),
});
