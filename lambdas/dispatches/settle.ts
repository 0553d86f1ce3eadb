import { type Outcome, waitingReason } from '../outbound/outcome.ts';
import type { Plan } from '../plans/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import { type Dispatch, withAttempt } from './dispatch.ts';
import { MAX_LANE_WAIT_SECONDS } from './lane/lane.ts';

/** A wrong credential of ours is not mended within seconds. */
const FAIL_CONFIG_MIN_WAIT_SECONDS = 600;

/** Share by which a wait is spread, so that retries of one outage do not all come back at once. */
const JITTER = 0.2;

const LISTED_NOTE = 'Waiting: it goes out by itself, in its turn, once the target works again.';

/**
 * What happens next: nothing more · it waits at the head of its lane · the due index brings it back · it waits in its target's
 * list.
 */
type Next = { kind: 'final' } | { kind: 'lane'; afterSeconds: number } | { kind: 'due'; at: Date } | { kind: 'listed' };

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
 * Transient outcomes follow the plan's waits, with ±20 % jitter, and never come before the provider's `Retry-After`.
 * When the plan's waits are used up, or its span has passed, the dispatch has failed for good and says so.
 */
export const settle = (outcome: Outcome, dispatch: Dispatch, context: SettleContext): Settled => {
  const tried = withOutcome(outcome, dispatch, context);
  switch (outcome.kind) {
    case 'ok':
      return final(tried, 'success', '', dispatch.note || outcome.note);
    case 'fail_message':
    case 'fail_target':
      return final(tried, 'error', words(outcome));
    case 'retry':
      return again(outcome, tried, context, outcome.afterSeconds ?? 0);
    case 'ambiguous':
      return again(outcome, tried, context, 0);
    case 'fail_config':
      return again(outcome, tried, context, FAIL_CONFIG_MIN_WAIT_SECONDS);
  }
};

/**
 * Decides what an attempt means for a dispatch whose lane is blocked: what failed for the time being waits for its target,
 * whatever the plan's waits, until its span has passed.
 */
export const settleBlocked = (outcome: Outcome, dispatch: Dispatch, context: SettleContext & Parking): Settled => {
  if (outcome.kind === 'ok' || outcome.kind === 'fail_message' || outcome.kind === 'fail_target')
    return settle(outcome, dispatch, context);
  return park(withOutcome(outcome, dispatch, context), words(outcome), context);
};

interface Parking {
  plan: Plan;
  now: Date;
  /** When the target is tried next. */
  resumeAt: Date | undefined;
  /** Whether it is in the list already, so that no message of the queue has to become void. */
  isListed: boolean;
}

/** Puts a dispatch into the waiting list because its target takes nothing; or ends it when it has waited for too long. */
export const park = (dispatch: Dispatch, reason: string, { plan, now, resumeAt, isListed }: Parking): Settled =>
  now > waitsUntil(dispatch, plan)
    ? expired(dispatch, reason, now)
    : {
        dispatch: {
          ...dispatch,
          state: 'waiting',
          errorMessage: reason,
          note: LISTED_NOTE,
          generation: dispatch.generation + (isListed ? 0 : 1),
          crashes: 0,
          nextAttemptAt: resumeAt?.toISOString(),
        },
        next: { kind: 'listed' },
      };

/** Whether it waits until its target takes messages again, whenever that is, rather than until its planned time. */
export const waitsForTarget = ({ note }: Pick<Dispatch, 'note'>): boolean => note === LISTED_NOTE;

/** Puts a dispatch into the waiting list because earlier ones go out first; for its owner nothing changes. */
export const lineUp = (dispatch: Dispatch): Settled => ({
  dispatch: { ...dispatch, generation: dispatch.generation + 1 },
  next: { kind: 'listed' },
});

/**
 * Lets a dispatch wait in its lane without an attempt, because its provider answers nobody at the moment; or ends it as
 * {@link park} does.
 */
export const waitForProvider = (
  dispatch: Dispatch,
  reason: string,
  { plan, now, afterSeconds }: { plan: Plan; now: Date; afterSeconds: number },
): Settled =>
  now > waitsUntil(dispatch, plan)
    ? expired(dispatch, reason, now)
    : {
        dispatch: {
          ...dispatch,
          state: 'waiting',
          errorMessage: reason,
          nextAttemptAt: secondsAfter(now, afterSeconds).toISOString(),
        },
        next: { kind: 'lane', afterSeconds },
      };

/**
 * Lets a dispatch come back later without an attempt, because its message cannot be made now: it has not failed, and its
 * waits are not used up. Only its call's removal ends it.
 */
