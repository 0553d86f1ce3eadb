import type { AccountStatus } from '#contract/states';

/** An account that can be signed in to. One that is being deleted is none any more. */
export interface Account {
  userId: number;
  /** In lower case, as it was claimed. */
  email: string;
  /** The owner has shown to read mail at that address (by following a link in one). */
  emailVerified: boolean;
  passwordHash: string;
  /**
   * Since when the owner has not said what of the things that whoever registered had made is theirs, RFC 3339; undefined
   * when there is nothing to say.
   */
  reviewSince: string | undefined;
  status: AccountStatus;
  /** RFC 3339, or the zero date when there is no end. */
  premiumUntil: string;
  /** The last renewal of the subscription could not be collected. */
  paymentFailed: boolean;
  webhookCount: number;
  targetCount: number;
  /** Grows with each change of the password; sessions and reset links of another epoch are dead at once. */
  epoch: number;
}

/** One address, one account, however it is capitalised. */
export const normalEmail = (email: string): string => email.toLowerCase();
