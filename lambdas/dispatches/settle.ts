import type { Plan } from '../plans/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { Outcome } from '../targets/outcome.ts';
import { type Dispatch, withAttempt } from './dispatch.ts';

/** Waits up to this long keep the message in its lane, and with it the order of arrival. */
export const MAX_LANE_WAIT_SECONDS = 60;

/** After so many receives a message leaves its lane even for a short wait, well before the queue calls it poison. */
export const MAX_LANE_RECEIVES = 5;

/** A wrong credential of ours is not mended within seconds. */
const FAIL_CONFIG_MIN_WAIT_SECONDS = 600;

/** Share by which a wait is spread, so that retries of one outage do not all come back at once. */
const JITTER = 0.2;

/** What happens next: nothing more · the message stays in its lane · the due index brings it back. */
export type Next = { kind: 'final' } | { kind: 'lane'; afterSeconds: number } | { kind: 'due'; at: Date };

export interface Settled {
  dispatch: Dispatch;
  next: Next;
}

export interface SettleFacts {
  plan: Plan;
  now: Date;
  durationMs: number;
  /** How often the queue has handed out this very message, this time included. */
  receives: number;
  /** A number from 0 up to 1, for the jitter. */
  random: number;
}

/**
 * Decides what an attempt's outcome means for its dispatch. Pure: time and chance are arguments.
 *
 * Transient outcomes follow the plan's waits, with ±20 % jitter, and never come before the provider's `Retry-After`.
 * When the plan's waits are used up, or its span has passed, the dispatch has failed for good and says so.
 */
export const settle = (outcome: Outcome, dispatch: Dispatch, facts: SettleFacts): Settled => {
  const tried: Dispatch = {
    ...dispatch,
    attemptCount: dispatch.attemptCount + 1,
    attempts: withAttempt(dispatch.attempts, {
      at: facts.now.toISOString(),
      outcome: outcome.kind,
      detail: words(outcome),
      durationMs: facts.durationMs,
    }),
  };
  switch (outcome.kind) {
    case 'ok':
      return final(tried, 'success', '', outcome.note);
    case 'fail_message':
    case 'fail_target':
      return final(tried, 'error', words(outcome));
    case 'retry':
      return again(outcome, tried, facts, outcome.afterSeconds ?? 0);
    case 'ambiguous':
      return again(outcome, tried, facts, 0);
    case 'fail_config':
      return again(outcome, tried, facts, FAIL_CONFIG_MIN_WAIT_SECONDS);
  }
};

/** Lets a dispatch wait without an attempt, because its target takes nothing at the moment. */
export const hold = (dispatch: Dispatch, reason: string, until: Date): Settled => ({
  dispatch: {
    ...dispatch,
    state: 'waiting',
    errorMessage: reason,
    note: 'Waiting: it goes out by itself once the target works again.',
    generation: dispatch.generation + 1,
    nextAttemptAt: until.toISOString(),
  },
  next: { kind: 'due', at: until },
});

/** Ends a dispatch without an attempt, because there is nothing left that could be tried. */
export const giveUp = (dispatch: Dispatch, reason: string, note = ''): Settled =>
  final(dispatch, 'error', reason, note);

/** The wait before attempt number `attempts + 1`, in seconds and without jitter; undefined when the plan has no more. */
export const plannedWaitSeconds = (attempts: number, retry: Plan['retry']): number | undefined =>
  retry.delaysSeconds[attempts - 1] ?? retry.thenEverySeconds ?? undefined;

const again = (outcome: Outcome, dispatch: Dispatch, facts: SettleFacts, atLeastSeconds: number): Settled => {
  const planned = plannedWaitSeconds(dispatch.attemptCount, facts.plan.retry);
  const reason = words(outcome);
  if (planned === undefined)
    return final(dispatch, 'error', `${reason} Gave up after ${dispatch.attemptCount} attempts.`);
  // The wait is only ever stretched beyond Retry-After, never drawn before it.
  const wait = Math.max(planned * (1 - JITTER + 2 * JITTER * facts.random), atLeastSeconds);
  const at = secondsAfter(facts.now, wait);
  if (isPast(facts.plan.retry.parkedAfterDays, dispatch, at))
    return final(
      dispatch,
      'error',
      `${reason} Parked after ${facts.plan.retry.parkedAfterDays} days; send it again once the target works.`,
    );
  const waiting: Dispatch = { ...dispatch, state: 'waiting', errorMessage: reason, nextAttemptAt: at.toISOString() };
  if (wait <= MAX_LANE_WAIT_SECONDS && facts.receives < MAX_LANE_RECEIVES)
    return { dispatch: waiting, next: { kind: 'lane', afterSeconds: Math.ceil(wait) } };
  return { dispatch: { ...waiting, generation: dispatch.generation + 1 }, next: { kind: 'due', at } };
};

const isPast = (days: number | null, dispatch: Dispatch, at: Date): boolean =>
  days !== null && at.getTime() > new Date(dispatch.dispatchedAt).getTime() + days * 86_400_000;

const final = (dispatch: Dispatch, state: 'success' | 'error', errorMessage: string, note?: string): Settled => ({
  dispatch: { ...dispatch, state, errorMessage, note: note || dispatch.note, nextAttemptAt: undefined },
  next: { kind: 'final' },
});

const words = (outcome: Outcome): string => {
  const reason = outcome.kind === 'ok' ? 'Delivered.' : outcome.reason;
  return outcome.providerWords ? `${reason} The provider said: ${outcome.providerWords}` : reason;
};
