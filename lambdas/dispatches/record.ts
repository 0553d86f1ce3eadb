import { isDeepStrictEqual } from 'node:util';
import type { LaneMessage } from '../invocations/ports.ts';
import type { Plan } from '../plans/plans.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { dispatchId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import type { Outcome } from '../targets/outcome.ts';
import type { Attempted } from './attempt.ts';
import { type Dispatch, type Due, GUARD_SECONDS, isFinal } from './dispatch.ts';
import { afterAnswer, afterFailure, type LaneState, type LaneStore } from './lane.ts';
import type { DispatchStore, ErrorCounter } from './ports.ts';
import { heldUntil, hold, type Settled, type SettleFacts, settle, settleHeld } from './settle.ts';

export interface RecordPorts {
  dispatches: DispatchStore;
  lanes: LaneStore;
  counters: ErrorCounter;
  clock: Clock;
  random: () => number;
}

/** How often a write is made again because somebody else (its owner, mostly) changed the dispatch meanwhile. */
const WRITE_TRIES = 4;

/**
 * Writes a change of a dispatch onto its newest version, so that neither a wish of its owner nor the result of an
 * attempt is lost when both come at once.
 * @returns what is stored now, or undefined when the dispatch was decided by somebody else, or is gone.
 */
export const write = async (
  dispatch: Dispatch,
  change: (base: Dispatch) => { dispatch: Dispatch; due: Due; heldUntil?: Date },
  { dispatches }: { dispatches: DispatchStore },
): Promise<Dispatch | undefined> => {
  let base = dispatch;
  for (let tries = 0; tries < WRITE_TRIES; tries++) {
    const { dispatch: changed, due, heldUntil: until } = change(base);
    const saved = await dispatches.save(changed, due, until);
    if (saved) return saved;
    const newest = await dispatches.get(base.userId, base.invocationId, base.targetId);
    if (!newest) return undefined;
    // The write had got through although its answer did not: what is stored is our own.
    if (isDeepStrictEqual(newest, { ...changed, version: base.version + 1 })) {
      await dispatches.repeatState(newest);
      return newest;
    }
    if (isFinal(newest)) return undefined;
    base = newest;
  }
  throw new Error('The dispatch keeps changing');
};

interface RecordFacts {
  message: LaneMessage;
  plan: Plan;
  lane: LaneState;
}

/**
 * Settles an attempt: stores what it means for its dispatch, and what it says about the target's lane.
 * @returns the seconds for which the message stays in its lane, or undefined when it is done with.
 */
export const recordOutcome = async (
  attempted: Attempted,
  { message, plan, lane }: RecordFacts,
  ports: RecordPorts,
): Promise<number | undefined> => {
  const now = ports.clock();
  const { outcome, pausedSeconds } = attempted;
  if (pausedSeconds !== undefined) {
    await write(
      attempted.dispatch,
      (base) => ({ dispatch: carried(attempted, base), due: guard(now, pausedSeconds) }),
      ports,
    );
    return pausedSeconds;
  }
  const facts: SettleFacts = {
    plan,
    now,
    durationMs: now.getTime() - attempted.startedAt.getTime(),
    random: ports.random(),
  };
  const first = settleIn(lane, outcome, attempted.dispatch, facts);
  const after = await laneAfter(lane, outcome, first, facts, ports);

  let settled = first;
  const saved = await write(
    attempted.dispatch,
    (base) => {
      settled = settleIn(lane, outcome, carried(attempted, base), facts);
      // The lane was closed by this very failure: the message is the first of those that wait for the target.
      if (settled.next.kind === 'due' && after.mode === 'held' && after !== lane)
        settled = hold(settled.dispatch, settled.dispatch.errorMessage, { plan, now, lookAt: lookAtOf(after) });
      return { dispatch: settled.dispatch, due: dueOf(settled, now), heldUntil: heldUntil(settled.dispatch, plan) };
    },
    ports,
  );
  if (!saved) return undefined;
  report(settled, outcome);
  if (saved.state === 'error') await ports.counters.countError(saved.userId, saved.webhookId, now);
  // A dispatch that has a newer message, because its owner wanted another try, goes on with that one.
  return settled.next.kind === 'lane' && saved.generation === message.generation
    ? settled.next.afterSeconds
    : undefined;
};

const settleIn = (lane: LaneState, outcome: Outcome, dispatch: Dispatch, facts: SettleFacts): Settled =>
  lane.mode === 'held'
    ? settleHeld(outcome, dispatch, facts, lookAtOf(laneAfterFailure(lane, outcome, facts)) ?? facts.now)
    : settle(outcome, dispatch, facts);

/**
 * The lane after the attempt. It is stored before the dispatch: a message is only ever put aside in a lane that somebody
 * looks after. When somebody else changed the lane at the same moment, theirs stands.
 */
const laneAfter = async (
  lane: LaneState,
  outcome: Outcome,
  { next }: Settled,
  facts: SettleFacts,
  { lanes }: RecordPorts,
): Promise<LaneState> => {
  const answered = outcome.kind === 'ok' || outcome.kind === 'fail_message' || outcome.kind === 'fail_target';
  const after = answered
    ? afterAnswer(lane, facts.now)
    : next.kind === 'lane'
      ? lane
      : laneAfterFailure(lane, outcome, facts);
  return after === lane || (await lanes.save(after)) ? after : lane;
};

const laneAfterFailure = (lane: LaneState, outcome: Outcome, { now, random }: SettleFacts): LaneState => {
  const wait = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;
  const reason = outcome.kind === 'ok' ? '' : `The target fails at the moment: ${outcome.reason}`;
  return afterFailure(lane, reason, { now, random }, secondsAfter(now, wait));
};

/** What the attempt brought, on top of a version that somebody else may have written. */
const carried = ({ dispatch }: Attempted, base: Dispatch): Dispatch => ({
  ...base,
  target: dispatch.target,
  renderedMessage: dispatch.renderedMessage,
  partsDone: dispatch.partsDone,
  note: dispatch.note,
});

const lookAtOf = ({ lookAt }: LaneState): Date | undefined => (lookAt ? new Date(lookAt) : undefined);

const guard = (now: Date, seconds: number): Date => secondsAfter(now, seconds + GUARD_SECONDS);

const dueOf = ({ next }: Settled, now: Date): Due => {
  switch (next.kind) {
    case 'final':
      return undefined;
    case 'lane':
      return guard(now, next.afterSeconds);
    case 'due':
      return next.at;
    case 'held':
      return 'held';
  }
};

const report = ({ dispatch, next }: Settled, outcome: Outcome): void => {
  const fields = {
    userId: dispatch.userId,
    dispatchId: dispatchId(dispatch.invocationId, dispatch.targetId),
    kind: dispatch.target.kind,
    outcome: outcome.kind,
    attempt: dispatch.attemptCount,
    ...(dispatch.nextAttemptAt && { nextAttemptAt: dispatch.nextAttemptAt }),
  };
  if (outcome.kind === 'ok') log.info('message delivered', fields);
  else
    log.warn(next.kind === 'final' ? 'message failed' : 'message waits for another attempt', {
      ...fields,
      reason: outcome.reason,
    });
};
