import type { InvocationSummary } from '../invocations/invocation.ts';
import type { LaneMessage } from '../invocations/ports.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import { type Dispatch, isFinal, newDispatch } from './dispatch.ts';
import type { DeliveryContext, DispatchStore } from './ports.ts';

/**
 * The dispatch of a message as long as there is something to do for it. Completes what a crash left half-done of a decided one.
 * @returns undefined when it is decided, has moved on to a later generation, or its call or webhook was deleted, so that nobody can see
 *   the result.
 */
export const undecided = async (
  message: LaneMessage,
  { summary, dispatch: known, webhook, target }: DeliveryContext,
  { dispatches }: { dispatches: DispatchStore },
): Promise<{ dispatch: Dispatch; summary: InvocationSummary; webhook: Webhook } | undefined> => {
  if (!summary || !webhook) {
    if (known && !isFinal(known)) await dispatches.forget(known);
    return undefined;
  }
  const dispatch = known ?? newDispatch(summary, message.targetId, target);
  if (isFinal(dispatch)) {
    if (summary.dispatches[message.targetId] !== dispatch.state) await dispatches.repeatState(dispatch);
    return undefined;
  }
  return message.generation < dispatch.generation ? undefined : { dispatch, summary, webhook };
};
