import { secondsAfter } from '../platform/clock.ts';

/**
 * The lane of one target. `open`: messages are delivered as they come. `held`: the target takes nothing at the moment,
 * messages wait and only a probe is tried. `draining`: what waited goes out in order, and newer messages line up behind.
 */
type LaneMode = 'open' | 'held' | 'draining';

export interface LaneState {
  userId: number;
  targetId: number;
  mode: LaneMode;
  /** Why it is held, in words for the target's owner; empty when it is open. */
  reason: string;
  /** true when its owner disabled the target, so that probing it is pointless. */
  disabled: boolean;
  /** Messages in a row that had to leave the lane without having been delivered. */
  failures: number;
  /** The invocation of the last of them. Each time that it comes back and fails again it is still one message. */
  failedBy: string | undefined;
  /** Probes in a row that failed. */
  probes: number;
  /** How often it was begun to be emptied; messages that were let go carry it. */
  episode: number;
  /** The message that tests a held lane; the last one that was let go of a lane that is being emptied. See `passOf`. */
  pass: string | undefined;
  /** Until when the provider asked to be left alone (RFC 3339), which its owner cannot shorten; undefined = it did not. */
  restUntil: string | undefined;
  /** When the sweeper looks at the lane next (RFC 3339); undefined when there is nothing to look after. */
  lookAt: string | undefined;
  /** When the target was asked last (RFC 3339), as far as its pace needed it. */
  sentAt: string | undefined;
  /** Counts the writes, 0 = not stored yet: of two writers who saw the same version one is refused. */
  version: number;
}

export interface LaneStore {
  get(userId: number, targetId: number): Promise<LaneState | undefined>;
  /**
   * A lane that is not {@link isCalm} leaves a mark on its target first, so that fresh messages look at the lane.
   * @returns false when somebody else has changed the lane meanwhile; `sentAt` is not written.
   */
  save(lane: LaneState): Promise<boolean>;
  /** Takes a mark away, unless there is a newer one. For those who have seen that the lane is calm again. */
  unmark(userId: number, targetId: number, mark: string): Promise<void>;
  /** Remembers when the target was asked last. */
  markSent(userId: number, targetId: number, at: Date): Promise<void>;
}

/** What becomes of the lane's message: it is done with, or it stays and blocks its lane for a while. */
export type LaneVerdict = { kind: 'done' } | { kind: 'keep'; afterSeconds: number };

export const DONE: LaneVerdict = { kind: 'done' };
export const keep = (afterSeconds: number): LaneVerdict => ({ kind: 'keep', afterSeconds });

/** Waits up to this long keep the message in its lane, and with it the order of arrival. */
export const MAX_LANE_WAIT_SECONDS = 60;

/**
 * A lane that was just closed keeps its message in front for so long, in seconds: fresh messages look at a mark that may
 * lag behind by a moment, and by then it does not.
 */
export const CLOSED_SECONDS = 5;

/** So many messages in a row have to fail before their target is held: one may be odd, three are an outage. */
const HOLD_AFTER_FAILURES = 3;

/** Waits between probes of a held target, in seconds, without jitter; the last one repeats. */
const PROBE_SECONDS = [60, 120, 300, 600, 1800, 3600];
const JITTER = 0.2;

/** How often a lane is looked at whose target is disabled: for what has expired, and in case its release got lost. */
export const DISABLED_LOOK_SECONDS = 900;

/** What was put aside at the very moment a lane opened is found this much later. */
export const SETTLE_SECONDS = 60;

/** Names one stay of a message in its lane; once it has left the lane to wait again, it is another one. */
export const passOf = ({ invocationId, generation }: { invocationId: string; generation: number }): string =>
  `${invocationId}.${generation}`;

/** The pass of a message that its owner called up: it goes before older ones, which therefore may not take its place. */
export const calledUpPassOf = (message: { invocationId: string; generation: number }): string =>
  `${passOf(message)}.called-up`;

/** The pass of a message that its owner took out of its turn: what counts is when the queue comes to where it stood. */
export const placePassOf = (message: { invocationId: string; generation: number }): string =>
  `${passOf(message)}.place`;

export const isPlacePass = (pass: string | undefined): boolean => pass?.endsWith('.place') === true;

/** Whether a lane's pass is for this stay of a message. */
export const isPassFor = (pass: string | undefined, message: { invocationId: string; generation: number }): boolean =>
  pass === passOf(message) || pass === calledUpPassOf(message) || pass === placePassOf(message);

/** Which invocation a pass is for. */
export const invocationOf = (pass: string): string => pass.slice(0, pass.indexOf('.'));

