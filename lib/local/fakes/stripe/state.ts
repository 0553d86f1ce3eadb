import type { Thread } from '../wire.ts';

export interface Customer {
  id: string;
  email: string;
  metadata: Record<string, string>;
  /** The payment method; undefined before the first payment. */
  method: 'card' | 'paypal' | undefined;
  /** True if the next payments fail. */
  fails: boolean;
}

/** Times are seconds since the epoch, as in Stripe. */
export interface FakeSubscription {
  id: string;
  customer: string;
  status: 'active' | 'past_due' | 'canceled';
  created: number;
  metadata: Record<string, string>;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  endedAt: number | undefined;
  /** Number of failed retries of a payment. The last one ends the subscription. */
  tries: number;
}

export interface Session {
  id: string;
  customer: string;
  status: 'open' | 'complete' | 'expired';
  expiresAt: number;
  successUrl: string;
  cancelUrl: string;
  metadata: Record<string, string>;
  subscription: string | undefined;
}

/** A visit to the customer portal, or only to its page for changing the payment method. */
export interface Visit {
  id: string;
  customer: string;
  returnUrl: string;
  /** True if the portal’s configuration shows the invoices; undefined for the page of the payment method. */
  showsInvoices?: boolean | undefined;
}

interface Invoice {
  id: string;
  customer: string;
  /** Seconds since the epoch. */
  at: number;
  paid: boolean;
}

/** An object that an operator sets up (product, price, webhook endpoint, portal configuration), in Stripe's format. */
export type SetUpThing = Record<string, unknown> & { id: string; object: string };

export interface StripeState {
  customers: Customer[];
  subscriptions: FakeSubscription[];
  sessions: Session[];
  visits: Visit[];
  /** Newest last; undefined in state files of an earlier version. */
  invoices?: Invoice[];
  /** The setup objects; undefined in state files of an earlier version. */
  setUp?: SetUpThing[];
  /** The first request with each Idempotency-Key, and its response. */
  answers: Record<string, { request: string; status: number; body: string }>;
  /** Time of the last bookkeeping, in seconds since the epoch. */
  bookedUntil: number;
}

export const initialStripeState = (): StripeState => ({
  customers: [],
  subscriptions: [],
  sessions: [],
  visits: [],
  answers: {},
  bookedUntil: 0,
});

const words: Record<FakeSubscription['status'], string | undefined> = {
  active: undefined,
  past_due: 'payment failed',
  canceled: 'ended',
};

const stateOf = (subscription: FakeSubscription | undefined): string | undefined => {
  if (!subscription) return 'not subscribed';
  return subscription.status === 'active' && subscription.cancelAtPeriodEnd ? 'cancelled' : words[subscription.status];
};

/** A conversation for each customer, with the state of the newest subscription. */
export const threadsOf = ({ customers, subscriptions }: StripeState): Thread[] =>
  customers.map(({ id, email }) => {
    const state = stateOf(subscriptions.findLast(({ customer }) => customer === id));
    return { id, title: email, kind: 'person', ...(state && { state }) };
  });
