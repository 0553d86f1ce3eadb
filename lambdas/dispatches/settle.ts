import { type Outcome, type Reason, waitingReason } from '../outbound/outcome.ts';
import type { Plan } from '../plans/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import { type Dispatch, withAttempt } from './dispatch.ts';
import { MAX_LANE_WAIT_SECONDS } from './lane/lane.ts';

/** Shortest wait after our own credential was refused, which takes an operator to mend; in seconds. */
const FAIL_CONFIG_MIN_WAIT_SECONDS = 600;

/** Jitter: ±20 %, so that retries of one outage do not all come back at once. */
const JITTER = 0.2;

/** What happens next: nothing · it waits at the head of its group · the due index brings it back · it waits in its target's list. */
type Next =
  | { kind: 'final' }
  | { kind: 'atHead'; afterSeconds: number }
  | { kind: 'due'; at: Date }
  | { kind: 'listed' };

export interface Settled {
  dispatch: Dispatch;
  next: Next;
}

export interface SettleContext {
  plan: Plan;
  now: Date;
  durationMs: number;
  /** A number from 0 up to 1, for the jitter. */
  random: number;
}

/**
 * Decides what an attempt's outcome means for its dispatch. Pure: time and chance are arguments.
 *
 * Transient outcomes follow the plan's waits, with ±20 % jitter, and never come before the provider's `Retry-After`. When the plan's
 * waits are used up, or its span has passed, the dispatch has failed for good and says so.
 * @param list given when the lane is paused: a dispatch that would leave its lane then waits in the list instead; one whose lane was
 *   paused before does so whatever the plan's waits, until it has expired.
 */
export const settle = (
  outcome: Outcome,
  dispatch: Dispatch,
  context: SettleContext,
  list?: ListContext & { wasPaused: boolean },
): Settled => {
  const tried = withOutcome(outcome, dispatch, context);
  if (outcome.kind === 'ok')
    return final(
      tried,
      'success',
      undefined,
      dispatch.note === '' ? { note: outcome.note ?? '', noteCode: outcome.noteCode } : dispatch,
    );
  if (outcome.kind === 'fail_message' || outcome.kind === 'fail_target') return final(tried, 'error', spoken(outcome));
  const settled = retryByPlan(outcome, tried, context);
  if (!list || !(list.wasPaused || settled.next.kind === 'due')) return settled;
  return isExpired(tried, context)
    ? expire(tried, spoken(outcome), context.now)
    : waitInList(tried, spoken(outcome), list);
};

/** Whether a dispatch waits at the head of its group after a transient outcome. Pure. */
export const staysInLane = (outcome: Outcome, dispatch: Dispatch, context: SettleContext): boolean => {
  const retry = nextRetry(outcome, withOutcome(outcome, dispatch, context), context);
  return retry !== undefined && retry.waitSeconds <= MAX_LANE_WAIT_SECONDS;
};

const retryByPlan = (outcome: Outcome, tried: Dispatch, context: SettleContext): Settled => {
  const { plan } = context;
  const retry = nextRetry(outcome, tried, context);
  const reason = spoken(outcome);
  if (!retry) return final(tried, 'error', more(reason, `Gave up after ${attemptsOf(tried)} attempts.`));
  if (retry.at > removalOf(tried))
    return final(tried, 'error', more(reason, 'Gave up, because its call is about to be removed.'));
  const days = plan.retry.givenUpAfterDays;
  if (days !== null && retry.at > waitsUntil(tried, plan))
    return final(tried, 'error', more(reason, `Gave up after ${days} days; send it again once the target works.`));
  const waiting = waitingUntil(tried, reason, retry.at);
  return retry.waitSeconds <= MAX_LANE_WAIT_SECONDS
    ? { dispatch: waiting, next: { kind: 'atHead', afterSeconds: Math.ceil(retry.waitSeconds) } }
    : { dispatch: { ...waiting, generation: tried.generation + 1 }, next: { kind: 'due', at: retry.at } };
};

