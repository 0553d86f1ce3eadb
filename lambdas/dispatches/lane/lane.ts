import { isDisabled, type LaneState } from '../../model/lane.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { type Reason, retryAfterSeconds, type TransientOutcome } from '../../platform/outbound/outcome.ts';
import { probesOther, probeWait } from './probe.ts';

/** Longest wait of a message at the head of its group, in seconds. A message that waits there keeps its place. */
export const MAX_LANE_WAIT_SECONDS = 60;

/**
 * Seconds by which the dirty flag and the waiting list, a secondary index, may lag behind the table. The head of a
 * target's queue group is held for this time, so no later message can act on an older state:
 * - A message that pauses its lane, or moves to the list, stays at the head. The next message then sees the change.
 * - A wake-up ends its work only this long after its arrival at the head. All earlier messages are then in the index.
 * - A wake-up that is replaced earlier does not claim that the list was complete.
 */
export const LAG_SECONDS = 5;

/** Number of consecutive failed messages that pause a lane. */
const PAUSE_AFTER_FAILURES = 3;

/** Seconds between wake-ups of a lane whose target is disabled. Each wake-up ends expired messages. */
const DISABLED_WAKE_UP_SECONDS = 900;

/** Longest time between wake-ups during a `Retry-After`, in seconds. Each wake-up ends expired messages. */
const RETRY_AFTER_WAKE_UP_SECONDS = 3600;

/**
 * Seconds without progress after which a wake-up may be lost and is resent. They exceed the queue's deduplication
 * window.
 */
export const WAKE_UP_LOST_SECONDS = 360;

/** Largest difference between the queue's clock and ours, in seconds. */
const CLOCK_SKEW_SECONDS = 1;

/**
 * Seconds until the extra wake-up of a lane that flows again, for messages that became visible in its list too late.
 */
const LAST_WAKE_UP_SECONDS = 60;

/** Seconds after which the owner gets a notice that a target's lane is paused. */
const PAUSE_NOTICE_SECONDS = 300;

/** Pauses a lane until `nextWakeUpAt`. The current wake-up becomes void, and no failure is counted. Pure. */
export const pauseLane = (lane: LaneState, reason: Reason, nextWakeUpAt: Date, now: Date): LaneState => ({
  ...lane,
  mode: 'paused',
  reason,
  pausedAt: lane.mode === 'paused' && !isDisabled(lane) ? lane.pausedAt : now.toISOString(),
  failedBy: undefined,
  ...(lane.mode !== 'paused' && { oldestFailed: undefined, otherFailed: undefined }),
  wakeUpNumber: lane.wakeUpNumber + 1,
  isWakeUpSent: false,
  wokenAt: undefined,
  nextWakeUpAt: nextWakeUpAt.toISOString(),
});

/**
 * The lane after a transient failure of a message that cannot wait at the head of its group. Pure.
 * @param failure `wakeUpNumber` is the lane's at the time of the attempt; `skipsList` is true if the owner requested it
 */
