import * as z from 'zod';
import type { BillingRecord, BillingStore } from '../../billing/ports.ts';
import { epochSeconds, secondsAfter } from '../../platform/clock.ts';
import { dueIndex, key } from './keys.ts';
import { queryDue } from './query.ts';
import { getItem, putItemIf, type Table } from './table.ts';

/** Retention of a deleted account's billing record, as stated in the terms. */
const KEPT_SECONDS = 90 * 86_400;

const stored = z.object({
  user_id: z.number(),
  customer_id: z.string(),
  checkout: z.object({ id: z.string(), expires_at: z.string() }).optional(),
  state: z.object({
    status: z.enum(['free', 'premium', 'premium_cancelled']),
    premium_until: z.string(),
    payment_failed: z.boolean(),
    subscription_id: z.string().optional(),
  }),
  told_failed: z.string().optional(),
  told_ended: z.string().optional(),
  closed_at: z.string().optional(),
  due_sk: z.string().optional(),
  version: z.number(),
});

const parse = (item: unknown): BillingRecord => {
  const it = stored.parse(item);
  return {
    userId: it.user_id,
    customerId: it.customer_id,
    checkout: it.checkout && { id: it.checkout.id, expiresAt: it.checkout.expires_at },
    state: {
      status: it.state.status,
      premiumUntil: it.state.premium_until,
      paymentFailed: it.state.payment_failed,
      subscriptionId: it.state.subscription_id,
    },
    toldFailed: it.told_failed,
    toldEnded: it.told_ended,
    closedAt: it.closed_at,
    nextCheckAt: it.due_sk,
    version: it.version,
  };
};

const itemOf = (record: BillingRecord, version: number) => ({
  ...key.billing(record.userId),
  user_id: record.userId,
  customer_id: record.customerId,
  checkout: record.checkout && { id: record.checkout.id, expires_at: record.checkout.expiresAt },
  state: {
    status: record.state.status,
    premium_until: record.state.premiumUntil,
    payment_failed: record.state.paymentFailed,
    subscription_id: record.state.subscriptionId,
  },
  told_failed: record.toldFailed,
  told_ended: record.toldEnded,
  closed_at: record.closedAt,
  ...(record.closedAt && { expires_at: epochSeconds(secondsAfter(new Date(record.closedAt), KEPT_SECONDS)) }),
  ...(record.nextCheckAt && { due_pk: dueIndex.billing, due_sk: record.nextCheckAt }),
  version,
});

export const billingStore = (table: Table): BillingStore => {
  const put = (input: Parameters<typeof putItemIf>[1]) => putItemIf(table, input);
  return {
    get: async (userId) => {
      const { Item } = await getItem(table, { Key: key.billing(userId), ConsistentRead: true });
      return Item && parse(Item);
    },
    insert: (record) => put({ Item: itemOf(record, record.version), ConditionExpression: 'attribute_not_exists(pk)' }),
    save: (record) =>
      put({
        Item: itemOf(record, record.version + 1),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': record.version },
      }),
    due: async (now, limit) => {
      const items = await queryDue(table, dueIndex.billing, now, limit);
      return items.map((item) => z.object({ user_id: z.number() }).parse(item).user_id);
    },
    hasSeen: async (eventId) => {
      const { Item } = await getItem(table, { Key: key.billingEvent(eventId), ConsistentRead: true });
      return Item !== undefined;
    },
    markSeen: async (eventId, expiresAt) => {
      await put({ Item: { ...key.billingEvent(eventId), expires_at: epochSeconds(expiresAt) } });
    },
  };
};
