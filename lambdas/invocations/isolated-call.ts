import { secondsAfter } from '../platform/clock.ts';

/** A call is isolated if its target got no other call in this many seconds before it. */
const ISOLATED_GAP_SECONDS = 20;

/** True if a call is isolated; `previous` is the time of the target's previous call (RFC 3339). */
export const isIsolated = (previous: string | undefined, now: Date): boolean =>
  previous === undefined || new Date(previous) < secondsAfter(now, -ISOLATED_GAP_SECONDS);
