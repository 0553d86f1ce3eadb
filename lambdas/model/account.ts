import type { AccountStatus } from '#contract/states';

/** An account that can sign in; accounts under deletion cannot. */
export interface Account {
  userId: number;
  /** In lower case, like its claim. */
  email: string;
  /** True if the owner has proved access to this mailbox by following an emailed link. */
  emailVerified: boolean;
  passwordHash: string;
  /** Start of the open question about items from before the address was confirmed, RFC 3339; undefined without one. */
  reviewSince: string | undefined;
  status: AccountStatus;
  /** RFC 3339, or the zero date when there is no end. */
  premiumUntil: string;
  /** True if the last renewal of the subscription could not be collected. */
  paymentFailed: boolean;
  webhookCount: number;
  targetCount: number;
  /** Grows with each change of the password; sessions and reset links of another epoch are dead immediately. */
  epoch: number;
}

/** One address means one account, in any capitalisation. */
export const normalEmail = (email: string): string => email.toLowerCase();
