import type { LaneMessage, WakeUps } from '../../invocations/ports.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { type Dispatch, isFinal, newDispatch, secondsUntilDue } from '../dispatch.ts';
import {
  ACK,
  flowingLane,
  isClean,
  type LaneState,
  type LaneVerdict,
  MAX_LANE_WAIT_SECONDS,
  PAUSE_COOLDOWN_SECONDS,
  retryIn,
  withBacklog,
} from '../lane/lane.ts';
import { putIntoList, withoutTarget } from '../lane/park.ts';
import { wake } from '../lane/wake-up.ts';
import type { DeliveryContext } from '../ports.ts';
import type { Placement } from '../save-dispatch.ts';
import { fastContext } from './fast-path.ts';
import { type Receipt, type TryPorts, tryDispatch } from './try-dispatch.ts';

export interface DeliverPorts extends TryPorts {
  lanes: WakeUps;
}

/** A message that has waited this long, in seconds, for a target that is kept busy: what stands behind it goes to the list. */
const BEHIND_SECONDS = 60;

/**
 * Handles one message of a lane. Safe to repeat: a dispatch that is decided, or that has moved on to a later
 * generation, is left alone, so that lost, doubled and reordered messages do no harm.
 * @throws when the table cannot be reached; the message stays in the queue then.
 */
export const deliver = async (message: LaneMessage, receipt: Receipt, ports: DeliverPorts): Promise<LaneVerdict> => {
  const context = (await fastContext(message, receipt, ports)) ?? (await ports.dispatches.loadContext(message));
  const { summary, dispatch: known, target, webhook } = context;
  if (!summary || !webhook) {
    // Deleted meanwhile, and with it whoever could look at the result.
    if (known && !isFinal(known)) await ports.dispatches.forget(known);
    return ACK;
  }
  const dispatch =
    known ?? newDispatch(summary, message.targetId, { name: target?.name ?? '', kind: target?.kind ?? '' });
  if (message.generation < dispatch.generation) return ACK;
  if (isFinal(dispatch)) {
    if (summary.dispatches[message.targetId] !== dispatch.state) await ports.dispatches.repeatState(dispatch);
    return ACK;
  }
  const early = secondsUntilDue(dispatch, ports.clock());
  if (early > MAX_LANE_WAIT_SECONDS) return ACK; // The due index brings it back in time.
  if (early > 0) return retryIn(early);

  const lane = context.lane ?? flowingLane(message.userId, message.targetId);
  const placement = { plan: ports.plans[summary.plan], isListed: false };
  if (target?.status !== 'active')
    return lane.mode === 'paused' && target?.status === 'disabled' && lane.disabled
      ? intoList(dispatch, lane, placement, ports)
      : verdictOf((await withoutTarget(dispatch, target, { ...placement, lane }, ports)).staySeconds);
  if (lane.mode === 'paused') return intoList(dispatch, lane, placement, ports);
  if (isBehind(receipt, ports.clock()) && ports.pace.isBusy(target, lane))
    return beginList(dispatch, lane, placement, ports);

  const pacing = { isolated: message.isolated === true && receipt.receives === 1, queuedAt: receipt.queuedAt };
  const tried = await tryDispatch(
    { dispatch, summary, webhook, target, lane, pacing, ...placement },
    message,
    receipt,
    ports,
  );
  await clearDirtyFlag(lane, context, ports);
  return verdictOf(tried.staySeconds);
};

const verdictOf = (staySeconds: number): LaneVerdict => (staySeconds > 0 ? retryIn(staySeconds) : ACK);

const intoList = async (
  dispatch: Dispatch,
  lane: LaneState,
  placement: Placement,
  ports: DeliverPorts,
): Promise<LaneVerdict> => {
  await putIntoList(dispatch, { ...placement, lane }, ports);
  return ACK;
};

const isBehind = ({ queuedAt }: Receipt, now: Date): boolean => now > secondsAfter(queuedAt, BEHIND_SECONDS);

/** Keeps the queue short: from here on messages go to the list, and a wake-up behind them takes it at the target's pace. */
const beginList = async (
  dispatch: Dispatch,
  lane: LaneState,
  placement: Placement,
  ports: DeliverPorts,
): Promise<LaneVerdict> => {
  const paused = withBacklog(lane, ports.clock());
  if (!(await wake(paused, {}, ports))) return retryIn(1);
  await putIntoList(dispatch, { ...placement, lane: paused }, ports);
  return retryIn(PAUSE_COOLDOWN_SECONDS);
};

/** Should this fail, the next message finds the same flag. */
const clearDirtyFlag = async (lane: LaneState, { laneDirtyFlag }: DeliveryContext, { laneStore }: DeliverPorts) => {
  if (laneDirtyFlag === undefined || !isClean(lane)) return;
  try {
    await laneStore.clearDirtyFlag(lane.userId, lane.targetId, laneDirtyFlag);
  } catch (error) {
    log.warn('dirty flag left on a target', { userId: lane.userId, targetId: lane.targetId }, error);
  }
};
