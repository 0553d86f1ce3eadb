import { type Dispatch, isFinal, secondsUntilDue } from '../../model/dispatch.ts';
import type { LaneMessage } from '../../model/invocation-ports.ts';
import type { LaneState } from '../../model/lane.ts';
import { isTransient, type Outcome, retryAfterSeconds } from '../../outbound/outcome.ts';
import { calledAt, dispatchId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { metrics } from '../../platform/metrics.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import {
  afterAnswer,
  afterFailure,
  MAX_LANE_WAIT_SECONDS,
  PAUSE_COOLDOWN_SECONDS,
  triedAgainAt,
} from '../lane/lane.ts';
import { changeLane } from '../lane/wake-up.ts';
import type { DeliveryPorts } from '../ports.ts';
import { writeSettled } from '../save-dispatch.ts';
import { settle } from '../settle.ts';
import type { Attempted } from './attempt.ts';

/**
 * Stores what an attempt means for its dispatch and for the lane of its target.
 * @returns whether something else of the lane may be tried immediately.
 */
export const recordAttempt = async (
  attempted: Attempted,
  context: DeliveryJob,
  message: LaneMessage,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  if (attempted.kind === 'outcome') return recordOutcome(attempted, context, message, ports);
  const { dispatch, settleOn, staySeconds } = attempted;
  await storeResult(dispatch, (base) => settleOn(withResult(dispatch, base)), ports);
  // A part that was accepted tells that the target works, however long the next one has to wait.
  if (dispatch.partsDone > context.dispatch.partsDone)
    await changeLane(context.lane, (lane) => afterAnswer(lane, ports.clock()), ports, context.lane);
  return staySeconds > 0 ? hideFor(staySeconds) : ACK;
};

const recordOutcome = async (
  { dispatch, outcome, startedAt, cause }: Attempted & { kind: 'outcome' },
  { lane, plan }: DeliveryJob,
  message: LaneMessage,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  const now = ports.clock();
  const context = { plan, now, durationMs: now.getTime() - startedAt.getTime(), random: ports.random(), cause };
  // The result if its lane flows.
  const inFlowingLane = settle(outcome, dispatch, context);
  const waitsAtHead = !isFinal(inFlowingLane) && inFlowingLane.generation === dispatch.generation;
  const { wakeUpNumber } = lane;
  const failure = {
    ...context,
    invocationId: dispatch.invocationId,
    wakeUpNumber,
    manualRetry: message.manualRetry === true,
  };
  const change = (state: LaneState): LaneState => {
    if (!isTransient(outcome)) return afterAnswer(state, now);
    // A message that waits at the head of its group says nothing about the next one.
    return waitsAtHead && state.mode !== 'paused' ? state : afterFailure(state, { outcome, ...failure });
  };
  const saveLane = () => changeLane(lane, change, ports, lane);
  // A lane is paused before its message is put into the list, so every list belongs to a lane that will be woken. In
  // all other cases the message comes first: its result must not be lost for anything.
  const wasPaused = lane.mode === 'paused';
  const pauses = !wasPaused && change(lane).mode === 'paused';
  const after = pauses ? await saveLane() : change(lane);
  const paused = after.mode === 'paused' ? { resumeAt: triedAgainAt(after) ?? now, wasPaused } : undefined;
  const settleOn = (base: Dispatch) => settle(outcome, withResult(dispatch, base), context, paused);
  const saved = await storeResult(dispatch, settleOn, ports);
  if (!pauses) await saveLane();
  if (saved) report(saved, outcome, message, now);
  // A `Retry-After` is meant for the target, not for this message alone; a longer one has paused the lane anyway.
  const askedSeconds = Math.min(MAX_LANE_WAIT_SECONDS, Math.ceil(retryAfterSeconds(outcome)));
  // The next message has to see a paused lane: this one stays in front of it meanwhile.
  const untilSeen = pauses && lane.mode === 'flowing' ? PAUSE_COOLDOWN_SECONDS : 0;
  const isInQueue = saved !== undefined && saved.generation <= message.generation;
  const seconds = Math.max(askedSeconds, untilSeen, isInQueue ? secondsUntilDue(saved, now) : 0);
  return seconds > 0 ? hideFor(seconds) : ACK;
};

/** Waits before storing a result once more, in milliseconds. */
const STORE_AGAIN_MS = [200, 1000];

/**
 * The provider has the message already: losing the result would send it again, so a failing table is asked more than
 * once.
 */
const storeResult = async (
  dispatch: Dispatch,
  settleOn: (base: Dispatch) => Dispatch,
  ports: DeliveryPorts,
): Promise<Dispatch | undefined> => {
  for (const waitMs of STORE_AGAIN_MS) {
    try {
      return await writeSettled(dispatch, settleOn, ports);
    } catch (error) {
      log.warn('result not stored yet', {}, error);
      await ports.sleep(waitMs);
    }
  }
  return writeSettled(dispatch, settleOn, ports);
};

/**
 * The result of an attempt on top of the newest version; the number of sent parts is stored already. Another worker may
 * have stored parts of a newly rendered message in the meantime. They count for its text, which is stored with the
 * number.
 */
const withResult = (
  { target, renderedMessage, rich, headline, note, noteCode, partsDone }: Dispatch,
  base: Dispatch,
): Dispatch => ({
  ...base,
  target,
  ...((base.partsDone === 0 || base.partsDone === partsDone) && { renderedMessage, ...(rich && { rich }) }),
  ...(headline && { headline }),
  note,
  noteCode,
});

/** Logs and counts an attempt. The delay counts from the call, whose time is part of its id. */
const report = (dispatch: Dispatch, outcome: Outcome, { isolated }: LaneMessage, now: Date): void => {
  const { invocationId, attemptCount, nextAttemptAt } = dispatch;
  const { kind } = dispatch.target;
  const fields = {
    userId: dispatch.userId,
    dispatchId: dispatchId(invocationId, dispatch.targetId),
    kind,
    outcome: outcome.kind,
    attempt: attemptCount,
    ...(nextAttemptAt && { nextAttemptAt }),
  };
  if (outcome.kind !== 'ok') {
    const hasFailed = isFinal(dispatch);
    metrics.count(hasFailed ? 'failed' : 'retried', 1, kind);
    const event = hasFailed ? 'message failed' : 'message waits for another attempt';
    log.warn(event, { ...fields, reason: outcome.reason });
    return;
  }
  log.info('message delivered', fields);
  metrics.count('delivered');
  const delay = now.getTime() - calledAt(invocationId).getTime();
  metrics.measure('delay', delay);
  if (isolated && attemptCount === 1) metrics.measure('latency', delay);
};
