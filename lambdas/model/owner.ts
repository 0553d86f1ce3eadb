import type { AccountStatus } from '#contract/states';

/** The fields of an account that its webhooks and targets need. */
export interface Owner {
  /** Empty for a trial. */
  email: string;
  /** True if the owner has proved that they receive email at `email`. */
  emailVerified: boolean;
  status: AccountStatus;
  /** RFC 3339, or the zero date if there is no end. For a trial, its end. */
  premiumUntil: string;
  targetCount: number;
}

/** Reads owners, with the fields in `Facts`. */
export interface OwnerReader<Facts extends keyof Owner = keyof Owner> {
  /** undefined if the account does not exist. */
  get(userId: number): Promise<Pick<Owner, Facts> | undefined>;
}
