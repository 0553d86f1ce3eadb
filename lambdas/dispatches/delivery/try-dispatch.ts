import { type Dispatch, MAX_CRASHES } from '../../model/dispatch.ts';
import type { Receipt } from '../../model/dispatch-ports.ts';
import type { DispatchMessage } from '../../model/lane-message.ts';
import { dueIfLost, isListed, laneMessageOf } from '../../model/placement.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { dispatchId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { gapSeconds } from '../../targets/pace.ts';
import type { DeliveryJob } from '../delivery-job.ts';
import { awaitProvider, withoutTarget } from '../lane/park.ts';
import type { DeliveryPorts } from '../ports.ts';
import { write } from '../save-dispatch.ts';
import { CRASHED, stayInPlace, waitAtHead } from '../states.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import { handleResult } from './handle-result.ts';

/**
 * Tries to deliver one dispatch, unless its target is not active, its provider's circuit is open, or its rate limit
 * requires a wait.
 * @returns the lane message's disposition: it is done, or it waits at the head of its group
 */
export const tryDispatch = async (
  job: DeliveryJob,
  message: DispatchMessage,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  const { dispatch, target, sentAt } = job;
  if (target?.status !== 'active') return withoutTarget(job, ports);
  const pacing = { gapSeconds: receipt.receives === 1 ? gapSeconds(message) : 0, queuedAt: receipt.queuedAt, sentAt };
  const provider = ports.sender.providerOf(target);
  const silentSeconds = ports.circuitBreaker.enter(provider);
  if (silentSeconds > 0) return awaitProvider(job, provider, silentSeconds, ports);
  try {
    const paceSeconds = await ports.pace.ask(target, pacing);
    if (paceSeconds > 0) return hideFor(paceSeconds);
    const run = (counted: Dispatch) =>
      attempt({ ...job, target, pacing, dispatch: counted }, message.cause, receipt.timeLeftMs, ports);
    const result = await countCrashes(dispatch, receipt, run, ports);
    return 'outcome' in result ? await handleResult(result, job, message, ports) : result;
  } finally {
    ports.circuitBreaker.leave(provider);
  }
};

/** Seconds to wait at the head of the group, by the number of consecutive crashes. */
const crashWait = (crashes: number): number => (crashes <= 1 ? 10 : 60);

/**
 * Signs that the function was killed: its messages are received again after the queue's visibility timeout of three
 * minutes.
 */
const CRASH_SIGNS = { receives: 2, seconds: 170 };

/**
 * True if a message may have killed its function without a trace. Messages behind a waiting one are received again with
 * it, so they can be counted by mistake. This costs one write, and their first try resets the count.
 */
export const mayHaveCrashed = (
  { receives, firstReceivedAt }: Pick<Receipt, 'receives' | 'firstReceivedAt'>,
  now: Date,
): boolean => receives >= CRASH_SIGNS.receives && now >= secondsAfter(firstReceivedAt, CRASH_SIGNS.seconds);

type CrashPorts = Pick<DeliveryPorts, 'clock' | 'dispatches' | 'counters' | 'deadLetters'>;

/**
 * Runs a try and counts its crashes. After three in a row, the dispatch becomes a dead letter. A killed function leaves
 * no trace, so the crash is counted before the try. For a listed dispatch, every try is counted, because a wake-up is
 * also received again for other reasons. In the queue, a try is counted only if its message returned late.
 * @returns the attempt's result, or the message's disposition if the try crashed or the dispatch was decided
 */
const countCrashes = async (
  dispatch: Dispatch,
  receipt: Receipt,
  run: (counted: Dispatch) => Promise<AttemptResult>,
  ports: CrashPorts,
): Promise<AttemptResult | MessageDisposition> => {
  const { clock } = ports;
  const isCounted = isListed(dispatch) || mayHaveCrashed(receipt, clock());
  const counting = (base: Dispatch) => stayInPlace({ ...base, crashes: base.crashes + 1 }, clock());
  const counted = isCounted ? await write(dispatch, counting, ports) : dispatch;
  if (!counted) return ACK;
  if (counted.crashes > MAX_CRASHES) return toDeadLetters(counted, ports);
  try {
    return await run(counted);
  } catch (error) {
    log.error('delivery crashed', { dispatchId: idOf(counted), count: counted.crashes + 1 }, error);
  }
  // If the table has failed, this write fails too, and the message stays in the queue.
  const crashed = await write(
    counted,
    (base) => {
      const crashes = isCounted ? Math.max(1, base.crashes) : base.crashes + 1;
      return waitAtHead({ ...base, crashes }, CRASHED, clock(), crashWait(crashes));
    },
    ports,
  );
  if (!crashed) return ACK;
  return crashed.crashes >= MAX_CRASHES ? toDeadLetters(crashed, ports) : hideFor(crashWait(crashed.crashes));
};

/**
 * Sends a dispatch to the dead-letter queue, whose function ends it. If the dead letter is lost, the due index requeues
 * the dispatch.
 */
const toDeadLetters = async (dispatch: Dispatch, ports: CrashPorts): Promise<MessageDisposition> => {
  const placement = dueIfLost(ports.clock());
  const left = await write(dispatch, (base) => ({ ...base, generation: base.generation + 1, placement }), ports);
  if (!left) return ACK;
  await ports.deadLetters.send([laneMessageOf(left)]);
  log.error('message sent to the dead-letter queue', { dispatchId: idOf(dispatch) });
  return ACK;
};

const idOf = ({ invocationId, targetId }: Dispatch) => dispatchId(invocationId, targetId);
