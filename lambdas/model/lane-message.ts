import type { AttemptCause } from '#contract/states';
import type { InvocationContent } from './invocation.ts';
import type { PlanName } from './plans.ts';

/** A queue message of a target's lane. The messages of a lane are processed in order. */
export type LaneMessage = DispatchMessage | EndMessage | DigestMessage | NoticeMessage | WakeUp;

/** The ids of one call's delivery to one target. */
export interface DispatchIds {
  userId: number;
  webhookId: number;
  invocationId: string;
  targetId: number;
}

/** Triggers a dispatch's turn. */
export interface DispatchMessage extends DispatchIds {
  kind: 'dispatch';
  /** The dispatch's generation when the message was queued. A message of an older one is void. */
  generation: number;
  /** The target's previous call (RFC 3339); null if there was none, and undefined if it is unknown. */
  previousAt?: string | null | undefined;
  /** True if its owner requested an immediate attempt, before the messages on the waiting list. */
  skipsList?: true;
  /** The cause of the next attempt. If omitted, it is the call for the first attempt, and a retry for later ones. */
  cause?: Exclude<AttemptCause, 'call' | 'retry'>;
  /** The call itself, if it is small and was just accepted. */
  call?: CarriedCall;
}

/** A call's data for its delivery. It never changes, so a lane message can carry it. */
export interface CarriedCall {
  method: string;
  query: string;
  contentType: string;
  plan: PlanName;
  expiresAt: number;
  /** The webhook's version when the call was accepted. */
  webhookVersion: string;
  content: InvocationContent;
}

/** Updates the message of a dispatch, because its call was acknowledged or its matter is resolved. */
export interface EndMessage extends DispatchIds {
  kind: 'end';
  end: 'acknowledged' | 'resolved';
  generation: number;
}

/** Sends a digest whose interval is over. */
export interface DigestMessage {
  kind: 'digest';
  userId: number;
  /** 0 for a digest of the plan's limit, which contains messages of all webhooks. */
  webhookId: number;
  targetId: number;
  digestId: string;
}

/** Sends an owner's notice to a target. The notice itself is in the outbox. */
export interface NoticeMessage {
  kind: 'notice';
  userId: number;
  targetId: number;
  noticeId: string;
}

/** Processes the target's waiting list, oldest dispatch first. */
export interface WakeUp {
  kind: 'wake-up';
  userId: number;
  targetId: number;
  /** The number of the wake-up in its lane. Only the latest one is processed. */
  number: number;
  /**
   * Set if an earlier wake-up handed over to this one (RFC 3339). Calls before this time are on the list, even if reads
   * do not show them yet.
   */
  listedBefore?: string;
}

export interface Lanes {
  /** Queues each message in its target's lane, in this order. Throws if any was not accepted. */
  send(messages: LaneMessage[]): Promise<void>;
}