export const openLane = (userId: number, targetId: number): LaneState => ({
  userId,
  targetId,
  mode: 'open',
  reason: '',
  disabled: false,
  failures: 0,
  failedBy: undefined,
  probes: 0,
  episode: 0,
  pass: undefined,
  restUntil: undefined,
  lookAt: undefined,
  sentAt: undefined,
  version: 0,
});

/** Whether a lane lets everything pass and remembers no failure: as if nobody had ever written it down. */
export const isCalm = ({ mode, failures }: LaneState): boolean => mode === 'open' && failures === 0;

interface LaneFacts {
  now: Date;
  /** A number from 0 up to 1, for the jitter. */
  random: number;
}

/** A message that was not delivered for the time being. */
interface Failure {
  reason: string;
  invocationId: string;
  /** What the provider asked to wait for. A long wait is meant for all messages, so it closes the lane. */
  notBefore: Date;
}

/** The lane after a message was not delivered for the time being and cannot wait within it. Pure. */
export const afterFailure = (
  lane: LaneState,
  { reason, invocationId, notBefore }: Failure,
  facts: LaneFacts,
): LaneState => {
  const isAgain = lane.failures > 0 && lane.failedBy === invocationId;
  const failures = isAgain ? lane.failures : lane.failures + 1;
  const toldToWait = notBefore > secondsAfter(facts.now, MAX_LANE_WAIT_SECONDS);
  if (lane.mode === 'open' && failures < HOLD_AFTER_FAILURES && !toldToWait)
    return isAgain ? lane : { ...lane, failures, failedBy: invocationId };
  const probes = lane.mode === 'held' ? lane.probes + 1 : 0;
  const planned = PROBE_SECONDS[Math.min(probes, PROBE_SECONDS.length - 1)] as number;
  const at = secondsAfter(facts.now, planned * (1 - JITTER + 2 * JITTER * facts.random));
  const lookAt = notBefore > at ? notBefore : at;
  return {
    ...lane,
    mode: 'held',
    reason,
    disabled: false,
    failures,
    failedBy: invocationId,
    probes,
    pass: undefined,
    restUntil: toldToWait ? notBefore.toISOString() : undefined,
    lookAt: lookAt.toISOString(),
  };
};

/** Until when the lane has to rest, because its provider said so; undefined when it does not. Pure. */
export const restOf = ({ restUntil }: LaneState, now: Date): string | undefined =>
  restUntil !== undefined && restUntil > now.toISOString() ? restUntil : undefined;

/**
 * The lane after its target took, or decidedly refused, a message: it works, so what waits may go out. While the
 * probe itself is still in its lane, behind older messages, the lane stays as it is. Pure.
 */
export const afterAnswer = (
  lane: LaneState,
  now: Date,
  message: { invocationId: string; generation: number },
): LaneState => {
  if (lane.mode === 'held') return isPassFor(lane.pass, message) ? draining(lane, now) : lane;
  return lane.failures > 0 ? { ...lane, failures: 0 } : lane;
};

/**
 * The lane of a target whose provider answers nobody until `lookAt`. That says nothing about the target itself, so that
 * no failure and no probe is counted. Pure.
 */
export const whileSilent = (lane: LaneState, reason: string, lookAt: Date): LaneState => ({
  ...lane,
  mode: 'held',
  reason,
  disabled: false,
  pass: undefined,
  lookAt: lookAt.toISOString(),
});

/** The lane of a target that its owner has disabled. Pure. */
export const whileDisabled = (lane: LaneState, now: Date): LaneState =>
  lane.mode === 'held' && lane.disabled
    ? lane
    : {
        ...lane,
        mode: 'held',
        disabled: true,
        pass: undefined,
        reason: 'The target is disabled by its owner. Enable it and the message goes out.',
        lookAt: secondsAfter(now, DISABLED_LOOK_SECONDS).toISOString(),
      };

/** The lane from the moment on that what waited goes out; a probe that is under way is the first of it. Pure. */
export const draining = (lane: LaneState, now: Date): LaneState => ({
  ...lane,
  mode: 'draining',
  reason: '',
  disabled: false,
  failures: 0,
  probes: 0,
  episode: lane.episode + 1,
  restUntil: undefined,
  lookAt: now.toISOString(),
});

/** The lane once nothing waits any more; one more look follows. Pure. */
export const opened = (lane: LaneState, now: Date): LaneState => ({
  ...draining(lane, now),
  mode: 'open',
  pass: undefined,
  lookAt: secondsAfter(now, SETTLE_SECONDS).toISOString(),
});
