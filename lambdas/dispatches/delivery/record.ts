import type { LaneMessage } from '../../invocations/ports.ts';
import { type Outcome, waitingReason } from '../../outbound/outcome.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { dispatchId, parseInvocationId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { metrics } from '../../platform/metrics.ts';
import type { Dispatch } from '../dispatch.ts';
import { changeLane } from '../lane/change-lane.ts';
import {
  afterAnswer,
  afterFailure,
  type LaneState,
  MAX_LANE_WAIT_SECONDS,
  PAUSE_COOLDOWN_SECONDS,
  triedAgainAt,
} from '../lane/lane.ts';
import type { Tried } from '../lane/waiting.ts';
import { type Placement, stayInPlace, write, writeSettled } from '../save-dispatch.ts';
import { postpone, type SettleContext, type Settled, settle, staysInLane } from '../settle.ts';
import type { Attempted, DeliveryPorts } from './attempt.ts';

interface RecordContext extends Placement {
  message: LaneMessage;
  lane: LaneState;
}

/** Settles an attempt: stores what it means for its dispatch and for the target's lane. */
export const recordOutcome = async (
  attempted: Attempted,
  { message, lane, ...placement }: RecordContext,
  ports: DeliveryPorts,
): Promise<Tried> => {
  const now = ports.clock();
  const { outcome, paceSeconds, postponed } = attempted;
  if (postponed !== undefined) {
    const at = secondsAfter(now, postponed.afterSeconds);
    const postponedTo = (base: Dispatch) => postpone(base, postponed.reason, { now, at });
    await storeResult(() => writeSettled(attempted.dispatch, postponedTo, placement, now, ports), ports);
    return { lane, staySeconds: 0 };
  }
  if (paceSeconds !== undefined) {
    const change = (base: Dispatch) =>
      stayInPlace({ ...withResult(attempted, base), crashes: 0 }, placement, now, paceSeconds);
    await storeResult(() => write(attempted.dispatch, change, ports), ports);
    return { lane, staySeconds: paceSeconds };
  }
  const durationMs = now.getTime() - attempted.startedAt.getTime();
  const context: SettleContext = { plan: placement.plan, now, durationMs, random: ports.random() };
  const change = (state: LaneState): LaneState => laneAfter(state, outcome, attempted.dispatch, context);
  // A lane is paused before its message is put into the list, so that every list belongs to a lane that is checked. In all other
  // cases the message comes first: its result must not be lost for anything.
  const wasPaused = lane.mode === 'paused';
  const pauses = !wasPaused && change(lane).mode === 'paused';
  const after = pauses ? (await changeLane(lane, change, ports, lane)).lane : change(lane);
  const resumeAt = triedAgainAt(after) ?? now;
  const list = after.mode === 'paused' ? { isListed: placement.isListed, resumeAt, wasPaused } : undefined;
  let settled: Settled | undefined;
  const settleOn = (base: Dispatch) => {
    settled = settle(outcome, withResult(attempted, base), context, list);
    return settled;
  };
  const saved = await storeResult(() => writeSettled(attempted.dispatch, settleOn, placement, now, ports), ports);
  const laneNow = pauses ? after : (await changeLane(lane, change, ports, lane)).lane;
  // A Retry-After is meant for the target, not for this message alone, and the next message has to see a paused lane: this message
  // stays in front of it meanwhile.
  const asked = outcome.kind === 'retry' && outcome.afterSeconds ? cooldownSeconds(outcome.afterSeconds) : 0;
  const cooldown = Math.max(asked, pauses && lane.mode === 'flowing' ? PAUSE_COOLDOWN_SECONDS : 0);
  if (!saved || !settled) return { lane: laneNow, staySeconds: cooldown };
  report(settled, outcome);
  measure(settled, message, now);
  if (saved.state === 'error') await ports.counters.countError(saved.userId, saved.webhookId, now);
  return { lane: laneNow, staySeconds: settled.next.kind === 'atHead' ? settled.next.afterSeconds : cooldown };
};

/** Waits before storing a result once more, in milliseconds. */
const STORE_AGAIN_MS = [200, 1000];

/** The provider has the message already: losing the result would send it again, so that a failing table is asked more than once. */
const storeResult = async <Result>(store: () => Promise<Result>, { nap }: DeliveryPorts): Promise<Result> => {
  for (const waitMs of STORE_AGAIN_MS) {
    try {
      return await store();
    } catch (error) {
      log.warn('result not stored yet', {}, error);
      await nap(waitMs);
    }
  }
  return store();
};

/** A longer wait has paused the lane anyway. */
const cooldownSeconds = (afterSeconds: number): number => Math.min(MAX_LANE_WAIT_SECONDS, Math.ceil(afterSeconds));

/** What an outcome says about the target's lane. Pure. */
const laneAfter = (lane: LaneState, outcome: Outcome, dispatch: Dispatch, context: SettleContext): LaneState => {
  if (outcome.kind === 'ok' || outcome.kind === 'fail_message' || outcome.kind === 'fail_target')
    return afterAnswer(lane, context.now);
  // A message that waits at the head of its group says nothing about the next one.
  if (lane.mode !== 'paused' && staysInLane(outcome, dispatch, context)) return lane;
  const { now, random } = context;
  const wait = outcome.kind === 'retry' ? (outcome.afterSeconds ?? 0) : 0;
  const reason = { code: outcome.code, text: `The target fails at the moment: ${waitingReason(outcome)}` };
  const { invocationId } = dispatch;
  return afterFailure(lane, { reason, invocationId, notBefore: secondsAfter(now, wait) }, { now, random });
};

/** The result of an attempt on top of the newest version; how many parts are out is stored already. */
const withResult = ({ dispatch }: Attempted, base: Dispatch): Dispatch => ({
  ...base,
  target: dispatch.target,
  renderedMessage: dispatch.renderedMessage,
  ...(dispatch.rich && { rich: dispatch.rich }),
  ...(dispatch.headline && { headline: dispatch.headline }),
  note: dispatch.note,
  noteCode: dispatch.noteCode,
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

/** Counts an attempt. The delay counts from the call, whose time is part of its id. */
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
