import type { AccountStatus } from '#contract/states';

/** An account that is not being deleted, so its owner can sign in. */
export interface Account {
  userId: number;
  /** The address in lower case, as in its email claim. Empty for a trial, which has neither an address nor a password. */
  email: string;
  /** True if the owner has opened a link in an email, which proves access to the mailbox. */
  emailVerified: boolean;
  passwordHash: string;
  /** When the open review of older webhooks and targets was requested (RFC 3339); undefined if none is open. */
  reviewSince: string | undefined;
  status: AccountStatus;
  /** RFC 3339, or the zero date if there is no end. For a trial, its end. */
  premiumUntil: string;
  /** True if the last renewal payment failed. */
  paymentFailed: boolean;
  /** True if the payment provider knows the owner as a customer. */
  isCustomer: boolean;
  /** True if the owner has joined another user's workspace before. */
  joinedWorkspace: boolean;
  webhookCount: number;
  targetCount: number;
  /** Increases with each password change, which invalidates the sessions and reset links of earlier epochs. */
  epoch: number;
}

/** Converts an address to lower case. Addresses that differ only in case belong to the same account. */
export const normalEmail = (email: string): string => email.toLowerCase();
