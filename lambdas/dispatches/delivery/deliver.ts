import type { LaneMessage } from '../../invocations/ports.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { type Dispatch, isFinal, newDispatch, secondsUntilDue } from '../dispatch.ts';
import {
  flowingLane,
  type LaneState,
  type LaneVerdict,
  MAX_LANE_WAIT_SECONDS,
  PAUSE_COOLDOWN_SECONDS,
  verdictOf,
  withBacklog,
} from '../lane/lane.ts';
import { putIntoList, withoutTarget } from '../lane/park.ts';
import { wake } from '../lane/wake-up.ts';
import type { Placement } from '../save-dispatch.ts';
import { clearDirtyFlag, fastContext } from './fast-path.ts';
import { type Receipt, type TryPorts, tryDispatch } from './try-dispatch.ts';

/** Age of a message whose target is kept busy, in seconds, from which on messages go to the waiting list. */
const BEHIND_SECONDS = 60;

/**
 * Handles one message of a lane. Idempotent: a dispatch that is decided, or has moved on to a later generation, is left alone, so that
 * lost, repeated and reordered messages do no harm.
 * @throws when the table cannot be reached; the message stays in the queue then.
 */
export const deliver = async (message: LaneMessage, receipt: Receipt, ports: TryPorts): Promise<LaneVerdict> =>
  verdictOf(await handle(message, receipt, ports));

/** @returns for how many seconds the message stays at the head of its group; 0 = it is done with. */
const handle = async (message: LaneMessage, receipt: Receipt, ports: TryPorts): Promise<number> => {
  const context = (await fastContext(message, receipt, ports)) ?? (await ports.dispatches.loadContext(message));
  const { summary, dispatch: known, target, webhook } = context;
  if (!summary || !webhook) {
    // Its webhook or its call was deleted, so that nobody can see the result.
    if (known && !isFinal(known)) await ports.dispatches.forget(known);
    return 0;
  }
  const dispatch =
    known ?? newDispatch(summary, message.targetId, { name: target?.name ?? '', kind: target?.kind ?? '' });
  if (message.generation < dispatch.generation) return 0;
  if (isFinal(dispatch)) {
    if (summary.dispatches[message.targetId] !== dispatch.state) await ports.dispatches.repeatState(dispatch);
    return 0;
  }
  const early = secondsUntilDue(dispatch, ports.clock());
  // For a longer wait the due index brings it back in time.
  if (early > 0) return early > MAX_LANE_WAIT_SECONDS ? 0 : early;

  const lane = context.lane ?? flowingLane(message.userId, message.targetId);
  const placement = { plan: ports.plans[summary.plan], isListed: false };
  const isKnownDisabled = target?.status === 'disabled' && lane.disabled;
  if (isKnownDisabled || (target?.status === 'active' && lane.mode !== 'flowing')) {
    await putIntoList(dispatch, { ...placement, lane }, ports);
    return 0;
  }
  if (target?.status !== 'active')
    return (await withoutTarget(dispatch, target, { ...placement, lane }, ports)).staySeconds;
  if (isBehind(receipt, ports.clock()) && ports.pace.isBusy(target, lane))
    return beginList(dispatch, lane, placement, ports);

  const pacing = { isolated: message.isolated === true && receipt.receives === 1, queuedAt: receipt.queuedAt };
  const attempted = { dispatch, summary, webhook, target, lane, pacing, ...placement };
  const tried = await tryDispatch(attempted, message, receipt, ports);
  await clearDirtyFlag(lane, context, ports);
  return tried.staySeconds;
};

const isBehind = ({ queuedAt }: Receipt, now: Date): boolean => now > secondsAfter(queuedAt, BEHIND_SECONDS);

/** Keeps the queue short: messages go to the list from here on, and a wake-up behind them delivers it at the target's rate limit. */
const beginList = async (
  dispatch: Dispatch,
  lane: LaneState,
  placement: Placement,
  ports: TryPorts,
): Promise<number> => {
  const behind = withBacklog(lane, ports.clock());
  if (!(await wake(behind, {}, ports))) return 1;
  await putIntoList(dispatch, { ...placement, lane: behind }, ports);
  return PAUSE_COOLDOWN_SECONDS;
};