const attemptsOf = ({ attemptCount, cycle }: Dispatch): number => attemptCount - cycle.attemptsBefore;

/** When a dispatch is tried again after a transient outcome; undefined when the plan has no more attempts. Pure. */
const nextRetry = (
  outcome: Outcome,
  tried: Dispatch,
  { plan, now, random }: SettleContext,
): { waitSeconds: number; at: Date } | undefined => {
  const planned = plannedWaitSeconds(attemptsOf(tried), plan.retry);
  if (planned === undefined) return undefined;
  const asked = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;
  const atLeast = outcome.kind === 'fail_config' ? FAIL_CONFIG_MIN_WAIT_SECONDS : asked;
  // The wait is only ever stretched beyond Retry-After, never drawn before it.
  const waitSeconds = Math.max(planned * (1 - JITTER + 2 * JITTER * random), atLeast);
  return { waitSeconds, at: secondsAfter(now, waitSeconds) };
};

/** A dispatch that waits for a time rather than for its target. */
const waitingUntil = (dispatch: Dispatch, reason: Reason, at: Date): Dispatch => ({
  ...dispatch,
  state: 'waiting',
  waitsForTarget: false,
  ...errorOf(reason),
  nextAttemptAt: at.toISOString(),
});

interface ListContext {
  /** When the lane is checked next. */
  resumeAt: Date | undefined;
  /** true when it is in the list already, so that no message of the queue has to become void. */
  isListed: boolean;
}

/** Puts a dispatch into the waiting list of a paused lane. */
export const waitInList = (dispatch: Dispatch, reason: Reason, { resumeAt, isListed }: ListContext): Settled => ({
  dispatch: {
    ...dispatch,
    state: 'waiting',
    ...errorOf(reason),
    waitsForTarget: true,
    generation: dispatch.generation + (isListed ? 0 : 1),
    crashes: 0,
    nextAttemptAt: resumeAt?.toISOString(),
  },
  next: { kind: 'listed' },
});

/** Puts a dispatch into the waiting list of a lane that catches up; for its owner nothing changes. */
export const joinList = (dispatch: Dispatch): Settled => ({
  dispatch: { ...dispatch, generation: dispatch.generation + 1 },
  next: { kind: 'listed' },
});

/** Lets a dispatch wait at the head of its group while its provider's circuit is open. */
export const waitForProvider = (
  dispatch: Dispatch,
  reason: Reason,
  { now, afterSeconds }: { now: Date; afterSeconds: number },
): Settled => ({
  dispatch: waitingUntil(dispatch, reason, secondsAfter(now, afterSeconds)),
  next: { kind: 'atHead', afterSeconds },
});

/**
 * Lets a dispatch come back later without an attempt, because its message cannot be rendered now: none of the plan's attempts is used
 * up. Only the removal of its call ends it.
 */
export const postpone = (dispatch: Dispatch, reason: Reason, { now, at }: { now: Date; at: Date }): Settled =>
  now > removalOf(dispatch)
    ? expire(dispatch, reason, now)
    : {
        dispatch: { ...waitingUntil(dispatch, reason, at), generation: dispatch.generation + 1, crashes: 0 },
        next: { kind: 'due', at },
      };

/** Whether a dispatch has waited for its target for as long as its plan allows. */
export const isExpired = (dispatch: Dispatch, { plan, now }: { plan: Plan; now: Date }): boolean =>
  now > waitsUntil(dispatch, plan);

/** Ends a dispatch that has waited for too long. */
export const expire = (dispatch: Dispatch, reason: Reason, now: Date): Settled =>
  final(
    dispatch,
    'error',
    now > removalOf(dispatch)
      ? more(reason, 'It has waited until its call was about to be removed.')
      : more(reason, 'It has waited for as long as your plan keeps messages.'),
    NO_NOTE,
  );

