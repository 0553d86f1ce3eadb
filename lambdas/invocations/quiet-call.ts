import { secondsAfter } from '../platform/clock.ts';

/** The longest that calls to a target have to lie apart for the later one to count as quiet, in seconds. */
const QUIET_GAP_SECONDS = 20;

/** Whether a call to a target whose previous call was at `previous` (RFC 3339) counts as quiet. */
export const isQuiet = (previous: string | undefined, now: Date): boolean =>
  previous === undefined || new Date(previous) < secondsAfter(now, -QUIET_GAP_SECONDS);
