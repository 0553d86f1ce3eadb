import { secondsUntilDue } from '../../model/dispatch.ts';
import type { Receipt } from '../../model/dispatch-ports.ts';
import { isDisabled, type LaneState } from '../../model/lane.ts';
import type { DispatchMessage } from '../../model/lane-message.ts';
import { secondsAfter } from '../../platform/clock.ts';
import { ACK, hideFor, type MessageDisposition } from '../../platform/message-disposition.ts';
import { catchUp, MAX_LANE_WAIT_SECONDS, retryAfterOf } from '../lane/lane.ts';
import { divertToList, park } from '../lane/park.ts';
import type { DeliveryPorts } from '../ports.ts';
import { openDispatchOf } from '../save-dispatch.ts';
import { fastContext } from './fast-path.ts';
import { tryDispatch } from './try-dispatch.ts';

/** Age of a lane message in seconds after which it joins the waiting list, if its target is at its rate limit. */
const BEHIND_SECONDS = 60;

/**
 * Processes a dispatch's lane message. It skips a dispatch that is decided or in a later generation, so lost, repeated and
 * reordered messages are harmless. `model/lane.ts` explains messages to failing targets.
 * @throws if the table cannot be reached; the message then stays in the queue
 */
export const deliver = async (
  message: DispatchMessage,
  receipt: Receipt,
  ports: DeliveryPorts,
): Promise<MessageDisposition> => {
  const context = (await fastContext(message, receipt, ports)) ?? (await ports.dispatches.loadContext(message));
  const open = await openDispatchOf(message, context, ports);
  if (!open) return ACK;
  const { target, lane, sentAt } = open;
  const now = ports.clock();
  const early = secondsUntilDue(open.dispatch, now);
  // If the wait is long, the due index returns the dispatch to its lane.
  if (early > 0) return early > MAX_LANE_WAIT_SECONDS ? ACK : hideFor(early);

  // This lane message handles the dispatch, even if the waiting list or the due index contains it too.
  const dispatch = { ...open.dispatch, placement: undefined };
  const job = {
    ...open,
    dispatch,
    plan: ports.plans[open.summary.plan],
    isFirst: dispatch.version === 0 && receipt.receives === 1,
    content: message.call?.content,
  };
  const isKnownDisabled = target?.status === 'disabled' && isDisabled(lane);
  const joinsList = lane.mode !== 'flowing' && !maySkipList(message, lane, now);
  if (isKnownDisabled || (target?.status === 'active' && joinsList)) {
    await park(job, ports);
    return ACK;
  }
  // This keeps the queue short: messages now join the list, which a wake-up delivers at the target's rate limit.
  const isBehind = now > secondsAfter(receipt.queuedAt, BEHIND_SECONDS);
  if (target?.status === 'active' && isBehind && ports.pace.isBusy(target, sentAt))
    return divertToList(job, (state) => catchUp(state, now), ports);
  return tryDispatch(job, message, receipt, ports);
};

/** True if a manual retry can be tried before the waiting list. A provider's `Retry-After` still applies. */
const maySkipList = ({ skipsList }: DispatchMessage, lane: LaneState, now: Date): boolean =>
  skipsList === true && !retryAfterOf(lane, now);
