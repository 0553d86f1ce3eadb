import type { Dispatch } from '../model/dispatch.ts';
import type { Pacing } from '../model/dispatch-ports.ts';
import type { InvocationContent, InvocationSummary } from '../model/invocation.ts';
import type { LaneState } from '../model/lane.ts';
import type { Plan } from '../model/plans.ts';
import type { Target } from '../model/target.ts';
import type { Webhook } from '../model/webhook.ts';

/** An undecided dispatch, its lane, and all other data for its delivery. */
export interface DeliveryJob {
  dispatch: Dispatch;
  lane: LaneState;
  /** The plan that applies to the call. */
  plan: Plan;
  summary: InvocationSummary;
  webhook: Webhook;
  target: Target | undefined;
  sentAt: Pacing['sentAt'];
  /**
   * True if nothing of this dispatch was stored yet and its message arrived for the first time. Only then can it be
   * rendered without counting crashes; otherwise, a call that kills its function could do so endlessly.
   */
  isFirst?: boolean;
  /** The call's content, if its lane message carries it. */
  carried?: InvocationContent | undefined;
}
