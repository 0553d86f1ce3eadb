import { secondsAfter } from '../../platform/clock.ts';

/**
 * The lane of one target. `flowing`: messages are delivered as they come. `paused`: messages go to the target's waiting list, and
 * one wake-up message in the target's group of the queue takes the list, oldest first.
 */
type LaneMode = 'flowing' | 'paused';

export interface LaneState {
  userId: number;
  targetId: number;
  mode: LaneMode;
  /** Why its target takes nothing, in words for the target's owner; empty when nothing keeps it from taking messages. */
  reason: string;
  /** true when its owner disabled the target, so that trying it is pointless. */
  disabled: boolean;
  /** Messages in a row that were not delivered for the time being. */
  failures: number;
  /** The invocation of the last of them. Each time that it comes back and fails again it is still one message. */
  failedBy: string | undefined;
  /** Attempts in a row that failed since the target is known to take nothing. */
  probes: number;
  /** The number of the wake-up that may take the waiting list; earlier ones are void. */
  wakeUp: number;
  /**
   * When this wake-up came to the head of its group (RFC 3339). From then on nothing is added to the list, because whatever could
   * add to it stands behind the wake-up. undefined = it has not come yet.
   */
  wokenAt: string | undefined;
  /** Until when the provider asked not to be called (RFC 3339), which the owner cannot shorten; undefined = it did not. */
  retryAfterUntil: string | undefined;
  /** When the sweeper sends the next wake-up (RFC 3339); undefined when nothing can wait. */
  nextCheckAt: string | undefined;
  /** When the target was asked last (RFC 3339), as far as its pace needed it. */
  sentAt: string | undefined;
  /** Counts the writes, 0 = not stored yet: of two writers who saw the same version one is refused. */
  version: number;
}

export interface LaneStore {
  get(userId: number, targetId: number): Promise<LaneState | undefined>;
  /**
   * A lane that is not {@link isClean} sets a dirty flag on its target first, so that fresh messages read the lane.
   * @returns false when somebody else has changed the lane meanwhile; `sentAt` is not written.
   */
  save(lane: LaneState): Promise<boolean>;
  /** Clears a dirty flag, unless there is a newer one. For callers that have read the lane and found it clean. */
  clearDirtyFlag(userId: number, targetId: number, flag: string): Promise<void>;
  /** Remembers when the target was asked last. */
  saveSentAt(userId: number, targetId: number, at: Date): Promise<void>;
}

/** What becomes of a message of the queue: it is deleted, or it stays and blocks its group until it is received again. */
export type LaneVerdict = { kind: 'ack' } | { kind: 'retry'; afterSeconds: number };

export const ACK: LaneVerdict = { kind: 'ack' };
export const retryIn = (afterSeconds: number): LaneVerdict => ({ kind: 'retry', afterSeconds });

/** Waits up to this long keep the message in the queue, and with it the order of arrival. */
export const MAX_LANE_WAIT_SECONDS = 60;

/**
 * For how long the message that pauses a flowing lane stays at the head of its group: fresh messages read a dirty flag that may lag
 * behind by a moment, and by then it does not.
 */
export const PAUSE_COOLDOWN_SECONDS = 5;

/** For how long the waiting list, an index, may lag behind what was added to it. */
export const LIST_LAG_SECONDS = 5;

/** Messages in a row that have to fail before their lane is paused: one may be odd, three are an outage. */
const PAUSE_AFTER_FAILURES = 3;

/** Waits between attempts of a target that takes nothing, in seconds, without jitter; the last one repeats. */
const PROBE_SECONDS = [60, 120, 300, 600, 1800, 3600];
const JITTER = 0.2;

/** Seconds between checks of a lane whose target is disabled: for what has expired, and in case its wake-up got lost. */
const DISABLED_CHECK_SECONDS = 900;

/** The longest time until a check while a provider asked not to be called, in seconds: for what waits for too long meanwhile. */
const RETRY_AFTER_CHECK_SECONDS = 3600;

/** A wake-up that has not come, or gone on, after this time is taken for lost, and another one is sent. */
export const WAKE_UP_LOST_SECONDS = 360;

/** When a lane that flows again is checked once more for what its list showed too late, in seconds. */
const LAST_CHECK_SECONDS = 60;

export const flowingLane = (userId: number, targetId: number): LaneState => ({
  userId,
  targetId,
  mode: 'flowing',
  reason: '',
  disabled: false,
  failures: 0,
  failedBy: undefined,
  probes: 0,
  wakeUp: 0,
  wokenAt: undefined,
  retryAfterUntil: undefined,
  nextCheckAt: undefined,
  sentAt: undefined,
  version: 0,
});

/** Whether a lane flows and has no recent failure, as if it had never been stored. */
export const isClean = ({ mode, failures }: LaneState): boolean => mode === 'flowing' && failures === 0;

/** Whether the target takes nothing; else a paused lane is one whose list is on its way out. */
export const isBlocked = ({ mode, reason }: LaneState): boolean => mode === 'paused' && reason !== '';

interface LaneContext {
  now: Date;
  /** A number from 0 up to 1, for the jitter. */
  random: number;
}

/** A message that was not delivered for the time being. */
interface Failure {
  reason: string;
  invocationId: string;
  /** What the provider asked to wait for. A long wait is meant for all messages, so it pauses the lane. */
  notBefore: Date;
}

