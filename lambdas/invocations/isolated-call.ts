import { secondsAfter } from '../platform/clock.ts';

/** A call is isolated when its target had no other call for this long before, in seconds. */
const ISOLATED_GAP_SECONDS = 20;

/** True if a call is isolated; `previous` is when its target was called last (RFC 3339). */
export const isIsolated = (previous: string | undefined, now: Date): boolean =>
  previous === undefined || new Date(previous) < secondsAfter(now, -ISOLATED_GAP_SECONDS);
