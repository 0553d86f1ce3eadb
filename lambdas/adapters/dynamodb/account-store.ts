import * as z from 'zod';
import { NEVER } from '#contract/never';
import { accountStatus } from '#contract/states';
import type { Account } from '../../model/account.ts';
import type { AccountStore } from '../../model/account-ports.ts';
import { noteChange } from './counters-store.ts';
import { key } from './keys.ts';
import { getItem, isConditionFailed, type Table, transactOrWhyNot, updateItem, updateItemIf } from './table.ts';

/** A profile as stored. Without a password hash, the account is being deleted and no one can sign in. */
const stored = z.object({
  user_id: z.number(),
  email: z.string(),
  email_verified: z.boolean().default(false),
  password_hash: z.string(),
  status: accountStatus,
  premium_until: z.string().default(NEVER),
  payment_failed: z.boolean().default(false),
  /** Set with the first review of a billing record, even if nothing was paid. */
  standing_revision: z.number().optional(),
  joined_workspace: z.boolean().default(false),
  webhook_count: z.number().default(0),
  target_count: z.number().default(0),
  epoch: z.number(),
  review_since: z.string().optional(),
});

const parseAccount = (item: Record<string, unknown> | undefined): Account | undefined => {
  if (!item || 'deleting_since' in item) return undefined;
  const it = stored.parse(item);
  return {
    userId: it.user_id,
    email: it.email,
    emailVerified: it.email_verified,
    passwordHash: it.password_hash,
    reviewSince: it.review_since,
    status: it.status,
    premiumUntil: it.premium_until,
    paymentFailed: it.payment_failed,
    isCustomer: it.standing_revision !== undefined,
    joinedWorkspace: it.joined_workspace,
    webhookCount: Math.max(0, it.webhook_count),
    targetCount: Math.max(0, it.target_count),
    epoch: it.epoch,
  };
};

/** The user id for the reads of an unknown address. No account has this id. */
const NOBODY = 0;

export const accountStore = (table: Table): AccountStore => {
  const get = async (userId: number): Promise<Account | undefined> => {
    const { Item } = await getItem(table, { Key: key.profile(userId), ConsistentRead: true });
    return parseAccount(Item);
  };
  return {
    insert: async ({ userId, email, passwordHash, createdAt, emailVerified = false }) => {
      const profile = {
        ...key.profile(userId),
        user_id: userId,
        email,
        password_hash: passwordHash,
        ...(emailVerified && { email_verified: true }),
        status: 'free',
        webhook_count: 0,
        target_count: 0,
        epoch: 0,
        created_at: createdAt.toISOString(),
      };
      const ConditionExpression = 'attribute_not_exists(pk)';
      const refused = await transactOrWhyNot(table, [
        { Put: { Item: { ...key.emailClaim(email), user_id: userId }, ConditionExpression } },
        { Put: { Item: profile, ConditionExpression } },
      ]);
      if (!refused) return true;
      const [claim] = refused.reasons;
      // Concurrent registrations of an address conflict, so the address is taken in this case too.
      if (claim === 'ConditionalCheckFailed' || claim === 'TransactionConflict') return false;
      throw refused.error;
    },
    claim: async ({ userId, routes }, { email, passwordHash, now }) => {
      // No process may use the trial's end from its cache.
      await noteChange(table, userId, now);
      const refused = await transactOrWhyNot(table, [
        {
          Put: {
            Item: { ...key.emailClaim(email), user_id: userId },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        {
          Update: {
            Key: key.profile(userId),
            UpdateExpression:
              'SET email = :email, password_hash = :hash, #status = :free REMOVE premium_until, due_pk, due_sk ADD epoch :one',
            ConditionExpression: '#status = :trial',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: {
              ':email': email,
              ':hash': passwordHash,
              ':free': 'free',
              ':trial': 'trial',
              ':one': 1,
            },
          },
        },
        ...routes.map((route) => ({
          Update: {
            Key: key.route(route),
            UpdateExpression: 'SET owner_status = :free REMOVE premium_until',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':free': 'free' },
          },
        })),
      ]);
      if (!refused) {
        const account = await get(userId);
        return account ? account.epoch : 'gone';
      }
      const [address, ...others] = refused.reasons;
      // Of concurrent claims, one is first.
      if (others.some((reason) => reason === 'ConditionalCheckFailed' || reason === 'TransactionConflict'))
        return 'gone';
      if (address === 'ConditionalCheckFailed' || address === 'TransactionConflict') return 'address-taken';
      throw refused.error;
    },
    byEmail: async (email) => {
      const { Item } = await getItem(table, { Key: key.emailClaim(email), ConsistentRead: true });
      return get(z.number().default(NOBODY).parse(Item?.user_id));
    },
    get,
    changePassword: async (userId, from, to) => {
      try {
        const { Attributes } = await updateItem(table, {
          Key: key.profile(userId),
          UpdateExpression: 'SET password_hash = :to ADD epoch :one',
          ConditionExpression: 'password_hash = :from',
          ExpressionAttributeValues: { ':from': from, ':to': to, ':one': 1 },
          ReturnValues: 'UPDATED_NEW',
        });
        return z.number().parse(Attributes?.epoch);
      } catch (error) {
        if (isConditionFailed(error)) return undefined;
        throw error;
      }
    },
    endReview: async (userId, since) => {
      await updateItemIf(table, {
        Key: key.profile(userId),
        UpdateExpression: 'REMOVE review_since',
        ConditionExpression: 'review_since = :since',
        ExpressionAttributeValues: { ':since': since },
      });
    },
    rehash: async (userId, from, to) => {
      // The condition fails if the password was changed meanwhile. That hash already has the current parameters.
      await updateItemIf(table, {
        Key: key.profile(userId),
        UpdateExpression: 'SET password_hash = :to',
        ConditionExpression: 'password_hash = :from',
        ExpressionAttributeValues: { ':from': from, ':to': to },
      });
    },
  };
};
