import { isDeepStrictEqual } from 'node:util';
import type { LaneMessage } from '../invocations/ports.ts';
import type { Outcome } from '../outbound/outcome.ts';
import type { Plan } from '../plans/plans.ts';
import { type Clock, secondsAfter } from '../platform/clock.ts';
import { dispatchId, parseInvocationId } from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import type { Attempted } from './attempt.ts';
import { changing, type Dispatch, type Due, GUARD_SECONDS, isFinal } from './dispatch.ts';
import {
  afterAnswer,
  afterFailure,
  CLOSED_SECONDS,
  type LaneState,
  type LaneStore,
  MAX_LANE_WAIT_SECONDS,
  openLane,
} from './lane.ts';
import type { DispatchStore, ErrorCounter } from './ports.ts';
import { heldUntil, postpone, type Settled, type SettleFacts, settle, settleHeld } from './settle.ts';

export interface RecordPorts {
  dispatches: DispatchStore;
  laneStore: LaneStore;
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
  for (let tries = 0; tries < WRITE_TRIES && !isFinal(base); tries++) {
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
    base = newest;
  }
  if (isFinal(base)) return undefined;
  throw changing();
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
  const { outcome, pausedSeconds, postponed } = attempted;
  if (postponed !== undefined) {
    const at = secondsAfter(now, postponed.afterSeconds);
    await write(
      attempted.dispatch,
      (base) => {
        const settled = postpone(base, postponed.reason, { now, at });
        return { dispatch: settled.dispatch, due: dueOf(settled, now) };
      },
      ports,
    );
    return undefined;
  }
  if (pausedSeconds !== undefined) {
    await write(
      attempted.dispatch,
      (base) => ({ dispatch: { ...carried(attempted, base), crashes: 0 }, due: guard(now, pausedSeconds) }),
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
  const answered = outcome.kind === 'ok' || outcome.kind === 'fail_message' || outcome.kind === 'fail_target';
  const waitsInLane = lane.mode !== 'held' && settle(outcome, attempted.dispatch, facts).next.kind === 'lane';
  const change = (it: LaneState): LaneState => {
    if (answered) return afterAnswer(it, now, message);
    return waitsInLane ? it : laneAfterFailure(it, outcome, message.invocationId, facts);
  };
  // A lane closes before its message is put aside, so that whatever is put aside lies in a lane that somebody
  // looks after. In all other cases the message comes first: what became of it must not be lost for anything.
  const closes = lane.mode !== 'held' && change(lane).mode === 'held';
  const closed = closes ? await changeLane(lane, change, ports) : change(lane);
  let settled: Settled | undefined;
  const saved = await write(
    attempted.dispatch,
    (base) => {
      const next = settleIn(closed, lane, outcome, carried(attempted, base), facts);
      settled = next;
      return { dispatch: next.dispatch, due: dueOf(next, now), heldUntil: heldUntil(next.dispatch, plan) };
    },
    ports,
  );
  if (!closes) await changeLane(lane, change, ports);
  // What the provider asked to wait for is meant for the target, not for this message alone, and a closed lane has to be
  // known before the next one comes: it stays as a stopper.
  const asked = outcome.kind === 'retry' && outcome.afterSeconds ? stopperSeconds(outcome.afterSeconds) : 0;
  const stopper = Math.max(asked, closes ? CLOSED_SECONDS : 0) || undefined;
  if (!saved || !settled) return stopper;
  report(settled, outcome);
  measure(settled, message, now);
  if (saved.state === 'error') await ports.counters.countError(saved.userId, saved.webhookId, now);
  return settled.next.kind === 'lane' ? settled.next.afterSeconds : stopper;
};

/** A longer wait has closed the lane anyway. */
const stopperSeconds = (afterSeconds: number): number => Math.min(MAX_LANE_WAIT_SECONDS, Math.ceil(afterSeconds));

/** In a lane that is closed, or was closed by this very attempt, what would come back at a time waits for the target. */
const settleIn = (
  closed: LaneState,
  before: LaneState,
  outcome: Outcome,
  dispatch: Dispatch,
  facts: SettleFacts,
): Settled => {
  const settled = settle(outcome, dispatch, facts);
  const waits = before.mode === 'held' || settled.next.kind === 'due';
  return closed.mode === 'held' && waits
    ? settleHeld(outcome, dispatch, facts, lookAtOf(closed) ?? facts.now)
    : settled;
};

/** How often a lane is changed again because the sweeper or an owner changed it at the same moment. */
const LANE_TRIES = 3;

const changeLane = async (
  lane: LaneState,
  change: (lane: LaneState) => LaneState,
  { laneStore }: RecordPorts,
): Promise<LaneState> => {
  let base = lane;
  for (let tries = 0; tries < LANE_TRIES; tries++) {
    const changed = change(base);
    if (changed === base || (await laneStore.save(changed))) return changed;
    base = (await laneStore.get(lane.userId, lane.targetId)) ?? openLane(lane.userId, lane.targetId);
  }
  return base;
};

const laneAfterFailure = (
  lane: LaneState,
  outcome: Outcome,
  invocationId: string,
  { now, random }: SettleFacts,
): LaneState => {
  const wait = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;
  const reason = outcome.kind === 'ok' ? '' : `The target fails at the moment: ${outcome.reason}`;
  return afterFailure(lane, { reason, invocationId, notBefore: secondsAfter(now, wait) }, { now, random });
};

/** What the attempt brought, on top of a version that somebody else may have written; which parts are out is stored already. */
const carried = ({ dispatch }: Attempted, base: Dispatch): Dispatch => ({
  ...base,
  target: dispatch.target,
  renderedMessage: dispatch.renderedMessage,
  ...(dispatch.headline && { headline: dispatch.headline }),
  note: dispatch.note,
});

const lookAtOf = ({ lookAt }: LaneState): Date | undefined => (lookAt ? new Date(lookAt) : undefined);

const guard = (now: Date, seconds: number): Date => secondsAfter(now, seconds + GUARD_SECONDS);

/** Where a settled dispatch stands in the due index. */
export const dueOf = ({ next }: Settled, now: Date): Due => {
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

/** What an attempt means in numbers. The delay counts from the call, whose moment its id carries. */
const measure = ({ dispatch, next }: Settled, message: LaneMessage, now: Date): void => {
  const { kind } = dispatch.target;
  if (dispatch.state !== 'success') {
    metrics.count(next.kind === 'final' ? 'failed' : 'retried', 1, kind);
    return;
  }
  metrics.count('delivered');
  const calledAt = parseInvocationId(dispatch.invocationId)?.at;
  if (!calledAt) return;
  const delay = now.getTime() - calledAt.getTime();
  metrics.measure('delay', delay);
  if (message.quiet && dispatch.attemptCount === 1) metrics.measure('ownDelay', delay);
};
