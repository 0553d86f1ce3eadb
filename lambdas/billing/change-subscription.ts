import { planOf } from '../model/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import type { BillingPorts, BillingRecord } from './ports.ts';
import { review, SOON_SECONDS } from './review.ts';
import { NO_SUBSCRIPTION } from './subscription.ts';

/**
 * The settings page to which the payment page returns. The query names the outcome, and is empty if the user cancelled.
 */
const page = (appUrl: string, outcome?: 'paid' | 'repaired') =>
  `${appUrl}/user/settings${outcome ? `?subscription=${outcome}` : ''}`;

/**
 * The error for a user who already has premium.
 * @param cancelled true if premium ends with the paid period; the error then explains how to keep it
 */
const premiumAlready = (cancelled = false) =>
  new AppError(
    'premium-already',
    `You already have Premium.${cancelled ? ' To keep it after it ends, re-subscribe in Settings.' : ''}`,
  );

const recordOf = async (userId: number, email: string, ports: BillingPorts): Promise<BillingRecord> => {
  const known = await ports.records.get(userId);
  if (known) return known;
  const record: BillingRecord = {
    userId,
    customerId: await ports.payments.createCustomer(userId, email),
    checkout: undefined,
    state: NO_SUBSCRIPTION,
    toldFailed: undefined,
    toldEnded: undefined,
    closedAt: undefined,
    nextCheckAt: undefined,
    version: 1,
  };
  if (await ports.records.insert(record)) return record;
  // A concurrent request has created the user's record.
  return (await ports.records.get(userId)) ?? record;
};

/**
 * Returns the URL of a page with the user's invoices and payment method.
 * @throws AppError('no-subscription') if the user never opened a payment page; PaymentError
 */
export const openPortal = async (userId: number, ports: BillingPorts): Promise<{ link: string }> => {
  const record = await ports.records.get(userId);
  if (!record) throw new AppError('no-subscription', 'There are no invoices, because you never had a subscription.');
  return { link: await ports.payments.openPortal(record.customerId, page(ports.appUrl)) };
};

const MAX_TRIES = 4;

/**
 * Returns the URL of a page on which the user pays for premium. After a failed payment, it is a page for changing the
 * payment method. Each user has at most one open page, so no one pays twice.
 * @throws AppError('premium-already') if the user already has premium; PaymentError
 */
export const createLink = async (userId: number, ports: BillingPorts): Promise<{ link: string }> => {
  // Read the subscription first, because a user may have paid although the event never arrived.
  const state = await review(userId, ports);
  const account = await ports.account(userId);
  if (!account) throw notFound('User');
  let record = await recordOf(userId, account.email, ports);
  if (state?.paymentFailed)
    return { link: await ports.payments.openRepair(record.customerId, page(ports.appUrl, 'repaired')) };
  const now = ports.clock();
  if (planOf(account.status, account.premiumUntil, now) === 'premium')
    throw premiumAlready(account.status === 'premium_cancelled');

  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (record.checkout) {
      const open = await ports.payments.checkout(record.checkout.id);
      if (open.status === 'open' && new Date(open.expiresAt) > now) return { link: open.link };
      if (open.status === 'complete' && (await review(userId, ports))?.status === 'premium') throw premiumAlready();
      record = (await ports.records.get(userId)) ?? record;
    }
    const pages = { successUrl: page(ports.appUrl, 'paid'), cancelUrl: page(ports.appUrl) };
    // Concurrent requests read the same version, so they use the same idempotency key and get the same page.
    const key = `checkout-${userId}-${record.version}`;
    const made = await ports.payments.openCheckout(userId, record.customerId, pages, key);
    const checkout = { id: made.id, expiresAt: made.expiresAt };
    const nextCheckAt = secondsAfter(now, SOON_SECONDS).toISOString();
    if (await ports.records.save({ ...record, checkout, nextCheckAt })) return { link: made.link };
    const newer = await ports.records.get(userId);
    if (!newer) throw notFound('User');
    if (newer.checkout?.id !== made.id) await ports.payments.expireCheckout(made.id);
    record = newer;
  }
  throw new AppError('subscription-changing', 'Your subscription was changed at the same time. Try again.');
};

/**
 * Cancels the subscription at the end of the paid period, until which its benefits stay. Safe to repeat.
 * @throws AppError('no-subscription') if there is nothing to cancel; PaymentError
 */
export const cancel = async (userId: number, ports: BillingPorts): Promise<void> => {
  const state = await review(userId, ports);
  if (!state?.subscriptionId || state.status === 'free')
    throw new AppError('no-subscription', 'There is no subscription to cancel.');
  if (state.status === 'premium') await ports.payments.setEnding(state.subscriptionId, true);
  await review(userId, ports);
};

/**
 * Resumes a cancelled subscription. If it has already ended, returns a link for buying a new one. Safe to repeat.
 * @throws AppError('no-subscription') if the user never subscribed; PaymentError
 */
export const resume = async (userId: number, ports: BillingPorts): Promise<{ link?: string }> => {
  const state = await review(userId, ports);
  if (!state?.subscriptionId) throw new AppError('no-subscription', 'There is no subscription to resume.');
  if (state.status === 'free') return createLink(userId, ports);
  if (state.status === 'premium_cancelled') await ports.payments.setEnding(state.subscriptionId, false);
  await review(userId, ports);
  return {};
};
