import type { FakeSubscription, StripeState } from './state.ts';

/** An event of a bookkeeping step, for the product and for the customer's history. */
export interface Happening {
  type: string;
  subscription: FakeSubscription;
  /** The object in the event. */
  about: 'subscription' | 'paid invoice' | 'open invoice';
  /** A line for the customer's history. Only one event of a step has it. */
  line?: string;
}

/** Days after the first attempt at which a failed payment is retried. The subscription ends if the last retry fails. */
const RETRY_DAYS = [1, 3, 5, 7] as const;
const DAY = 86_400;

/** The same day of the next month, or its last day (https://docs.stripe.com/billing/subscriptions/billing-cycle). */
export const monthAfter = (at: number): number => {
  const from = new Date(at * 1000);
  const day = from.getUTCDate();
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + 1);
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, last));
  return Math.floor(to.getTime() / 1000);
};

/** The time of a subscription's next automatic event; undefined if the subscription has ended. */
const nextStep = (it: FakeSubscription): number | undefined => {
  if (it.status === 'canceled') return undefined;
  return it.status === 'active' ? it.periodEnd : it.periodStart + (RETRY_DAYS[it.tries] ?? 7) * DAY;
};

const date = (at: number): string => new Date(at * 1000).toISOString().slice(0, 10);

/** Performs a subscription's next step as of the time `at`. Changes the subscription. */
const step = (it: FakeSubscription, at: number, fails: boolean): Happening[] => {
  const told = (type: string, about: Happening['about'], line?: string): Happening => ({
    type,
    about,
    subscription: { ...it },
    ...(line && { line }),
  });
  const end = (line: string) => {
    it.status = 'canceled';
    it.endedAt = at;
    return [told('customer.subscription.deleted', 'subscription', line)];
  };
  if (it.status === 'active' && it.cancelAtPeriodEnd) return end(`The subscription ended on ${date(at)}.`);
  if (it.status === 'active') {
    it.periodStart = it.periodEnd;
    it.periodEnd = monthAfter(it.periodStart);
    it.tries = 0;
  } else if (fails && it.tries >= RETRY_DAYS.length - 1) {
    return end(`The last try to collect failed; the subscription ended on ${date(at)}.`);
  } else if (fails) it.tries += 1;
  it.status = fails ? 'past_due' : 'active';
  return fails
    ? [
        told('invoice.payment_failed', 'open invoice', `2.99 € could not be collected on ${date(at)}.`),
        told('customer.subscription.updated', 'subscription'),
      ]
    : [
        told('invoice.paid', 'paid invoice', `Paid 2.99 € on ${date(at)}, until ${date(it.periodEnd)}.`),
        told('customer.subscription.updated', 'subscription'),
      ];
};

/** Performs everything due by `now`, in chronological order. */
export const advanceTo = (state: StripeState, now: number): Happening[] => {
  const happenings: Happening[] = [];
  for (;;) {
    const next = state.subscriptions
      .map((subscription) => ({ subscription, at: nextStep(subscription) ?? Number.POSITIVE_INFINITY }))
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    const { subscription, at } = next;
    const fails = state.customers.find(({ id }) => id === subscription.customer)?.fails ?? false;
    happenings.push(...step(subscription, at, fails));
  }
  for (const session of state.sessions)
    if (session.status === 'open' && session.expiresAt <= now) session.status = 'expired';
  state.bookedUntil = now;
  return happenings;
};

/** Collects a customer's outstanding payments immediately, as happens after a new payment method is added. */
export const collectOwed = (state: StripeState, customer: string, now: number): Happening[] =>
  state.subscriptions
    .filter((it) => it.customer === customer && it.status === 'past_due')
    .flatMap((it) => step(it, now, false));
