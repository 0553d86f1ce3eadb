import type { DispatchCode } from '#contract/codes';
import type { LaneState } from '../../model/lane.ts';
import { isOperatorsFault } from '../../platform/outbound/outcome.ts';

/** Seconds between attempts of a paused lane, without jitter. The last value repeats. */
const PROBE_SECONDS = [60, 120, 300, 600, 1800, 3600];

/**
 * Longest wait after a provider rejected the operator's credential, in seconds. Once the operator has fixed it, every
 * lane is probed within this time.
 */
const PROBE_OURS_SECONDS = 600;

/**
 * Number of failed probes after which another message is probed right after the oldest, in case only the oldest fails.
 */
const PROBES_OF_OLDEST = 3;

/**
 * Adds ±20 % of jitter to a wait, so the retries of an outage are spread.
 * @param random a number from 0 up to 1
 */
export const withJitter = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random);

/**
 * True if the next probe tries another message, because the oldest has just failed. After a `Retry-After`, which
 * applies to all messages, the oldest is probed first.
 */
export const probesOther = ({ probes, retryAfterUntil }: Pick<LaneState, 'probes' | 'retryAfterUntil'>): boolean =>
  probes >= PROBES_OF_OLDEST && (probes - PROBES_OF_OLDEST) % 2 === 0 && retryAfterUntil === undefined;

/** Seconds until the next probe of the oldest message, by the number of failed probes. */
export const probeWait = (probes: number, code: DispatchCode | undefined, random: number): number => {
  const ofOldest = Math.min(probes, 1 + Math.floor(probes / 2));
  const growing = PROBE_SECONDS[Math.min(ofOldest, PROBE_SECONDS.length - 1)] as number;
  return withJitter(isOperatorsFault(code) ? Math.min(growing, PROBE_OURS_SECONDS) : growing, random);
};

/**
 * The index of the listed message to probe next; 0 is the oldest. Other messages take turns in order, so a probed
 * message overtakes only messages that have failed. After the last one, the turn returns to the first. If the message
 * that failed has left the list, the oldest has not failed yet, so it is probed. Pure.
 */
export const probedIndex = (lane: LaneState, listed: readonly string[]): number => {
  if (listed.length < 2 || !probesOther(lane) || listed[0] !== lane.oldestFailed) return 0;
  const next = listed.findIndex((id, index) => index > 0 && id > (lane.otherFailed ?? ''));
  return Math.max(1, next);
};
