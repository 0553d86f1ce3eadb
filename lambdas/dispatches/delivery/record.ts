import type { LaneMessage } from '../../invocations/ports.ts';
import { type Outcome, waitingReason } from '../../outbound/outcome.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { dispatchId, parseInvocationId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import type { Dispatch } from '../dispatch.ts';
import {
  afterAnswer,
  afterFailure,
  flowingLane,
  isBlocked,
  type LaneState,
  MAX_LANE_WAIT_SECONDS,
  PAUSE_COOLDOWN_SECONDS,
  triedAgainAt,
} from '../lane/lane.ts';
import type { ParkPorts, Tried } from '../lane/park.ts';
import { type Placement, staying, write, writeSettled } from '../save-dispatch.ts';
import { postpone, type SettleContext, type Settled, settle, settleBlocked } from '../settle.ts';
import type { Attempted } from './attempt.ts';

export interface RecordPorts extends ParkPorts {
  random: () => number;
}

interface RecordContext extends Placement {
  message: LaneMessage;
  lane: LaneState;
}

/** Settles an attempt: stores what it means for its dispatch, and what it says about the target's lane. */
export const recordOutcome = async (
  attempted: Attempted,
  { message, plan, lane, isListed }: RecordContext,
  ports: RecordPorts,
): Promise<Tried> => {
  const now = ports.clock();
  const placement = { plan, isListed };
  const { outcome, pausedSeconds, postponed } = attempted;
  if (postponed !== undefined) {
    const at = secondsAfter(now, postponed.afterSeconds);
    const postponedTo = (base: Dispatch) => postpone(base, postponed.reason, { now, at });
    await writeSettled(attempted.dispatch, postponedTo, placement, now, ports);
    return { lane, staySeconds: 0 };
  }
  if (pausedSeconds !== undefined) {
    await write(
      attempted.dispatch,
      (base) => staying({ ...carried(attempted, base), crashes: 0 }, placement, now, pausedSeconds),
      ports,
    );
    return { lane, staySeconds: pausedSeconds };
  }
  const context: SettleContext = {
    plan,
    now,
    durationMs: now.getTime() - attempted.startedAt.getTime(),
    random: ports.random(),
  };
  const waitsInLane = !isBlocked(lane) && settle(outcome, attempted.dispatch, context).next.kind === 'lane';
  const change = (state: LaneState): LaneState => {
    if (isAnswer(outcome)) return afterAnswer(state);
    return waitsInLane ? state : laneAfterFailure(state, outcome, message.invocationId, context);
  };
  // A lane is paused before its message is put into the list, so that whatever is in a list is in one that is checked. In all
  // other cases the message comes first: what became of it must not be lost for anything.
  const pauses = !isBlocked(lane) && isBlocked(change(lane));
  const after = pauses ? await changeLane(lane, change, ports) : change(lane);
  let settled: Settled | undefined;
  const saved = await writeSettled(
    attempted.dispatch,
    (base) => {
      settled = settleIn(after, lane, outcome, carried(attempted, base), { ...context, isListed });
      return settled;
    },
    placement,
    now,
    ports,
  );
  const stored = pauses ? after : await changeLane(lane, change, ports);
  // What the provider asked to wait for is meant for the target, not for this message alone, and a paused lane has to be
  // known before the next message comes: this one stays in front of it.
  const asked = outcome.kind === 'retry' && outcome.afterSeconds ? cooldownSeconds(outcome.afterSeconds) : 0;
  const cooldown = Math.max(asked, pauses && lane.mode === 'flowing' ? PAUSE_COOLDOWN_SECONDS : 0);
  if (!saved || !settled) return { lane: stored, staySeconds: cooldown };
  report(settled, outcome);
  measure(settled, message, now);
  if (saved.state === 'error') await ports.counters.countError(saved.userId, saved.webhookId, now);
  return { lane: stored, staySeconds: settled.next.kind === 'lane' ? settled.next.afterSeconds : cooldown };
};

const isAnswer = ({ kind }: Outcome): boolean => kind === 'ok' || kind === 'fail_message' || kind === 'fail_target';

/** A longer wait has paused the lane anyway. */
const cooldownSeconds = (afterSeconds: number): number => Math.min(MAX_LANE_WAIT_SECONDS, Math.ceil(afterSeconds));

/** In a lane that is blocked, or was blocked by this very attempt, what would come back at a time waits for the target. */
const settleIn = (
  after: LaneState,
  before: LaneState,
  outcome: Outcome,
  dispatch: Dispatch,
  context: SettleContext & { isListed: boolean },
): Settled => {
  const settled = settle(outcome, dispatch, context);
  const waits = isBlocked(before) || settled.next.kind === 'due';
  const resumeAt = triedAgainAt(after) ?? context.now;
  return isBlocked(after) && waits ? settleBlocked(outcome, dispatch, { ...context, resumeAt }) : settled;
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
    if (changed === base) return base;
    if (await laneStore.save(changed)) return { ...changed, version: changed.version + 1 };
    base = (await laneStore.get(lane.userId, lane.targetId)) ?? flowingLane(lane.userId, lane.targetId);
  }
  return base;
};

const laneAfterFailure = (
  lane: LaneState,
  outcome: Outcome,
  invocationId: string,
  { now, random }: SettleContext,
): LaneState => {
  const wait = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;
  const reason = outcome.kind === 'ok' ? '' : `The target fails at the moment: ${waitingReason(outcome)}`;
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
  if (message.isolated && dispatch.attemptCount === 1) metrics.measure('latency', delay);
};
