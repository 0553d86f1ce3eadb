/** Returns the current time. It is passed as an argument, so tests and simulations can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const HOUR_MS = HOUR_SECONDS * 1000;
export const DAY_MS = DAY_SECONDS * 1000;

/** The UTC calendar day of a time, such as `2026-11-20`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Seconds since the epoch, the unit of DynamoDB's time to live. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** The time `seconds` after `at`. */
export const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** Whole seconds from `now` until a later moment. */
export const secondsUntil = (later: Date, now: Date): number => Math.ceil((later.getTime() - now.getTime()) / 1000);

/**
 * The fixed time window of this length that contains a time. The window's counters can be deleted at `forgetAt`, which
 * allows for clock differences between machines.
 */
export const windowAt = (at: Date, seconds: number): { start: Date; end: Date; forgetAt: Date } => {
  const start = new Date(Math.floor(at.getTime() / (seconds * 1000)) * seconds * 1000);
  return { start, end: secondsAfter(start, seconds), forgetAt: secondsAfter(start, 2 * seconds) };
};

/** Whole seconds from `at` to the next UTC midnight, at least 1. */
export const secondsToNextUtcDay = (at: Date): number => secondsUntil(windowAt(at, DAY_SECONDS).end, at);

/** The UTC day of a time, counted from 1970. */
export const dayNumber = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
