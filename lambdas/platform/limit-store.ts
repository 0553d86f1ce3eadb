/** Counts in fixed windows; a store that cannot be reached throws, so no limit is ever skipped. */
export interface LimitStore {
  /** Takes one of `limit` in the window. @returns false when none is left. */
  take(scope: string, windowStart: Date, limit: number, expiresAt: Date): Promise<boolean>;
  /** Gives one back. */
  giveBack(scope: string, windowStart: Date): Promise<void>;
}
