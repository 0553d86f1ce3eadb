/** Counters in fixed time windows. Both methods throw if the store cannot be reached, so no limit is ever skipped. */
export interface LimitStore {
  /**
   * Takes one of the window's `limit` units.
   * @param before units that count as taken if the window has no counter yet; less than `limit`
   * @returns false if none is left
   */
  take(scope: string, windowStart: Date, limit: number, expiresAt: Date, before?: number): Promise<boolean>;
  /** Returns one unit to the window's limit. */
  giveBack(scope: string, windowStart: Date): Promise<void>;
}
