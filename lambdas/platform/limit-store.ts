/** Counters in fixed time windows. Both methods throw if the store cannot be reached, so no limit is ever skipped. */
export interface LimitStore {
  /**
   * Takes one of the window's `limit` units.
   * @returns false if none is left
   */
  take(scope: string, windowStart: Date, limit: number, expiresAt: Date): Promise<boolean>;
  /** Returns one unit to the window's limit. */
  giveBack(scope: string, windowStart: Date): Promise<void>;
}
