import type { AttemptCause } from '#contract/states';
import { failedNotice, pausedNotice, saveNotice } from '../../mail/owner-notice.ts';
import { type Dispatch, isFinal, secondsUntilDue } from '../../model/dispatch.ts';
import type { LaneState } from '../../model/lane.ts';
import type { DispatchMessage } from '../../model/lane-message.ts';
import { calledAt, dispatchId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { metrics } from '../../platform/metrics.ts';
import {
  isTransient,
  type Outcome,
  retryAfterSeconds,
  type TransientOutcome,
} from '../../platform/outbound/outcome.ts';
import { cameAlone, gapSeconds } from '../../targets/pace.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import {
  afterAnswer,
  afterFailure,
  isLongPaused,
  LAG_SECONDS,
  MAX_LANE_WAIT_SECONDS,
  triedAgainAt,
} from '../lane/lane.ts';
import { changeLane } from '../lane/wake-up.ts';
import type { DeliveryPorts } from '../ports.ts';
import { writeAndCountError } from '../save-dispatch.ts';
import { settle, settleUnsent, type Unsent, waitsAtHead } from '../settle.ts';
import type { AttemptResult } from './attempt.ts';

type ResultPorts = Pick<
  DeliveryPorts,
  'clock' | 'random' | 'sleep' | 'dispatches' | 'counters' | 'laneStore' | 'laneQueue' | 'outbox'
>;

/**
 * Stores the result of an attempt in its dispatch and in its target's lane.
 * @returns the lane message's disposition: it is done, or it waits at the head of its group
 */
export const handleResult = async (
  { outcome, ...rest }: AttemptResult,
  job: DeliveryJob,
  message: DispatchMessage,
  ports: ResultPorts,
): Promise<MessageDisposition> => {
  switch (outcome.kind) {
    case 'ended':
      return ACK;
    case 'postponed':
    case 'routed':
    case 'paced':
      return handleUnsent({ ...rest, outcome }, job, ports);
    default:
      return isTransient(outcome)
        ? handleFailure({ ...rest, outcome }, job, message, ports)
        : handleAnswer({ ...rest, outcome }, job, message, ports);
  }
};

const handleUnsent = async (
  { dispatch, outcome, startedAt }: AttemptResult<Unsent>,
  job: DeliveryJob,
  ports: ResultPorts,
): Promise<MessageDisposition> => {
  const apply = (base: Dispatch) =>
    settleUnsent(outcome, withResult(dispatch, base), { startedAt, now: ports.clock() });
  await storeResult(() => writeAndCountError(dispatch, apply, ports), ports);
  // An accepted part shows that the target works, even if the next part has to wait.
  if (dispatch.partsDone > job.dispatch.partsDone) await laneAnswered(job, ports);
  return outcome.kind === 'paced' ? hideFor(outcome.seconds) : ACK;
};

const laneAnswered = ({ lane }: DeliveryJob, ports: ResultPorts): Promise<LaneState> =>
  changeLane(lane, (state) => afterAnswer(state, ports.clock()), ports, lane);

/**
 * Handles a message that the provider accepted or permanently rejected. The result is stored before anything else,
 * because the message would be sent again if the result were lost.
 */
const handleAnswer = async (
  { dispatch, outcome, startedAt, cause }: AttemptResult<Outcome>,
  job: DeliveryJob,
  message: DispatchMessage,
  ports: ResultPorts,
): Promise<MessageDisposition> => {
  const context = settleContext(job, startedAt, cause, ports);
  const apply = (base: Dispatch) => settle(outcome, withResult(dispatch, base), context);
  const saved = await storeResult(() => writeAndCountError(dispatch, apply, ports), ports);
  await laneAnswered(job, ports);
  if (saved) {
    report(saved, outcome, message, context.now);
    await noteFailure(saved, outcome, cause, job, ports);
  }
  return ACK;
};

/** Lets the owner know of a message that failed permanently, except one that they resent themselves. */
const noteFailure = async (
  dispatch: Dispatch,
  outcome: Outcome,
  cause: AttemptCause,
  { webhook }: DeliveryJob,
  ports: ResultPorts,
): Promise<void> => {
  const { invocationId, state, targetId, target } = dispatch;
  // A target that became inactive causes another notice.
  if (state !== 'error' || cause === 'manual') return;
  if (outcome.kind === 'ok' || outcome.kind === 'fail_target') return;
  const notice = failedNotice(webhook, { id: targetId, name: target.name }, { invocationId, reason: outcome.reason });
  await saveNotice(notice, ports.clock(), ports.outbox);
};

