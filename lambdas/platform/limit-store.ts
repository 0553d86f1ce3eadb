/** Counts in fixed windows. It throws if it cannot be reached, so no limit is ever skipped. */
export interface LimitStore {
  /**
   * Takes one of `limit` in the window.
   * @returns false if none is left
   */
  take(scope: string, windowStart: Date, limit: number, expiresAt: Date): Promise<boolean>;
  /** Returns one unit to the window's limit. */
  giveBack(scope: string, windowStart: Date): Promise<void>;
}
