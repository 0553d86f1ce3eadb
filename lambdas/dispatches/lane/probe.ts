import type { DispatchCode } from '#contract/codes';
import type { LaneState } from '../../model/lane.ts';
import { isOperatorsFault } from '../../outbound/outcome.ts';

/* The times and messages of a paused lane's probes. All pure. */

/** Waits between attempts of a paused lane, in seconds without jitter; the last one repeats. */
const PROBE_SECONDS = [60, 120, 300, 600, 1800, 3600];

/**
 * Longest wait after a provider rejected our own credential, in seconds. Once the operator has fixed it, no lane waits
 * longer.
 */
const PROBE_OURS_SECONDS = 600;

/** Failed probes after which another message is probed right after the oldest, which may be the only one that fails. */
const PROBES_OF_OLDEST = 3;

/**
 * A wait with ±20 % of jitter, so retries of one outage do not all come back together. `random` is a number from 0
 * up to 1.
 */
export const withJitter = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random);

/**
 * True if the next probe tries a message other than the oldest, which has just failed. After a `Retry-After`, which
 * applies to all messages, the oldest is probed first.
 */
export const isOfAnother = ({ probes, retryAfterUntil }: Pick<LaneState, 'probes' | 'retryAfterUntil'>): boolean =>
  probes >= PROBES_OF_OLDEST && (probes - PROBES_OF_OLDEST) % 2 === 0 && retryAfterUntil === undefined;

/** Seconds until the next probe of the oldest message, by the number of failed ones. */
export const probeWait = (probes: number, code: DispatchCode | undefined, random: number): number => {
  const ofOldest = Math.min(probes, 1 + Math.floor(probes / 2));
  const growing = PROBE_SECONDS[Math.min(ofOldest, PROBE_SECONDS.length - 1)] as number;
  return withJitter(isOperatorsFault(code) ? Math.min(growing, PROBE_OURS_SECONDS) : growing, random);
};

/**
 * The index of the listed message to probe next; 0 is the oldest. Other messages take turns in order, so a probe only
 * overtakes failed messages. After the last one, the turn returns to the first. Pure.
 */
export const probedIndex = (lane: LaneState, listed: readonly string[]): number => {
  if (listed.length < 2 || !isOfAnother(lane)) return 0;
  const next = listed.findIndex((id, index) => index > 0 && id > (lane.failedBy ?? ''));
  return Math.max(1, next);
};
