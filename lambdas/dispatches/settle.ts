import type { AttemptCause } from '#contract/states';
import { type Dispatch, withAttempt } from '../model/dispatch.ts';
import type { Paced } from '../model/message.ts';
import type { Plan } from '../model/plans.ts';
import { secondsAfter } from '../platform/clock.ts';
import {
  isTransient,
  type Outcome,
  type Reason,
  retryAfterSeconds,
  type TransientOutcome,
  waitingReason,
} from '../platform/outbound/outcome.ts';
import type { Decision } from '../templates/routing/decide.ts';
import { MAX_LANE_WAIT_SECONDS } from './lane/lane.ts';
import { withJitter } from './lane/probe.ts';
import {
  applyRouting,
  end,
  leaveQueue,
  more,
  postpone,
  removalOf,
  stayInPlace,
  waitAtHead,
  waitForTarget,
  waitsUntil,
} from './states.ts';

/**
 * Minimum wait after a provider rejected the operator's credential, in seconds, because the operator has to fix it
 * first.
 */
const FAIL_CONFIG_MIN_WAIT_SECONDS = 600;

export interface SettleContext {
  plan: Plan;
  now: Date;
  durationMs: number;
  /** A number from 0 up to 1, for the jitter. */
  random: number;
  cause: AttemptCause;
}

/**
 * Decides a dispatch's next state after an attempt. Pure: time and randomness are arguments.
 *
 * Retries after transient outcomes follow the plan's waits, with jitter, and never come before the provider's
 * `Retry-After`. When the plan has no more waits or its span has passed, the dispatch fails permanently.
 * @param paused given if the lane is paused; a dispatch that would leave the queue then waits on the list. If the lane
 * was already paused, it waits until it expires, and uses none of the plan's waits
 */
export const settle = (
  outcome: Outcome,
  dispatch: Dispatch,
  context: SettleContext,
  paused?: { resumeAt: Date | undefined; wasPaused: boolean },
): Dispatch => {
  const { now } = context;
  const tried = withOutcome(outcome, dispatch, context);
  if (outcome.kind === 'ok') {
    const note = dispatch.note === '' ? { note: outcome.note ?? '', noteCode: outcome.noteCode } : dispatch;
    return end(tried, 'success', undefined, note);
  }
  // The text announces an automatic retry only if the message will be retried.
  const ended = spoken(outcome, outcome.reason);
  const reason = spoken(outcome, waitingReason(outcome));
  if (!isTransient(outcome)) return end(tried, 'error', ended);
  if (paused?.wasPaused) {
    // The attempt was a probe, so the lane decides how long the message waits.
    const { probes = 0 } = tried.cycle;
    const probed = { ...tried, cycle: { ...tried.cycle, probes: probes + 1 } };
    return waitForTarget(probed, reason, { ...context, ...paused });
  }
  const wait = plannedWait(outcome, tried, context);
  if ('givenUp' in wait) return end(tried, 'error', more(ended, wait.givenUp));
  if (wait.seconds <= MAX_LANE_WAIT_SECONDS) return waitAtHead(tried, reason, now, wait.seconds);
  return paused
    ? waitForTarget(tried, reason, { ...context, ...paused })
    : leaveQueue(tried, reason, secondsAfter(now, wait.seconds));
};

/** True if the plan's next wait is short enough to be spent at the head of the group. Pure. */
export const waitsAtHead = (outcome: TransientOutcome, dispatch: Dispatch, context: SettleContext): boolean => {
  const wait = plannedWait(outcome, withOutcome(outcome, dispatch, context), context);
  return 'seconds' in wait && wait.seconds <= MAX_LANE_WAIT_SECONDS;
};

/** The wait before the next attempt according to the plan, or the sentence that says why there is none. */
const plannedWait = (
  outcome: TransientOutcome,
  tried: Dispatch,
  { plan, now, random }: SettleContext,
): { seconds: number } | { givenUp: string } => {
  const { probes = 0, attemptsBefore } = tried.cycle;
  const attempts = tried.attemptCount - attemptsBefore;
  const planned = nextRetryDelay(attempts - probes, plan.retry);
  if (planned === undefined)
    return { givenUp: `Gave up after ${attempts} attempts. Resend the message when the target works again.` };
  const atLeast = outcome.kind === 'fail_config' ? FAIL_CONFIG_MIN_WAIT_SECONDS : retryAfterSeconds(outcome);
  const seconds = Math.max(withJitter(planned, random), atLeast);
  const at = secondsAfter(now, seconds);
  if (at > removalOf(tried)) return { givenUp: 'Gave up, because the call is about to expire.' };
  const days = plan.retry.givenUpAfterDays;
  if (days !== null && at > waitsUntil(tried, plan))
    return { givenUp: `Gave up after ${days} days. Resend the message when the target works again.` };
  return { seconds };
};

/** The reason that an attempt did not send everything. Such an attempt does not count towards the plan's attempts. */
export type Unsent =
  /** The message cannot be rendered at the moment. */
  | { kind: 'postponed'; reason: Reason; at: Date }
  /** The routing rule skips it, or quiet hours hold it. */
  | { kind: 'routed'; decision: Exclude<Decision, { outcome: 'sent' }> }
  /** The remaining parts wait at the head of the group. */
  | Paced;

/** Decides a dispatch's next state after an attempt that did not send everything. Pure. */
export const settleUnsent = (
  unsent: Unsent,
  base: Dispatch,
  { startedAt, now }: { startedAt: Date; now: Date },
): Dispatch => {
  switch (unsent.kind) {
    case 'postponed':
      return postpone(base, unsent.reason, { now: startedAt, at: unsent.at });
    case 'routed':
      return applyRouting(base, unsent.decision, startedAt);
    case 'paced':
      return stayInPlace({ ...base, crashes: 0 }, now, unsent.seconds);
  }
};

/** The wait before attempt number `attempts + 1`, in seconds and without jitter; undefined if the plan has no more. */
export const nextRetryDelay = (attempts: number, retry: Plan['retry']): number | undefined =>
  retry.delaysSeconds[attempts - 1] ?? retry.thenEverySeconds ?? undefined;

const withOutcome = (outcome: Outcome, dispatch: Dispatch, { now, durationMs, cause }: SettleContext): Dispatch => {
  const { attempts, attemptCount, cycle } = dispatch;
  const isFirstOfResend = cycle.attemptsBefore > 0 && cycle.attemptsBefore === attemptCount;
  const attempt = {
    at: now.toISOString(),
    outcome: outcome.kind,
    detail: withWords(outcome, outcome.kind === 'ok' ? 'Delivered.' : outcome.reason),
    ...('code' in outcome && { code: outcome.code }),
    cause,
    durationMs,
    ...(isFirstOfResend && { sentAgain: true as const }),
  };
  return { ...dispatch, crashes: 0, attemptCount: attemptCount + 1, attempts: withAttempt(attempts, attempt) };
};

/** The reason of an outcome for the owner, including the provider's words. */
const spoken = (outcome: Exclude<Outcome, { kind: 'ok' }>, text: string): Reason => ({
  code: outcome.code,
  text: withWords(outcome, text),
});

const withWords = ({ providerWords }: Outcome, text: string): string =>
  providerWords ? `${text} Details: ${providerWords.replace(/[^.!?]$/, '$&.')}` : text;
