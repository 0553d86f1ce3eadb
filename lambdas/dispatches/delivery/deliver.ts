import { secondsUntilDue } from '../../model/dispatch.ts';
import type { Receipt } from '../../model/dispatch-ports.ts';
import type { LaneMessage } from '../../model/invocation-ports.ts';
import type { LaneState } from '../../model/lane.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { catchUp, isDisabled, MAX_LANE_WAIT_SECONDS, retryAfterOf } from '../lane/lane.ts';
import { park, pauseAndPark } from '../lane/park.ts';
import type { DeliveryPorts } from '../ports.ts';
import { loadOpenDispatch } from '../save-dispatch.ts';
import { fastContext } from './fast-path.ts';
import { tryDispatch } from './try-dispatch.ts';

/** For a busy target, messages of this age or more enter the waiting list; in seconds. */
const BEHIND_SECONDS = 60;

/**
 * Handles one message of a lane. Idempotent: a dispatch that is decided or in a later generation is skipped, so lost,
 * repeated and reordered messages do no harm. For messages whose target receives nothing, see `LaneMode` in
 * `lane/lane.ts`.
 * @throws when the table cannot be reached; the message stays in the queue then.
 */
export const deliver = async (
  message: LaneMessage,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  const context = (await fastContext(message, receipt, ports)) ?? (await ports.dispatches.loadContext(message));
  const open = await loadOpenDispatch(message, context, ports);
  if (!open) return ACK;
  const { summary, webhook } = open;
  const { target, lane, sentAt } = context;
  const now = ports.clock();
  const early = secondsUntilDue(open.dispatch, now);
  // For a longer wait the due index brings it back in time.
  if (early > 0) return early > MAX_LANE_WAIT_SECONDS ? ACK : hideFor(early);

  // The dispatch's own lane message processes it, wherever it is stored.
  const dispatch = { ...open.dispatch, placement: undefined };
  const job = { dispatch, lane, plan: ports.plans[summary.plan], summary, webhook, target, sentAt };
  const isKnownDisabled = target?.status === 'disabled' && isDisabled(lane);
  const joinsList = lane.mode !== 'flowing' && !maySkipList(message, lane, now);
  if (isKnownDisabled || (target?.status === 'active' && joinsList)) {
    await park(job, ports);
    return ACK;
  }
  // Keeps the queue short: messages go to the list from here on, and a wake-up behind them delivers it at the target's rate limit.
  const isBehind = now > secondsAfter(receipt.queuedAt, BEHIND_SECONDS);
  if (target?.status === 'active' && isBehind && ports.pace.isBusy(target, sentAt))
    return pauseAndPark(job, (state) => catchUp(state, now), ports);
  return tryDispatch(job, message, receipt, ports);
};

/** The provider's `Retry-After` applies to all messages. */
const maySkipList = ({ manualRetry }: LaneMessage, lane: LaneState, now: Date): boolean =>
  manualRetry === true && !retryAfterOf(lane, now);
