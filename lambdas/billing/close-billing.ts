import type { BillingPorts } from './ports.ts';
import { review } from './review.ts';

const MAX_TRIES = 5;

/**
 * Immediately ends everything that could still charge a deleted account. Safe to repeat.
 * @throws PaymentError; the deletion is then retried later
 */
export const closeBilling = async (userId: number, ports: BillingPorts): Promise<void> => {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const record = await ports.records.get(userId);
    if (!record) return;
    if (record.checkout) await ports.payments.expireCheckout(record.checkout.id);
    // The record is closed before subscriptions are read. If one is paid in the meantime, its event then ends it.
    const closed = record.closedAt ?? ports.clock().toISOString();
    if (!(await ports.records.save({ ...record, checkout: undefined, closedAt: closed }))) continue;
    await review(userId, ports);
    return;
  }
  throw new Error(`The billing record of user ${userId} keeps changing`);
};
