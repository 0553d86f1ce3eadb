import * as z from 'zod';
import type { InvocationStatus } from '#contract/invocation';
import { unverifiedReasons } from '#contract/unverified';

/** The reason that a call is held: the day's quota was used up, or its webhook is paused or still catching up. */
export type HeldBy = 'quota' | 'paused';

/** The note of a call's summary: the reason that it is held, or its end without messages. */
const heldStates = ['quota', 'paused', 'too-long', 'discarded'] as const;

export type HeldState = (typeof heldStates)[number];

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
  /** Time of the earlier rejection (RFC 3339), for a call its owner accepted later. */
  refusedAt?: string;
}

/** The state of one dispatch of an invocation. */
export const dispatchStates = ['pending', 'waiting', 'success', 'error', 'skipped'] as const;
export type DispatchState = (typeof dispatchStates)[number];

const listedState = z.enum(['pending', 'waiting', 'held', 'quiet', 'success', 'error', 'skipped']);

/** As the summary repeats it; `held`: its call is not on its way yet; `quiet`: it waits for the end of quiet hours. */
export type SummaryState = z.infer<typeof listedState>;

/** The message in lists of calls. */
export const headlineSchema = z.object({
  /** The message's first line. */
  title: z.string(),
  /** Omitted: `info`. */
  severity: z.enum(['ok', 'info', 'warning', 'critical']).optional(),
  /** Omitted: `open`. */
  state: z.enum(['open', 'update', 'resolved']).optional(),
  /** A sender recognised by its calls, as 'GitHub', and the subject of its call, as 'pull request'. */
  sender: z.string().optional(),
  event: z.string().optional(),
});
export type Headline = z.infer<typeof headlineSchema>;

/** The summary row of an invocation, inside and, under other names, in the table. */
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
  /** The owner's plan when the call came, whose retry rules and retention hold for it. */
  plan: z.enum(['free', 'premium']),
  /** Epoch seconds. */
  expiresAt: z.number(),
  /** The earlier invocation that this one repeats, when its webhook marks repeats. */
  duplicateOf: z.string().optional(),
  /** True if the call proved its sender, else the reason; missing if no proof was required. */
  verified: z.enum(['yes', ...unverifiedReasons]).optional(),
  /** True if it came by an address that its webhook had before; missing in all others. */
  byOldUrl: z.literal(true).optional(),
  /** Time of the rejection (RFC 3339), before the owner accepted the call; missing in all other calls. */
  refusedAt: z.string().optional(),
  /** The reason that it is held, or that it ended without a message; missing in all others. */
  held: z.enum(heldStates).optional(),
  /** When it continued its way, if it had been held (RFC 3339). */
  releasedAt: z.string().optional(),
  /** The time until the last automatic delivery; missing before the first. */
  deliveredAfterMs: z.number().optional(),
  /** Missing before the first message was made. */
  headline: headlineSchema.optional(),
});

export interface InvocationSummary extends z.infer<typeof summarySchema> {
  /**
   * Time of a waiting dispatch's next attempt, by target (RFC 3339); a dispatch that waits for its target may be
   * missing.
   */
  nextAttempts?: Record<number, string>;
}

/** A caller's request, the body byte for byte; secrets in headers are masked. */
export interface InvocationContent {
  headers: Record<string, string>;
  body: Uint8Array;
}

/** True if nothing is decided yet about a message. */
export const isUnderWay = (state: SummaryState | undefined): boolean =>
  state === 'pending' || state === 'waiting' || state === 'held' || state === 'quiet';

/**
 * The status of an invocation from those of its dispatches: undecided while any is under way or waits for a retry.
 * After that: all, some or none are delivered, of the targets that want it.
 */
export const invocationStatus = (dispatches: Iterable<SummaryState>): InvocationStatus => {
  const states = [...dispatches];
  if (states.some(isUnderWay)) return 'pending';
  const wanted = states.filter((state) => state !== 'skipped');
  if (wanted.length === 0 && states.length > 0) return 'skipped';
  if (wanted.every((state) => state === 'success')) return 'success';
  return states.some((state) => state === 'success') ? 'partial' : 'error';
};