export const postpone = (dispatch: Dispatch, reason: string, { now, at }: { now: Date; at: Date }): Settled =>
  now > removalOf(dispatch)
    ? expired(dispatch, reason, now)
    : {
        dispatch: {
          ...dispatch,
          state: 'waiting',
          errorMessage: reason,
          generation: dispatch.generation + 1,
          crashes: 0,
          nextAttemptAt: at.toISOString(),
        },
        next: { kind: 'due', at },
      };

const expired = (dispatch: Dispatch, reason: string, now: Date): Settled =>
  final(
    dispatch,
    'error',
    now > removalOf(dispatch)
      ? `${reason} It has waited until its call was about to be removed.`
      : `${reason} It has waited for as long as your plan keeps messages.`,
    '',
  );

/** Until when a dispatch may wait for its target: the plan's span, unless its call is removed before. */
export const waitsUntil = (dispatch: Pick<Dispatch, 'cycle' | 'expiresAt'>, { retry }: Plan): Date => {
  const span = secondsAfter(
    new Date(dispatch.cycle.startedAt),
    retry.parkedAfterDays !== null
      ? retry.parkedAfterDays * 86_400
      : retry.delaysSeconds.reduce((sum, delay) => sum + delay, 0),
  );
  const removal = removalOf(dispatch);
  return removal < span ? removal : span;
};

/** Longer than any time between two checks of a paused lane (72 minutes and the way of a wake-up), in seconds. */
const BEFORE_REMOVAL_SECONDS = 7200;

/** By then a dispatch has to be decided, so that nothing is dropped without a word when its call is removed. */
const removalOf = ({ expiresAt }: Pick<Dispatch, 'expiresAt'>): Date =>
  new Date((expiresAt - BEFORE_REMOVAL_SECONDS) * 1000);

/** Ends a dispatch without an attempt, because there is nothing left that could be tried. */
export const giveUp = (dispatch: Dispatch, reason: string, note = ''): Settled =>
  final(dispatch, 'error', reason, note);

/** The wait before attempt number `attempts + 1`, in seconds and without jitter; undefined when the plan has no more. */
export const plannedWaitSeconds = (attempts: number, retry: Plan['retry']): number | undefined =>
  retry.delaysSeconds[attempts - 1] ?? retry.thenEverySeconds ?? undefined;

const again = (outcome: Outcome, dispatch: Dispatch, context: SettleContext, atLeastSeconds: number): Settled => {
  const attempts = dispatch.attemptCount - dispatch.cycle.attemptsBefore;
  const planned = plannedWaitSeconds(attempts, context.plan.retry);
  const reason = words(outcome);
  if (planned === undefined) return final(dispatch, 'error', `${reason} Gave up after ${attempts} attempts.`);
  // The wait is only ever stretched beyond Retry-After, never drawn before it.
  const wait = Math.max(planned * (1 - JITTER + 2 * JITTER * context.random), atLeastSeconds);
  const at = secondsAfter(context.now, wait);
  if (at > removalOf(dispatch))
    return final(dispatch, 'error', `${reason} Gave up, because its call is about to be removed.`);
  if (context.plan.retry.parkedAfterDays !== null && at > waitsUntil(dispatch, context.plan))
    return final(
      dispatch,
      'error',
      `${reason} Parked after ${context.plan.retry.parkedAfterDays} days; send it again once the target works.`,
    );
  const waiting: Dispatch = {
    ...dispatch,
    state: 'waiting',
    errorMessage: reason,
    note: withoutListedNote(dispatch),
    nextAttemptAt: at.toISOString(),
  };
  if (wait <= MAX_LANE_WAIT_SECONDS)
    return { dispatch: waiting, next: { kind: 'lane', afterSeconds: Math.ceil(wait) } };
  return { dispatch: { ...waiting, generation: dispatch.generation + 1 }, next: { kind: 'due', at } };
};

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
  }),
});

const final = (dispatch: Dispatch, state: 'success' | 'error', errorMessage: string, note?: string): Settled => ({
  dispatch: {
    ...dispatch,
    state,
    errorMessage,
    // What is decided does not wait any more.
    note: note ?? withoutListedNote(dispatch),
    nextAttemptAt: undefined,
  },
  next: { kind: 'final' },
});

const withoutListedNote = (dispatch: Dispatch): string => (waitsForTarget(dispatch) ? '' : dispatch.note);

const words = (outcome: Outcome): string => {
  const reason = outcome.kind === 'ok' ? 'Delivered.' : waitingReason(outcome);
  return outcome.providerWords ? `${reason} The provider said: ${outcome.providerWords}` : reason;
};
