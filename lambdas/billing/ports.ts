import type { AccountStatus } from '#contract/states';
import type { Outcome } from '../outbound/outcome.ts';
import type { Clock } from '../platform/clock.ts';
import type { BillingState, Subscription } from './subscription.ts';

/** The reason that the payment provider did not do as asked. */
export class PaymentError extends Error {
  readonly kind: 'unavailable' | 'refused' | 'missing';

  constructor(kind: PaymentError['kind'], message: string) {
    super(message);
    this.name = 'PaymentError';
    this.kind = kind;
  }
}

/** A page on which a person pays. Dates are RFC 3339. */
export interface Checkout {
  id: string;
  /** The URL to open in the browser. */
  link: string;
  status: 'open' | 'complete' | 'expired';
  expiresAt: string;
}

/** An event at the provider; only the customer's id is taken from it. */
interface PaymentEvent {
  id: string;
  type: string;
  customerId: string | undefined;
}

/** The payment provider. Every method but `readEvent` may throw {@link PaymentError}. */
export interface PaymentProvider {
  /** The same customer for the same user, even for repeated calls within a day. */
  createCustomer(userId: number, email: string): Promise<string>;
  /** The user that a customer was created for. */
  ownerOf(customerId: string): Promise<number | undefined>;
  /** Repeating it with the same key gives the same page. */
  openCheckout(
    userId: number,
    customerId: string,
    pages: { successUrl: string; cancelUrl: string },
    idempotencyKey: string,
  ): Promise<Checkout>;
  checkout(checkoutId: string): Promise<Checkout>;
  /** Closes an open page; a closed one stays unchanged. */
  expireCheckout(checkoutId: string): Promise<void>;
  /** A page on which the customer gives another means of payment. */
  openRepair(customerId: string, returnUrl: string): Promise<string>;
  /** The customer's newest subscriptions, ended ones included. */
  subscriptionsOf(customerId: string): Promise<Subscription[]>;
  /** Lets a subscription end with its period, or continue after all. */
  setEnding(subscriptionId: string, ending: boolean): Promise<void>;
  /** Ends a subscription immediately, without refund; an ended one stays unchanged. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** @returns undefined for content that the provider did not sign, or signed too long ago. */
  readEvent(raw: Buffer, signature: string | undefined, now: Date): PaymentEvent | undefined;
}

/** A user's payment record. Kept apart from the account, because it outlives it. */
export interface BillingRecord {
  userId: number;
  customerId: string;
  checkout: { id: string; expiresAt: string } | undefined;
  state: BillingState;
  /** The state of the last email to the owner: the subscription, and the date until which it is paid. */
  toldFailed: string | undefined;
  toldEnded: string | undefined;
  /** The time when the account was deleted, so no payment can be collected (RFC 3339). */
  closedAt: string | undefined;
  /** When the subscription is read again without a request. RFC 3339. */
  nextCheckAt: string | undefined;
  /** Grows with each change. */
  version: number;
}

export interface BillingStore {
  get(userId: number): Promise<BillingRecord | undefined>;
  /** @returns false when there is one already. */
  insert(record: BillingRecord): Promise<boolean>;
  /** Replaces the record while it still has this version, and gives it the next. @returns false when it changed. */
  save(record: BillingRecord): Promise<boolean>;
  /** Users whose `nextCheckAt` has come, at most `limit`. */
  due(now: Date, limit: number): Promise<number[]>;
  hasSeen(eventId: string): Promise<boolean>;
  markSeen(eventId: string, expiresAt: Date): Promise<void>;
}

/** The account's data for billing. */
interface BilledAccount {
  email: string;
  status: AccountStatus;
  premiumUntil: string;
}

export interface BillingPorts {
  payments: PaymentProvider;
  records: BillingStore;
  /** undefined when the account is gone. */
  account: (userId: number) => Promise<BilledAccount | undefined>;
  /** Applies a state everywhere; of two, the higher revision wins. */
  applyState: (userId: number, state: BillingState, revision: number) => Promise<void>;
  mail: {
    send(mail: { to: string; subject: string; text: string; html: string; id: string }): Promise<Outcome>;
  };
  appUrl: string;
  clock: Clock;
}
