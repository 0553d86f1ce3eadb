import * as z from 'zod';
import type { InvocationStatus } from '#contract/invocation';
import { unverifiedReasons } from '#contract/unverified';
import { planNames } from './plans.ts';

/** The reason for holding a call: the daily quota was exhausted, or its webhook is paused or still catching up. */
export type HeldBy = 'quota' | 'paused';

/** The reasons in a call's summary for holding it, or for ending it without messages. */
const heldStates = ['quota', 'paused', 'too-long', 'discarded'] as const;

export type HeldState = (typeof heldStates)[number];

/** A call as it reaches the invoke host. */
export interface IncomingCall {
  route: string;
  method: string;
  /** Without the question mark. */
  query: string;
  /** Header names are in lower case. Repeated headers are joined with a comma, as the gateway does. */
  headers: Record<string, string>;
  ip: string;
  body: Uint8Array;
  /** If the owner accepted a rejected call later: the time of the rejection (RFC 3339). */
  refusedAt?: string;
}

export const dispatchStates = ['pending', 'waiting', 'success', 'error', 'skipped'] as const;
export type DispatchState = (typeof dispatchStates)[number];

const listedState = z.enum(['pending', 'waiting', 'held', 'quiet', 'success', 'error', 'skipped']);

/** The state in the summary. It is `held` while the call is held, and `quiet` until the end of quiet hours. */
export type SummaryState = z.infer<typeof listedState>;

/** The message's entry in lists of calls. */
export const headlineSchema = z.object({
  /** The message's first line, and the first item of a list below it. */
  title: z.string(),
  /** `info` if omitted. */
  severity: z.enum(['ok', 'info', 'warning', 'critical']).optional(),
  /** `open` if omitted. */
  state: z.enum(['open', 'update', 'resolved']).optional(),
  /** The recognised service, such as 'GitHub', and the subject of its call, such as 'pull request'. */
  sender: z.string().optional(),
  event: z.string().optional(),
});
export type Headline = z.infer<typeof headlineSchema>;

/** The summary of an invocation. Its field names in the table differ. */
export const summarySchema = z.object({
  id: z.string(),
  userId: z.number(),
  webhookId: z.number(),
  /** RFC 3339. */
  invokedAt: z.string(),
  ip: z.string(),
  method: z.string(),
  query: z.string(),
  contentType: z.string(),
  /** Bytes of the body. */
  size: z.number(),
  /** The first characters of the body, for lists. */
  preview: z.string(),
  dispatches: z.record(z.string().transform(Number), listedState),
  /** The owner's plan when the call arrived; its retry rules and retention apply. */
  plan: z.enum(planNames),
  /** Epoch seconds. */
  expiresAt: z.number(),
  /** The id of the earlier identical invocation, if the webhook marks duplicates. */
  duplicateOf: z.string().optional(),
  /** `yes` if the call was verified, otherwise the reason why not; missing if no verification was set. */
  verified: z.enum(['yes', ...unverifiedReasons]).optional(),
  /** True if the call was sent to a previous URL of the webhook; otherwise missing. */
  byOldUrl: z.literal(true).optional(),
  /** Time of the rejection (RFC 3339), if the owner accepted the call later; otherwise missing. */
  refusedAt: z.string().optional(),
  /** The reason for holding the call, or for ending it without a message; otherwise missing. */
  held: z.enum(heldStates).optional(),
  /** The time of the release, if the call was held (RFC 3339). */
  releasedAt: z.string().optional(),
  /** Milliseconds from the call to its latest automatic delivery; missing before the first. */
  deliveredAfterMs: z.number().optional(),
  /** Missing until the first message has been rendered. */
  headline: headlineSchema.optional(),
});

export interface InvocationSummary extends z.infer<typeof summarySchema> {
  /**
   * Times of the waiting dispatches' next attempts, by target (RFC 3339). A dispatch that waits for its target can be
   * missing.
   */
  nextAttempts?: Record<number, string>;
  /** Milliseconds from the call to its automatic delivery, by target; missing before the first. */
  deliveryMs?: Record<number, number>;
}

/** A caller's request with the body byte for byte. Secrets in headers are masked. */
export interface InvocationContent {
  headers: Record<string, string>;
  body: Uint8Array;
}

/** True if a message is unfinished. */
export const isUnderWay = (state: SummaryState | undefined): boolean =>
  state === 'pending' || state === 'waiting' || state === 'held' || state === 'quiet';

/**
 * The status of an invocation. It is `pending` while any message is unfinished. Then it shows whether all, some or none
 * of the messages were delivered. Skipped messages do not count.
 */
export const invocationStatus = (dispatches: Iterable<SummaryState>): InvocationStatus => {
  const states = [...dispatches];
  if (states.some(isUnderWay)) return 'pending';
  const wanted = states.filter((state) => state !== 'skipped');
  if (wanted.length === 0 && states.length > 0) return 'skipped';
  if (wanted.every((state) => state === 'success')) return 'success';
  return states.some((state) => state === 'success') ? 'partial' : 'error';
};
