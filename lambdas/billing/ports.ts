import type { AccountStatus } from '#contract/states';
import type { Clock } from '../platform/clock.ts';
import type { Outcome } from '../platform/outbound/outcome.ts';
import type { BillingState, Subscription } from './subscription.ts';

/** A failed request to the payment provider. */
export class PaymentError extends Error {
  readonly kind: 'unavailable' | 'refused' | 'missing';

  constructor(kind: PaymentError['kind'], message: string) {
    super(message);
    this.name = 'PaymentError';
    this.kind = kind;
  }
}

/** A payment page. Dates are RFC 3339. */
export interface Checkout {
  id: string;
  link: string;
  status: 'open' | 'complete' | 'expired';
  expiresAt: string;
}

/** An event from the provider. Only the customer's id is used. */
interface PaymentEvent {
  id: string;
  type: string;
  customerId: string | undefined;
}

/** The payment provider. Every method but `readEvent` may throw {@link PaymentError}. */
export interface PaymentProvider {
  /** Creates a customer. Repeated calls for a user within a day return the same customer. */
  createCustomer(userId: number, email: string): Promise<string>;
  /** The user for whom a customer was created; undefined if there is none. */
  ownerOf(customerId: string): Promise<number | undefined>;
  /** Opens a payment page. Repeated calls with the same key return the same page. */
  openCheckout(
    userId: number,
    customerId: string,
    pages: { successUrl: string; cancelUrl: string },
    idempotencyKey: string,
  ): Promise<Checkout>;
  checkout(checkoutId: string): Promise<Checkout>;
  /** Closes an open page. A closed page stays unchanged. */
  expireCheckout(checkoutId: string): Promise<void>;
  /** Returns a page on which the customer changes the payment method. */
  openRepair(customerId: string, returnUrl: string): Promise<string>;
  /** Returns a page with the customer's invoices and payment method. */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** The customer's newest subscriptions, including ended ones. */
  subscriptionsOf(customerId: string): Promise<Subscription[]>;
  /** Cancels a subscription at the end of its period, or resumes it. */
  setEnding(subscriptionId: string, ending: boolean): Promise<void>;
  /** Ends a subscription immediately, without refund. An ended subscription stays unchanged. */
  cancelNow(subscriptionId: string): Promise<void>;
  /**
   * Parses a signed event.
   * @returns undefined if the signature is invalid or too old
   */
  readEvent(raw: Buffer, signature: string | undefined, now: Date): PaymentEvent | undefined;
}

/** A user's payment record. It is kept after the account is deleted, so it is not part of the account. */
export interface BillingRecord {
  userId: number;
  customerId: string;
  checkout: { id: string; expiresAt: string } | undefined;
  state: BillingState;
  /** Identifies the failed payment, or the ended subscription, about which the owner got the latest email. */
  toldFailed: string | undefined;
  toldEnded: string | undefined;
  /** The time from which nothing can be charged, because the account was deleted (RFC 3339). */
  closedAt: string | undefined;
  /** The time at which the subscription is read again, even without an event (RFC 3339). */
  nextCheckAt: string | undefined;
  version: number;
}

export interface BillingStore {
  get(userId: number): Promise<BillingRecord | undefined>;
  /** @returns false if the user already has a record */
  insert(record: BillingRecord): Promise<boolean>;
  /**
   * Replaces the record if it still has this version, and increments the version.
   * @returns false if it changed meanwhile
   */
  save(record: BillingRecord): Promise<boolean>;
  /** Users whose `nextCheckAt` has passed, at most `limit`. */
  due(now: Date, limit: number): Promise<number[]>;
  hasSeen(eventId: string): Promise<boolean>;
  markSeen(eventId: string, expiresAt: Date): Promise<void>;
}

interface BilledAccount {
  email: string;
  status: AccountStatus;
  premiumUntil: string;
}

export interface BillingPorts {
  payments: PaymentProvider;
  records: BillingStore;
  /** Resolves to undefined if the account was deleted. */
  account: (userId: number) => Promise<BilledAccount | undefined>;
  /** Applies a state to the account and its routes, unless they have a state of a higher revision. */
  applyState: (userId: number, state: BillingState, revision: number) => Promise<void>;
  /** Adds a changed plan to the account's audit log. */
  auditPlan: (userId: number, plan: 'Premium' | 'Free', at: Date) => Promise<void>;
  mail: {
    send(mail: { to: string; subject: string; text: string; html: string; id: string }): Promise<Outcome>;
  };
  appUrl: string;
  clock: Clock;
}
