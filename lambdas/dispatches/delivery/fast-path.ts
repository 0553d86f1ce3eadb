import { carriedSummary } from '../../invocations/carried-call.ts';
import type { DeliveryContext, DispatchStore } from '../../model/dispatch-ports.ts';
import type { LaneMessage } from '../../model/invocation-ports.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { flowingLane } from '../lane/lane.ts';

/** Older messages are delivered with the whole context, since more may have happened meanwhile; in seconds. */
const FRESH_SECONDS = 60;

/**
 * The context of a freshly accepted message in the ordinary case: not tried yet, an active target, a clean lane. Such a
 * message carries its call, so this takes two small reads.
 * @returns undefined in any other case; then the whole context has to be read.
 */
export const fastContext = async (
  message: LaneMessage,
  { receives, queuedAt }: { receives: number; queuedAt: Date },
  { dispatches, clock }: { dispatches: Pick<DispatchStore, 'loadFast'>; clock: Clock },
): Promise<DeliveryContext | undefined> => {
  const { call, userId, targetId } = message;
  if (!call || receives > 1 || clock() > secondsAfter(queuedAt, FRESH_SECONDS)) return undefined;
  const { isNew, target, webhook, sentAt, isLaneClean } = await dispatches.loadFast(message);
  if (!isNew || !isLaneClean || target?.status !== 'active' || !webhook) return undefined;
  const lane = flowingLane(userId, targetId);
  return { summary: carriedSummary(message, call), dispatch: undefined, target, webhook, lane, sentAt };
};