/** Lets the owner know of a lane that has been paused for some minutes, at a failed attempt. */
const notePause = async (lane: LaneState, { target }: Dispatch, ports: ResultPorts): Promise<void> => {
  if (lane.pausedAt === undefined || !isLongPaused(lane, ports.clock())) return;
  const notice = pausedNotice(lane, target.name, { since: lane.pausedAt, reason: lane.reason?.text ?? '' });
  await saveNotice(notice, ports.clock(), ports.outbox);
};

/**
 * Handles a failure after which the message is retried. The lane is paused before the message is stored. Only a paused
 * lane is certain to be woken, so only its list can hold the message.
 */
const handleFailure = async (
  { dispatch, outcome, startedAt, cause }: AttemptResult<TransientOutcome>,
  job: DeliveryJob,
  message: DispatchMessage,
  ports: ResultPorts,
): Promise<MessageDisposition> => {
  const { lane } = job;
  const context = settleContext(job, startedAt, cause, ports);
  const { now } = context;
  const failure = {
    ...context,
    outcome,
    invocationId: dispatch.invocationId,
    wakeUpNumber: lane.wakeUpNumber,
    skipsList: message.skipsList === true,
  };
  // A message's short wait at the head of its group does not count against the target.
  const isShort = waitsAtHead(outcome, dispatch, context);
  const change = (state: LaneState): LaneState =>
    isShort && state.mode !== 'paused' ? state : afterFailure(state, failure);
  const changed = await storeResult(() => changeLane(lane, change, ports, lane), ports);
  const wasPaused = lane.mode === 'paused';
  const isPaused = wasPaused || changed.mode === 'paused';
  const paused = isPaused ? { resumeAt: triedAgainAt(changed) ?? now, wasPaused } : undefined;
  const apply = (base: Dispatch) => settle(outcome, withResult(dispatch, base), context, paused);
  const saved = await storeResult(() => writeAndCountError(dispatch, apply, ports), ports);
  if (saved) {
    report(saved, outcome, message, now);
    await noteFailure(saved, outcome, cause, job, ports);
    await notePause(changed, saved, ports);
  }
  // A `Retry-After` applies to the target, not only to this message. If it is longer, the lane is already paused.
  const askedSeconds = Math.min(MAX_LANE_WAIT_SECONDS, Math.ceil(retryAfterSeconds(outcome)));
  // The next message has to see that the lane is paused. So this one stays at the head until the pause is visible to
  // reads.
  const untilSeen = lane.mode === 'flowing' && isPaused ? LAG_SECONDS : 0;
  const isInQueue = saved !== undefined && saved.generation <= message.generation;
  const seconds = Math.max(askedSeconds, untilSeen, isInQueue ? secondsUntilDue(saved, now) : 0);
  return seconds > 0 ? hideFor(seconds) : ACK;
};

const settleContext = ({ plan }: DeliveryJob, startedAt: Date, cause: AttemptCause, ports: ResultPorts) => {
  const now = ports.clock();
  return { plan, now, durationMs: now.getTime() - startedAt.getTime(), random: ports.random(), cause };
};

/** Waits before further attempts to store a result, in milliseconds. */
const STORE_AGAIN_MS = [200, 1000];

/** Retries a failed write. The provider already has the message, and losing the result would send it again. */
const storeResult = async <Stored>(store: () => Promise<Stored>, { sleep }: ResultPorts): Promise<Stored> => {
  for (const waitMs of STORE_AGAIN_MS) {
    try {
      return await store();
    } catch (error) {
      log.warn('result not stored, retrying', {}, error);
      await sleep(waitMs);
    }
  }
  return store();
};

/**
 * Merges an attempt's result into the newest version of the dispatch, which already has the number of sent parts. If
 * another worker has sent parts of a newly rendered text, that text is kept.
 */
const withResult = (
  { target, renderedMessage, rich, headline, note, noteCode, partsDone, how, watch, copy }: Dispatch,
  base: Dispatch,
): Dispatch => ({
  ...base,
  target,
  ...((base.partsDone === 0 || base.partsDone === partsDone) && { renderedMessage, ...(rich && { rich }) }),
  ...(headline && { headline }),
  note,
  noteCode,
  how,
  ...(watch !== undefined && { watch, copy }),
});

/** Logs and counts an attempt. The delay starts when the call was accepted, which the call's id shows. */
const report = (dispatch: Dispatch, outcome: Outcome, message: DispatchMessage, now: Date): void => {
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
  if (attemptCount === 1 && cameAlone(gapSeconds(message))) metrics.measure('latency', delay);
};
