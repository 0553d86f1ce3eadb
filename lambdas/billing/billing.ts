import { AppError } from '../platform/errors.ts';
import { log } from '../platform/log.ts';
import { cancel, createLink, openPortal, resume } from './change-subscription.ts';
import { closeBilling } from './close-billing.ts';
import { NOT_SET_UP } from './credentials.ts';
import { type EventOutcome, handleEvent } from './handle-event.ts';
import { type BillingPorts, type BillingStore, PaymentError } from './ports.ts';
import { reviewDue } from './review.ts';

/** The availability of premium in this deployment. `reason` explains to the user why it cannot be bought. */
export type Offer = { available: true } | { available: false; reason: string };

/** The billing functions that other domains use. */
export interface Billing {
  offer(): Promise<Offer>;
  /**
   * Creates a link to a page for buying premium.
   * @throws AppError('conflict' | 'unavailable')
   */
  createLink(userId: number): Promise<{ link: string }>;
  /**
   * Creates a link to a page with the user's invoices and payment method.
   * @throws AppError('conflict' | 'unavailable')
   */
  openPortal(userId: number): Promise<{ link: string }>;
  /**
   * Cancels premium at the end of the paid period.
   * @throws AppError('conflict' | 'unavailable')
   */
  cancel(userId: number): Promise<void>;
  /**
   * Resumes cancelled premium.
   * @throws AppError('conflict' | 'unavailable')
   */
  resume(userId: number): Promise<{ link?: string }>;
  /**
   * Processes a webhook event of the payment provider.
   * @returns undefined if payments are not set up in this deployment
   */
  handleEvent(raw: Buffer, signature: string | undefined): Promise<EventOutcome | undefined>;
  /** Ends all payments of a deleted account. */
  close(userId: number): Promise<void>;
  reviewDue(time?: { keepGoing: () => boolean }): Promise<void>;
}

/**
 * Creates the billing functions.
 * @param ports resolves to undefined if payments are not set up in this deployment
 */
export const createBilling = (
  ports: () => Promise<BillingPorts | undefined>,
  records: Pick<BillingStore, 'get'>,
): Billing => {
  /** Runs a user's billing request. Errors of the provider become AppErrors, which do not quote the provider. */
  const forUser = async <Result>(work: (ports: BillingPorts) => Promise<Result>): Promise<Result> => {
    const set = await ports();
    if (!set) throw new AppError('payments-unavailable', NOT_SET_UP);
    try {
      return await work(set);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      log.error('payment provider failed', { reason: error.kind }, error);
      throw new AppError(
        'payments-unavailable',
        'The payment service is not available. Nothing was charged. Try again in a moment.',
      );
    }
  };
  return {
    offer: async () => ((await ports()) ? { available: true } : { available: false, reason: NOT_SET_UP }),
    createLink: (userId) => forUser((set) => createLink(userId, set)),
    openPortal: (userId) => forUser((set) => openPortal(userId, set)),
    cancel: (userId) => forUser((set) => cancel(userId, set)),
    resume: (userId) => forUser((set) => resume(userId, set)),
    handleEvent: async (raw, signature) => {
      const set = await ports();
      return set && handleEvent(raw, signature, set);
    },
    close: async (userId) => {
      // Most accounts never had a subscription, so the payment code is not loaded for them.
      if (!(await records.get(userId))) return;
      const set = await ports();
      if (!set) throw new Error('A subscription cannot be ended, because payments are no longer set up');
      await closeBilling(userId, set);
    },
    reviewDue: async (time) => {
      const set = await ports();
      if (set) await reviewDue(set, time);
    },
  };
};
