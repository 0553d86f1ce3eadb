import type { InvocationStatus } from '#contract/invocation';
import type { UnverifiedReason } from '#contract/unverified';
import type { PlanName } from '../plans/plans.ts';
import type { Subject } from '../templates/subject/subject.ts';

/** A call as it reaches the invoke host, before anything is decided. */
export interface IncomingCall {
  route: string;
  method: string;
  /** Without the question mark. */
  query: string;
  /** Lower-case names; repeated headers are joined by a comma, as the gateway does. */
  headers: Record<string, string>;
  ip: string;
  body: Uint8Array;
}

/** How one dispatch of an invocation stands, as the summary repeats it. */
export type DispatchState = 'pending' | 'waiting' | 'success' | 'error';

/** What a list says of a call's message. */
export interface Headline {
  /** The first line of what people were told. */
  title: string;
  /** Left out: `info`. */
  severity?: Subject['severity'];
  /** Left out: `open`. */
  state?: Subject['state'];
  /** A sender that is known by its calls, as 'GitHub', and what it told of, as 'pull request'. */
  sender?: string | undefined;
  event?: string | undefined;
}

/** The summary row of an invocation. Dates are RFC 3339, `expiresAt` is in epoch seconds. */
export interface InvocationSummary {
  id: string;
  userId: number;
  webhookId: number;
  invokedAt: string;
  ip: string;
  method: string;
  query: string;
  contentType: string;
  /** Bytes of the body. */
  size: number;
  /** The first characters of the body, for lists. */
  preview: string;
  dispatches: Record<number, DispatchState>;
  /** The owner's plan when the call came, whose retry rules and retention hold for it. */
  plan: PlanName;
  expiresAt: number;
  /** The earlier invocation that this one repeats, when its webhook marks repeats. */
  duplicateOf?: string;
  /** How long it took until the last message that was delivered of itself; missing before the first. */
  deliveredAfterMs?: number;
  /** Whether it proved who made it, or why it did not; missing when nothing was asked of it. */
  verified?: 'yes' | UnverifiedReason;
  /** Missing before the first message was made. */
  headline?: Headline;
  /** When a waiting dispatch is tried next, by target (RFC 3339); one that waits for its target may be missing. */
  nextAttempts?: Record<number, string>;
}

/** What a caller sent, byte for byte; secrets in headers are masked. */
export interface InvocationContent {
  headers: Record<string, string>;
  body: Uint8Array;
}

/**
 * The status of an invocation from those of its dispatches: undecided while any is under way, then all, some or none
 * delivered. One that waits for a further attempt is still under way.
 */
export const invocationStatus = (dispatches: Iterable<DispatchState>): InvocationStatus => {
  const states = [...dispatches];
  if (states.some((state) => state === 'pending' || state === 'waiting')) return 'pending';
  if (states.every((state) => state === 'success')) return 'success';
  return states.some((state) => state === 'success') ? 'partial' : 'error';
};
