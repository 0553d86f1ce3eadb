import type { DeliveryContext, DispatchStore } from '../../model/dispatch-ports.ts';
import type { InvocationSummary } from '../../model/invocation.ts';
import { flowingLane } from '../../model/lane.ts';
import type { CarriedCall, DispatchMessage } from '../../model/lane-message.ts';
import { type Clock, secondsAfter } from '../../platform/clock.ts';
import { calledAt } from '../../platform/ids.ts';

/** Maximum age in seconds for the fast path. For an older message, more may have happened since. */
const FRESH_SECONDS = 60;

/**
 * The context of a new message in the ordinary case: no try yet, an active target and a clean lane. Such a message
 * carries its call, so two small reads are enough.
 * @returns undefined in any other case; the caller then reads the whole context
 */
export const fastContext = async (
  message: DispatchMessage,
  { receives, queuedAt }: { receives: number; queuedAt: Date },
  { dispatches, clock }: { dispatches: Pick<DispatchStore, 'loadFast'>; clock: Clock },
): Promise<DeliveryContext | undefined> => {
  const { call, userId, targetId } = message;
  if (!call || receives > 1 || clock() > secondsAfter(queuedAt, FRESH_SECONDS)) return undefined;
  const { isNew, target, webhook, sentAt, isLaneClean } = await dispatches.loadFast(message);
  if (!isNew || !isLaneClean || target?.status !== 'active' || !webhook) return undefined;
  const lane = flowingLane(userId, targetId);
  return { summary: summaryOf(message, call), dispatch: undefined, target, webhook, lane, sentAt };
};

/** The call's summary from its lane message, with the fields that delivery uses. */
const summaryOf = (
  { userId, webhookId, invocationId, targetId }: DispatchMessage,
  { content, webhookVersion: _version, ...call }: CarriedCall,
): InvocationSummary => ({
  ...call,
  id: invocationId,
  userId,
  webhookId,
  invokedAt: calledAt(invocationId).toISOString(),
  ip: '',
  size: content.body.byteLength,
  preview: '',
  dispatches: { [targetId]: 'pending' },
});