export const afterFailure = (
  lane: LaneState,
  failure: {
    outcome: TransientOutcome;
    invocationId: string;
    wakeUpNumber: number;
    skipsList: boolean;
    now: Date;
    random: number;
  },
): LaneState => {
  const { outcome, invocationId, wakeUpNumber, skipsList, now, random } = failure;
  const askedSeconds = retryAfterSeconds(outcome);
  // A `Retry-After` too long for a wait in the queue pauses the lane for all messages.
  const toldToWait = askedSeconds > MAX_LANE_WAIT_SECONDS;
  const notBefore = secondsAfter(now, askedSeconds);
  // True if this failure was already stored, but the response of that save was lost.
  const isCounted = lane.retryAfterUntil === notBefore.toISOString();
  if (lane.wakeUpNumber !== wakeUpNumber && (!toldToWait || isCounted)) return lane;
  const wasPaused = lane.mode === 'paused';
  // A failed manual retry must not postpone the next probe.
  if (wasPaused && skipsList && !toldToWait) return lane;
  const isAgain = lane.failures > 0 && lane.failedBy === invocationId;
  const failures = isAgain ? lane.failures : lane.failures + 1;
  if (!wasPaused && failures < PAUSE_AFTER_FAILURES && !toldToWait)
    return isAgain ? lane : { ...lane, failures, failedBy: invocationId };
  const probes = wasPaused ? lane.probes + 1 : 0;
  const planned = probeWait(probes, outcome.code, random);
  const nextWakeUpAt = askedSeconds > planned ? wakeUpWithin(notBefore, now) : secondsAfter(now, planned);
  const paused = {
    ...pauseLane(lane, { code: outcome.code, text: outcome.reason }, nextWakeUpAt, now),
    failures,
    ...(wasPaused && (probesOther(lane) ? { otherFailed: invocationId } : { oldestFailed: invocationId })),
    probes,
    retryAfterUntil: toldToWait ? notBefore.toISOString() : undefined,
  };
  // Probe another message immediately, before an outage is likely to end. Otherwise that message could overtake the
  // oldest.
  return probesOther(paused) ? wakeLane(paused, now) : paused;
};

/**
 * The lane if another message should be probed but none exists: it waits as after a failed probe. Undefined if the
 * oldest message should be probed. Pure.
 */
export const postponeOtherProbe = (lane: LaneState, now: Date, random: number): LaneState | undefined => {
  if (lane.mode !== 'paused' || !lane.reason || !probesOther(lane)) return undefined;
  const probes = lane.probes + 1;
  const nextWakeUpAt = secondsAfter(now, probeWait(probes, lane.reason.code, random));
  return { ...pauseLane(lane, lane.reason, nextWakeUpAt, now), probes };
};

/** The end of a `Retry-After` that still applies; undefined if requests to the provider are allowed. Pure. */
export const retryAfterOf = ({ retryAfterUntil }: LaneState, now: Date): string | undefined =>
  retryAfterUntil !== undefined && retryAfterUntil > now.toISOString() ? retryAfterUntil : undefined;

/**
 * The lane after the provider accepted or permanently rejected a message, which shows that the target works. A paused
 * lane gets a wake-up immediately, unless one is already on its way. Pure.
 */
export const afterAnswer = (lane: LaneState, now: Date): LaneState => {
  if (lane.mode === 'paused' && !lane.isWakeUpSent) return resumeLane(lane, now);
  return lane.mode === 'paused' || lane.failures > 0 ? unpauseLane(lane) : lane;
};

/** The lane once its target works again, without a new wake-up. A paused lane now catches up. Pure. */
const unpauseLane = (lane: LaneState): LaneState => ({
  ...lane,
  mode: lane.mode === 'paused' ? 'catching-up' : lane.mode,
  reason: undefined,
  pausedAt: undefined,
  failures: 0,
  probes: 0,
  retryAfterUntil: undefined,
});

const DISABLED: Reason = {
  code: 'target-disabled',
  text: 'The target is disabled. Its messages are sent once you enable it.',
};

/** The lane of a disabled target. By default, the reason is that the owner disabled it. Pure. */
export const whileDisabled = (lane: LaneState, now: Date, reason = DISABLED): LaneState =>
  pauseLane(lane, reason, secondsAfter(now, DISABLED_WAKE_UP_SECONDS), now);

/** True if the owner should know of a lane's pause. Pure. */
export const isLongPaused = ({ mode, pausedAt }: LaneState, now: Date): boolean =>
  mode === 'paused' && pausedAt !== undefined && now >= secondsAfter(new Date(pausedAt), PAUSE_NOTICE_SECONDS);

/** The lane during a `Retry-After`, which its owner cannot shorten. Pure. */
export const whileRetryAfter = (lane: LaneState, now: Date): LaneState =>
  pauseLane(
    lane,
    { code: 'provider-rate-limited', text: 'The provider asked us to wait.' },
    wakeUpWithin(new Date(lane.retryAfterUntil ?? now), now),
    now,
  );