/** The lane whose target takes nothing until `nextCheckAt`; the wake-up that found out is void. */
const blocked = (lane: LaneState, reason: string, nextCheckAt: Date): LaneState => ({
  ...lane,
  mode: 'paused',
  reason,
  disabled: false,
  wakeUp: lane.wakeUp + 1,
  wokenAt: undefined,
  nextCheckAt: nextCheckAt.toISOString(),
});

/** The lane after a message was not delivered for the time being and cannot wait at the head of its group. Pure. */
export const afterFailure = (
  lane: LaneState,
  { reason, invocationId, notBefore }: Failure,
  context: LaneContext,
): LaneState => {
  const isAgain = lane.failures > 0 && lane.failedBy === invocationId;
  const failures = isAgain ? lane.failures : lane.failures + 1;
  const toldToWait = notBefore > secondsAfter(context.now, MAX_LANE_WAIT_SECONDS);
  if (!isBlocked(lane) && failures < PAUSE_AFTER_FAILURES && !toldToWait)
    return isAgain ? lane : { ...lane, failures, failedBy: invocationId };
  const probes = isBlocked(lane) ? lane.probes + 1 : 0;
  const planned = PROBE_SECONDS[Math.min(probes, PROBE_SECONDS.length - 1)] as number;
  const at = secondsAfter(context.now, planned * (1 - JITTER + 2 * JITTER * context.random));
  return {
    ...blocked(lane, reason, notBefore > at ? untilChecked(notBefore, context.now) : at),
    failures,
    failedBy: invocationId,
    probes,
    retryAfterUntil: toldToWait ? notBefore.toISOString() : undefined,
  };
};

/** Until when the provider is not to be called, because it said so; undefined when it may be. Pure. */
export const retryAfterOf = ({ retryAfterUntil }: LaneState, now: Date): string | undefined =>
  retryAfterUntil !== undefined && retryAfterUntil > now.toISOString() ? retryAfterUntil : undefined;

/** The lane after its target took, or decidedly refused, a message: the target works. Pure. */
export const afterAnswer = (lane: LaneState): LaneState =>
  isBlocked(lane) || lane.failures > 0 ? unblocked(lane) : lane;

/** The lane when nothing keeps its target from taking messages any more; what waits goes out first. Pure. */
const unblocked = (lane: LaneState): LaneState => ({
  ...lane,
  reason: '',
  disabled: false,
  failures: 0,
  probes: 0,
  retryAfterUntil: undefined,
});

/**
 * The lane of a target whose provider answers nobody until `nextCheckAt`. That says nothing about the target itself, so that no
 * failure and no probe is counted. Pure.
 */
export const whileSilent = blocked;

/** The lane of a target that its owner has disabled. Pure. */
export const whileDisabled = (lane: LaneState, now: Date): LaneState => ({
  ...blocked(
    lane,
    'The target is disabled by its owner. Enable it and the message goes out.',
    secondsAfter(now, DISABLED_CHECK_SECONDS),
  ),
  disabled: true,
});

/** The lane for as long as its provider asked not to be called, whatever its owner wishes. Pure. */
export const whileRetryAfter = (lane: LaneState, retryAfterUntil: string, now: Date): LaneState =>
  blocked(lane, 'The provider asked us to wait.', untilChecked(new Date(retryAfterUntil), now));

const untilChecked = (retryAfterUntil: Date, now: Date): Date => {
  const check = secondsAfter(now, RETRY_AFTER_CHECK_SECONDS);
  return retryAfterUntil < check ? retryAfterUntil : check;
};

/** When a blocked lane tries its target next, as far as is known; a check before that calls nobody. Pure. */
export const triedAgainAt = ({ nextCheckAt, retryAfterUntil = '' }: LaneState): Date | undefined => {
  if (nextCheckAt === undefined) return undefined;
  return new Date(nextCheckAt > retryAfterUntil ? nextCheckAt : retryAfterUntil);
};

/** The lane with another wake-up, which is to be sent once this is stored; earlier ones are void. Pure. */
export const woken = (lane: LaneState, now: Date): LaneState => ({
  ...lane,
  wakeUp: lane.wakeUp + 1,
  wokenAt: undefined,
  nextCheckAt: secondsAfter(now, WAKE_UP_LOST_SECONDS).toISOString(),
});

/** The lane after its owner enabled the target: as if it had never failed, and with another wake-up. Pure. */
export const resumed = (lane: LaneState, now: Date): LaneState => woken(unblocked(lane), now);

/** The lane from which more waits than its target takes in time: what comes goes to the waiting list. Pure. */
export const withBacklog = (lane: LaneState, now: Date): LaneState => ({ ...woken(lane, now), mode: 'paused' });

/** The lane whose wake-up has come to the head of its group, or is still at work there. Pure. */
export const atHead = (lane: LaneState, now: Date): LaneState => ({
  ...lane,
  mode: 'paused',
  wokenAt: lane.wokenAt ?? now.toISOString(),
  nextCheckAt: secondsAfter(now, WAKE_UP_LOST_SECONDS).toISOString(),
});

/** The lane once its list is empty; one more check follows, except after that check itself. Pure. */
export const flowing = (lane: LaneState, now: Date): LaneState => ({
  ...unblocked(lane),
  failures: lane.mode === 'flowing' ? lane.failures : 0,
  mode: 'flowing',
  wakeUp: lane.wakeUp + 1,
  wokenAt: undefined,
  nextCheckAt: lane.mode === 'flowing' ? undefined : secondsAfter(now, LAST_CHECK_SECONDS).toISOString(),
});
