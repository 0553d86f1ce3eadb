import type { BillingPorts } from './ports.ts';
import { review } from './review.ts';

const MAX_TRIES = 5;

/**
 * Ends everything that could still charge a deleted account, immediately. Safe to repeat.
 * @throws PaymentError, and the deletion is tried again later
 */
export const closeBilling = async (userId: number, ports: BillingPorts): Promise<void> => {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const record = await ports.records.get(userId);
    if (!record) return;
    if (record.checkout) await ports.payments.expireCheckout(record.checkout.id);
    // Save this before the subscriptions are read. The event of a subscription that is paid meanwhile then ends it.
    const closed = record.closedAt ?? ports.clock().toISOString();
    if (!(await ports.records.save({ ...record, checkout: undefined, closedAt: closed }))) continue;
    await review(userId, ports);
    return;
  }
  throw new Error(`The billing record of user ${userId} keeps changing`);
};
