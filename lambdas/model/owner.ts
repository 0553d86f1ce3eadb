import type { AccountStatus } from '#contract/states';

/** An account, as seen by the objects that belong to it. */
export interface Owner {
  email: string;
  /** true when the owner has proved to read email at `email`. */
  emailVerified: boolean;
  status: AccountStatus;
  /** RFC 3339, or the zero date when there is no end. */
  premiumUntil: string;
  /** The number of targets. */
  targetCount: number;
}

/** Reads the owners of things, with the fields named by `Facts`. */
export interface OwnerReader<Facts extends keyof Owner = keyof Owner> {
  /** undefined when the account does not exist. */
  get(userId: number): Promise<Pick<Owner, Facts> | undefined>;
}
