import { type Clock, systemClock } from '../../platform/clock.ts';
import type { SubscriptionStatusStore } from '../../webhooks/apply-subscription-status.ts';
import { noteChange } from './counters-store.ts';
import { runHoldNow } from './held-items.ts';
import { type Key, key } from './keys.ts';
import { type Table, updateItemIf } from './table.ts';

const notLater = '(attribute_not_exists(standing_revision) OR standing_revision <= :revision)';

export const subscriptionStatusStore = (table: Table, clock: Clock = systemClock): SubscriptionStatusStore => {
  const update = (Key: Key, input: Omit<Parameters<typeof updateItemIf>[1], 'Key'>) =>
    updateItemIf(table, { Key, ...input });
  return {
    setOnAccount: async (userId, { status, premiumUntil, paymentFailed }, revision) => {
      const isSet = await update(key.profile(userId), {
        UpdateExpression:
          'SET #status = :status, premium_until = :until, payment_failed = :failed, standing_revision = :revision',
        // A profile without an address belongs to a deleted account. An administrator's status does not depend on
        // payments.
        ConditionExpression: `attribute_exists(email) AND #status <> :admin AND ${notLater}`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':status': status,
          ':until': premiumUntil,
          ':failed': paymentFailed,
          ':revision': revision,
          ':admin': 'admin',
        },
      });
      if (!isSet) return false;
      await noteChange(table, userId, clock());
      // With a larger plan, calls held for the quota can be released immediately.
      await runHoldNow(table)(userId, 'quota', clock());
      return true;
    },
    setOnRoute: async (route, { status, premiumUntil }, revision) => {
      await update(key.route(route), {
        UpdateExpression: 'SET owner_status = :status, premium_until = :until, standing_revision = :revision',
        ConditionExpression: `attribute_exists(pk) AND ${notLater}`,
        ExpressionAttributeValues: { ':status': status, ':until': premiumUntil, ':revision': revision },
      });
    },
  };
};
