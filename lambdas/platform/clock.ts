/** The present moment; passed in so that tests and simulations choose it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** `2026-11-20`: the UTC calendar day, which is the product's "cycle". */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Whole seconds from `at` to the next UTC midnight, at least 1. */
export const secondsToNextUtcDay = (at: Date): number => {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1);
  return Math.max(1, Math.ceil((midnight - at.getTime()) / 1000));
};

/** Seconds since the epoch, DynamoDB's time-to-live unit. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A date `seconds` after `at`. */
export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);
