import type { AccountStatus } from '#contract/states';

/** An account that is not being deleted, so its owner can sign in. */
export interface Account {
  userId: number;
  /** In lower case, like the address of its claim. */
  email: string;
  /** True if the owner has followed an emailed link, which proves access to the mailbox. */
  emailVerified: boolean;
  passwordHash: string;
  /** Request time of the review of items older than the confirmed address (RFC 3339); undefined if none is open. */
  reviewSince: string | undefined;
  status: AccountStatus;
  /** RFC 3339, or the zero date if there is no end. */
  premiumUntil: string;
  /** True if the last renewal payment failed. */
  paymentFailed: boolean;
  webhookCount: number;
  targetCount: number;
  /** Increases with each password change, which invalidates the sessions and reset links of earlier epochs. */
  epoch: number;
}

/** Normalises an address, because upper and lower case mean the same account. */
export const normalEmail = (email: string): string => email.toLowerCase();