const wakeUpWithin = (retryAfterUntil: Date, now: Date): Date => {
  const latest = secondsAfter(now, RETRY_AFTER_WAKE_UP_SECONDS);
  return retryAfterUntil < latest ? retryAfterUntil : latest;
};

/**
 * The earliest time of a paused lane's next attempt; undefined if no wake-up is planned. A wake-up before the end of a
 * `Retry-After` makes no attempt. Pure.
 */
export const triedAgainAt = ({ nextWakeUpAt, retryAfterUntil = '' }: LaneState): Date | undefined =>
  nextWakeUpAt === undefined ? undefined : new Date(nextWakeUpAt > retryAfterUntil ? nextWakeUpAt : retryAfterUntil);

/** The lane with a new wake-up, which is sent after the lane is stored. Earlier wake-ups become void. Pure. */
export const wakeLane = (lane: LaneState, now: Date): LaneState => ({
  ...lane,
  wakeUpNumber: lane.wakeUpNumber + 1,
  isWakeUpSent: true,
  // Until the wake-up arrives, messages ahead of it join the list.
  wokenAt: undefined,
  nextWakeUpAt: secondsAfter(now, WAKE_UP_LOST_SECONDS).toISOString(),
});

/**
 * The lane when its wake-up is due. A wake-up that may be lost is resent with the same number, and the first copy to
 * arrive does the work. A new number would void a wake-up that is only slow, and the new one would queue behind all
 * later messages. Pure.
 */
export const wakeDueLane = (lane: LaneState, now: Date): LaneState => ({
  ...wakeLane(lane, now),
  wakeUpNumber: lane.isWakeUpSent ? lane.wakeUpNumber : lane.wakeUpNumber + 1,
});

/** The paused lane once its target works again, with a wake-up for its messages. Pure. */
export const resumeLane = (lane: LaneState, now: Date): LaneState => wakeLane(unpauseLane(lane), now);

/** The lane when its target cannot keep up, so new messages join the waiting list. Pure. */
export const catchUp = (lane: LaneState, now: Date): LaneState =>
  lane.mode === 'flowing' ? { ...wakeLane(lane, now), mode: 'catching-up' } : lane;

/**
 * The lane while its wake-up is at the head of its group. It changes when the wake-up arrives, and again before the
 * wake-up would count as lost. The arrival of a resent wake-up counts again, because messages queued between the two
 * joined the list in the meantime. Pure.
 */
export const arriveAtHead = (lane: LaneState, firstReceivedAt: Date, now: Date): LaneState => {
  const soon = secondsAfter(now, WAKE_UP_LOST_SECONDS / 2).toISOString();
  const hasArrived = (lane.wokenAt ?? '') >= secondsAfter(firstReceivedAt, -CLOCK_SKEW_SECONDS).toISOString();
  if (hasArrived && lane.nextWakeUpAt !== undefined && lane.nextWakeUpAt > soon) return lane;
  return {
    ...lane,
    mode: lane.mode === 'flowing' ? 'catching-up' : lane.mode,
    wokenAt: hasArrived ? lane.wokenAt : now.toISOString(),
    nextWakeUpAt: secondsAfter(now, WAKE_UP_LOST_SECONDS).toISOString(),
  };
};

/** The lane once its list is empty. An extra wake-up follows, unless this one was the extra one. Pure. */
export const letLaneFlow = (lane: LaneState, now: Date): LaneState => ({
  ...unpauseLane(lane),
  failures: lane.mode === 'paused' ? 0 : lane.failures,
  mode: 'flowing',
  wakeUpNumber: lane.wakeUpNumber + 1,
  isWakeUpSent: false,
  wokenAt: undefined,
  nextWakeUpAt: lane.mode === 'flowing' ? undefined : secondsAfter(now, LAST_WAKE_UP_SECONDS).toISOString(),
});
