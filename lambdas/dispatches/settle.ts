import {
  isTransient,
  type Outcome,
  type Reason,
  reasonOf,
  retryAfterSeconds,
  waitingReason,
} from '../outbound/outcome.ts';
import type { Plan } from '../plans/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import { type Dispatch, withAttempt } from './dispatch.ts';
import { MAX_LANE_WAIT_SECONDS, withJitter } from './lane/lane.ts';
import { end, leaveQueue, more, removalOf, waitAtHead, waitForTarget, waitsUntil } from './states.ts';

/** Shortest wait after our own credential was refused, which takes an operator to mend; in seconds. */
const FAIL_CONFIG_MIN_WAIT_SECONDS = 600;

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
 * Transient outcomes follow the plan's waits, with jitter, and never come before the provider's `Retry-After`. When the plan's
 * waits are used up, or its span has passed, the dispatch has failed for good and says so.
 * @param paused given when the lane is paused: a dispatch that would leave the queue then waits in the list instead; one whose lane was
 *   paused before does so whatever the plan's waits, until it has expired, and has used up none of them.
 */
export const settle = (
  outcome: Outcome,
  dispatch: Dispatch,
  context: SettleContext,
  paused?: { resumeAt: Date | undefined; wasPaused: boolean },
): Dispatch => {
  const tried = withOutcome(outcome, dispatch, context);
  if (outcome.kind === 'ok')
    return end(
      tried,
      'success',
      undefined,
      dispatch.note === '' ? { note: outcome.note ?? '', noteCode: outcome.noteCode } : dispatch,
    );
  // A promise is made only to a message that waits.
  const ended = spoken(outcome, reasonOf(outcome).text);
  const reason = spoken(outcome, waitingReason(outcome));
  if (!isTransient(outcome)) return end(tried, 'error', ended);
  if (paused?.wasPaused) return waitForTarget(asProbe(tried), reason, { ...context, ...paused });
  const retry = nextRetry(outcome, tried, context);
  if (!retry) return end(tried, 'error', more(ended, `Gave up after ${attemptsOf(tried)} attempts.`));
  if (retry.at > removalOf(tried))
    return end(tried, 'error', more(ended, 'Gave up, because its call is about to be removed.'));
  const days = context.plan.retry.givenUpAfterDays;
  if (days !== null && retry.at > waitsUntil(tried, context.plan))
    return end(tried, 'error', more(ended, `Gave up after ${days} days; send it again once the target works.`));
  if (retry.waitSeconds <= MAX_LANE_WAIT_SECONDS) return waitAtHead(tried, reason, context.now, retry.waitSeconds);
  return paused ? waitForTarget(tried, reason, { ...context, ...paused }) : leaveQueue(tried, reason, retry.at);
};

const attemptsOf = ({ attemptCount, cycle }: Dispatch): number => attemptCount - cycle.attemptsBefore;

/** Counts the last attempt as a probe: it told whether the target works, and how long its message may wait is for the lane to say. */
const asProbe = (tried: Dispatch): Dispatch => ({
  ...tried,
  cycle: { ...tried.cycle, probes: (tried.cycle.probes ?? 0) + 1 },
});

/** When a dispatch is tried again after a transient outcome; undefined when the plan has no more attempts. Pure. */
const nextRetry = (
  outcome: Outcome,
  tried: Dispatch,
  { plan, now, random }: SettleContext,
): { waitSeconds: number; at: Date } | undefined => {
  const planned = plannedWaitSeconds(attemptsOf(tried) - (tried.cycle.probes ?? 0), plan.retry);
  if (planned === undefined) return undefined;
  const atLeast = outcome.kind === 'fail_config' ? FAIL_CONFIG_MIN_WAIT_SECONDS : retryAfterSeconds(outcome);
  const waitSeconds = Math.max(withJitter(planned, random), atLeast);
  return { waitSeconds, at: secondsAfter(now, waitSeconds) };
};

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
    detail: outcome.kind === 'ok' ? withWords(outcome, 'Delivered.') : withWords(outcome, reasonOf(outcome).text),
    ...('code' in outcome && { code: outcome.code }),
    durationMs,
    ...(isFirstOfAgain(dispatch) && { sentAgain: true }),
  }),
});

/** Whether the next attempt is the first one of a cycle that somebody began, not the call. */
const isFirstOfAgain = ({ attemptCount, cycle }: Dispatch): boolean =>
  cycle.attemptsBefore > 0 && cycle.attemptsBefore === attemptCount;

/** An outcome as its owner is told of it. */
const spoken = (outcome: Exclude<Outcome, { kind: 'ok' }>, text: string): Reason => ({
  code: outcome.code,
  text: withWords(outcome, text),
});

const withWords = ({ providerWords }: Outcome, text: string): string =>
  providerWords ? `${text} The provider said: ${providerWords}` : text;
