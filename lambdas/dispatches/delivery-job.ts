import type { Dispatch } from '../model/dispatch.ts';
import type { DeliveryContext } from '../model/dispatch-ports.ts';
import type { InvocationContent, InvocationSummary } from '../model/invocation.ts';
import type { Plan } from '../model/plans.ts';
import type { Webhook } from '../model/webhook.ts';

/** An undecided dispatch, and all other data for its delivery. */
export interface DeliveryJob extends DeliveryContext {
  dispatch: Dispatch;
  summary: InvocationSummary;
  webhook: Webhook;
  /** The plan that applies to the call. */
  plan: Plan;
  /**
   * True if nothing of this dispatch was stored yet and its message arrived for the first time. Only then can it be
   * rendered without counting crashes; otherwise, a call that kills its function could do so endlessly.
   */
  isFirst?: boolean;
  /** The call's content, if its lane message contains it. */
  content?: InvocationContent | undefined;
}
