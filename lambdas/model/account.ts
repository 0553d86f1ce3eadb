import type { AccountStatus } from '#contract/states';

/** An account that can sign in; accounts under deletion cannot. */
export interface Account {
  userId: number;
  /** In lower case, as it was claimed. */
  email: string;
  /** The owner has shown to read email at that address (by following a link in one). */
  emailVerified: boolean;
  passwordHash: string;
  /**
   * Since when the owner has not decided about items from before the address was confirmed, RFC 3339; undefined when
   * nothing is open.
   */
  reviewSince: string | undefined;
  status: AccountStatus;
  /** RFC 3339, or the zero date when there is no end. */
  premiumUntil: string;
  /** The last renewal of the subscription could not be collected. */
  paymentFailed: boolean;
  webhookCount: number;
  targetCount: number;
  /** Grows with each change of the password; sessions and reset links of another epoch are dead immediately. */
  epoch: number;
}

/** One address, one account, however it is capitalised. */
export const normalEmail = (email: string): string => email.toLowerCase();