/** Until when a dispatch may wait for its target: the plan's span, unless its call is removed before. */
export const waitsUntil = (dispatch: Pick<Dispatch, 'cycle' | 'expiresAt'>, { retry }: Plan): Date => {
  const span = secondsAfter(
    new Date(dispatch.cycle.startedAt),
    retry.givenUpAfterDays !== null
      ? retry.givenUpAfterDays * 86_400
      : retry.delaysSeconds.reduce((sum, delay) => sum + delay, 0),
  );
  const removal = removalOf(dispatch);
  return removal < span ? removal : span;
};

/** Longer than any time between two checks of a paused lane (72 minutes and the way of a wake-up), in seconds. */
const BEFORE_REMOVAL_SECONDS = 7200;

/** A dispatch is decided by then, so that none is dropped without a word when its call is removed. */
const removalOf = ({ expiresAt }: Pick<Dispatch, 'expiresAt'>): Date =>
  new Date((expiresAt - BEFORE_REMOVAL_SECONDS) * 1000);

/** Ends a dispatch without an attempt, because there is nothing left that could be tried. */
export const giveUp = (dispatch: Dispatch, reason: Reason, note: Note = NO_NOTE): Settled =>
  final(dispatch, 'error', reason, note);

/** The wait before attempt number `attempts + 1`, in seconds and without jitter; undefined when the plan has no more. */
export const plannedWaitSeconds = (attempts: number, retry: Plan['retry']): number | undefined =>
  retry.delaysSeconds[attempts - 1] ?? retry.thenEverySeconds ?? undefined;

const withOutcome = (outcome: Outcome, dispatch: Dispatch, { now, durationMs }: SettleContext): Dispatch => ({
  ...dispatch,
  crashes: 0,
  attemptCount: dispatch.attemptCount + 1,
  attempts: withAttempt(dispatch.attempts, {
    at: now.toISOString(),
    outcome: outcome.kind,
    detail: words(outcome),
    ...('code' in outcome && { code: outcome.code }),
    durationMs,
    ...(isFirstOfAgain(dispatch) && { sentAgain: true }),
  }),
});

/** Whether the next attempt is the first one of a cycle that somebody began, not the call. */
const isFirstOfAgain = ({ attemptCount, cycle }: Dispatch): boolean =>
  cycle.attemptsBefore > 0 && cycle.attemptsBefore === attemptCount;

/** @param note in place of the one that it had. */
const final = (
  dispatch: Dispatch,
  state: 'success' | 'error',
  reason: Reason | undefined,
  note: Note = dispatch,
): Settled => ({
  dispatch: {
    ...dispatch,
    state,
    waitsForTarget: false,
    ...errorOf(reason),
    note: note.note,
    noteCode: note.noteCode,
    nextAttemptAt: undefined,
  },
  next: { kind: 'final' },
});

/** What else there is to know about a dispatch, and by which code help is found about it. */
export type Note = Pick<Dispatch, 'note' | 'noteCode'>;
const NO_NOTE: Note = { note: '', noteCode: undefined };

/** Beside whatever became of a message whose target is gone. */
export const DELETED_NOTE: Note = { note: 'The target was deleted afterwards.', noteCode: 'target-deleted' };

const errorOf = (reason: Reason | undefined): Pick<Dispatch, 'errorMessage' | 'errorCode'> => ({
  errorMessage: reason?.text ?? '',
  errorCode: reason?.code,
});

/** A reason with one more sentence, which does not change what it is about. */
const more = ({ code, text }: Reason, sentence: string): Reason => ({ code, text: `${text} ${sentence}` });

/** An outcome as its owner is told of it. */
const spoken = (outcome: Outcome): Reason => ({
  code: outcome.kind === 'ok' ? undefined : outcome.code,
  text: words(outcome),
});

const words = (outcome: Outcome): string => {
  const reason = outcome.kind === 'ok' ? 'Delivered.' : waitingReason(outcome);
  return outcome.providerWords ? `${reason} The provider said: ${outcome.providerWords}` : reason;
};
