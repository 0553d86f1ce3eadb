import { paymentFailedMail } from '../mail/payment-failed.ts';
import { subscriptionEndedMail } from '../mail/subscription-ended.ts';
import { benefitsEnd } from '../model/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import type { BillingPorts, BillingRecord } from './ports.ts';
import {
  type BillingState,
  decisive,
  isLive,
  isOver,
  NO_SUBSCRIPTION,
  type Subscription,
  sameState,
  stateOf,
} from './subscription.ts';

/**
 * Maximum number of attempts to save a review. It is high, because several events of a subscription can arrive
 * together.
 */
const MAX_TRIES = 12;

/** Seconds until a second review, which corrects concurrent changes made under the old plan, such as a new webhook. */
const SECOND_LOOK_SECONDS = 120;
const AFTER_PERIOD_SECONDS = 600;
const OVERDUE_SECONDS = 6 * 3600;
/** Seconds until the next review while a payment page is open, or after a failed review. */
export const SOON_SECONDS = 3600;

/** The time of the next review without an event. A lost event is thus noticed within hours. */
const nextCheck = (record: BillingRecord, changed: boolean, now: Date): string | undefined => {
  if (changed) return secondsAfter(now, SECOND_LOOK_SECONDS).toISOString();
  const { status, premiumUntil, paymentFailed } = record.state;
  if (status !== 'free') {
    const end = secondsAfter(new Date(premiumUntil), AFTER_PERIOD_SECONDS);
    return (end > now && !paymentFailed ? end : secondsAfter(now, OVERDUE_SECONDS)).toISOString();
  }
  return record.checkout && new Date(record.checkout.expiresAt) > now
    ? secondsAfter(now, SOON_SECONDS).toISOString()
    : undefined;
};

/**
 * Reads the user's subscription from the provider and updates the account. Events, responses and the minute's sweep all
 * call this function, so lost, repeated and reordered events are harmless. After a crash, the next run completes the
 * update.
 * @returns the state, or undefined if the user never paid
 * @throws PaymentError
 */
export const review = async (userId: number, ports: BillingPorts): Promise<BillingState | undefined> => {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // The record is read before the subscription. So if this run can save its result, no other run has saved a newer
    // one.
    const record = await ports.records.get(userId);
    if (!record) return undefined;
    const subscriptions = await ports.payments.subscriptionsOf(record.customerId);
    const account = record.closedAt ? undefined : await ports.account(userId);
    if (!account) {
      if (record.checkout) await ports.payments.expireCheckout(record.checkout.id);
      await endAll(subscriptions, ports);
      const closedAt = record.closedAt ?? ports.clock().toISOString();
      const closed = { ...record, closedAt, checkout: undefined, state: NO_SUBSCRIPTION, nextCheckAt: undefined };
      if (await ports.records.save(closed)) return NO_SUBSCRIPTION;
      continue;
    }
    const { current, surplus } = decisive(subscriptions);
    if (surplus.length > 0) log.error('duplicate subscription', { userId, count: surplus.length + 1 });
    await endAll(surplus, ports);

    const state = current ? stateOf(current) : NO_SUBSCRIPTION;
    const changed = !sameState(state, record.state);
    const checkout = current && isLive(current) ? undefined : record.checkout;
    const next = { ...record, state, checkout };
    next.nextCheckAt = nextCheck(next, changed, ports.clock());
    if (!(await ports.records.save(next))) continue;
    const saved = { ...next, version: next.version + 1 };
    if (changed) log.info('subscription changed', { userId, outcome: state.status });
    await ports.applyState(userId, state, saved.version);
    if ((state.status === 'free') !== (record.state.status === 'free'))
      await ports
        .auditPlan(userId, state.status === 'free' ? 'Free' : 'Premium', ports.clock())
        .catch((error: unknown) => log.error('change not audited', { userId, action: 'planChanged' }, error));
    if (await tell(saved, current, account.email, ports)) return state;
  }
  throw new AppError('subscription-changing', 'The subscription was changed at the same time. Try again.');
};

const endAll = async (subscriptions: readonly Subscription[], { payments }: BillingPorts): Promise<void> => {
  for (const { id } of subscriptions.filter(isLive)) await payments.cancelNow(id);
};

/**
 * Sends the email about a new state, once. The email is recorded before it is sent, and the record is undone if sending
 * fails.
 * @returns false if another run changed the record in the meantime
 */
const tell = async (
  record: BillingRecord,
  current: Subscription | undefined,
  email: string,
  ports: BillingPorts,
): Promise<boolean> => {
  const { subscriptionId, premiumUntil, paymentFailed } = record.state;
  const failure = `${subscriptionId}|${premiumUntil}`;
  const settings = `${ports.appUrl}/user/settings`;
  const send = async (noted: BillingRecord, name: string, mail: ReturnType<typeof paymentFailedMail>) => {
    if (!(await ports.records.save(noted))) return false;
    const outcome = await ports.mail.send({ ...mail, to: email, id: `${name}-${noted.version}-${subscriptionId}` });
    if (outcome.kind === 'ok' || outcome.kind === 'fail_target' || outcome.kind === 'fail_message') return true;
    await ports.records.save({ ...record, version: noted.version + 1 });
    throw new Error(`An email about a subscription could not be sent: ${outcome.reason}`);
  };
  if (paymentFailed && record.toldFailed !== failure)
    return send(
      { ...record, toldFailed: failure },
      'payment-failed',
      paymentFailedMail({ benefitsUntil: benefitsEnd(record.state.status, premiumUntil), link: settings }),
    );
  if (current && isOver(current) && record.toldEnded !== current.id)
    return send({ ...record, toldEnded: current.id }, 'subscription-ended', subscriptionEndedMail({ link: settings }));
  return true;
};

/** Reviews due subscriptions. Runs every minute. A failing review does not delay the others. */
export const reviewDue = async (
  ports: BillingPorts,
  { keepGoing = () => true }: { keepGoing?: () => boolean } = {},
): Promise<void> => {
  for (const userId of await ports.records.due(ports.clock(), 25)) {
    if (!keepGoing()) return;
    try {
      await review(userId, ports);
    } catch (error) {
      log.error('subscription not reviewed', { userId }, error);
      const record = await ports.records.get(userId);
      // The next review is scheduled later, so a failing subscription does not delay the others.
      if (record)
        await ports.records.save({ ...record, nextCheckAt: secondsAfter(ports.clock(), SOON_SECONDS).toISOString() });
    }
  }
};
