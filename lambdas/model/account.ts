import type { AccountStatus } from '#contract/states';

/** An account that can sign in. An account that is being deleted cannot. */
export interface Account {
  userId: number;
  /** In lower case, like its claim. */
  email: string;
  /** True if the owner has followed an emailed link, which proves access to the mailbox. */
  emailVerified: boolean;
  passwordHash: string;
  /** When the review of items from before the address was confirmed was requested (RFC 3339); undefined without one. */
  reviewSince: string | undefined;
  status: AccountStatus;
  /** RFC 3339, or the zero date if there is no end. */
  premiumUntil: string;
  /** True if the last renewal payment failed. */
  paymentFailed: boolean;
  webhookCount: number;
  targetCount: number;
  /** Grows with each change of the password. Sessions and reset links of another epoch are invalid immediately. */
  epoch: number;
}

/** One address means one account, regardless of case. */
export const normalEmail = (email: string): string => email.toLowerCase();
