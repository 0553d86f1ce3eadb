import * as z from 'zod';
import type { Reason } from '../platform/outbound/outcome.ts';

/**
 * A target's lane, with its mode:
 * - `flowing`: messages are delivered as they arrive.
 * - `paused`: the target receives only probes, and messages go to its waiting list.
 * - `catching-up`: the target works again. One wake-up message in the target's queue group delivers the waiting list,
 *   oldest first. Messages that arrive before the wake-up join the list, and later ones queue behind it.
 *
 * Example: two messages to a target whose provider is down.
 * 1. The first message stays at the head of the target's queue group for the plan's short waits. The second queues
 * behind it.
 * 2. After its third failure, the first message leaves the queue until its next attempt, which counts as a failure of
 * the lane. The second message fails in the same way. The lane pauses at the third such failure, but consecutive
 * failures of the same message count once. So it pauses at the first message's next attempt at the latest.
 * 3. When the second message is due again (`requeue-due.ts`), `deliver.ts` finds the lane paused and moves the message
 * to the waiting list (`park.ts`). The list is in the order of calls, and all messages that arrive meanwhile join it.
 * 4. At `nextWakeUpAt`, the sweeper sends a wake-up (`wake-up.ts`), and `drain-waiting-list.ts` attempts to deliver the
 * oldest message. A failure plans the next wake-up, at growing intervals. From the third wake-up on, another message is
 * attempted right after the oldest (`probedIndex` in `probe.ts`).
 * 5. When a message is accepted or finally rejected, the target works. The same wake-up then delivers the list in
 * order, and the lane flows again when the list is empty.
 *
 * If a provider does not respond at all, each process opens its circuit (`targets/circuit-breaker.ts`). Messages then
 * wait without an attempt, and a wait of more than a minute pauses the lane without a failure (`awaitProvider` in
 * `park.ts`).
 *
 * Calls stay in order in the queue and in the list, with two exceptions. A message that left the queue until its next
 * attempt can be overtaken. Probed messages, manual retries, dead letters and reconciled messages can overtake others.
 */
export const laneSchema = z.object({
  userId: z.number(),
  targetId: z.number(),
  mode: z.enum(['flowing', 'paused', 'catching-up']).default('flowing'),
  /** The reason why the lane is paused, for the target's owner; undefined in the other modes. */
  reason: z.custom<Reason>().optional(),
  /** When the lane was paused (RFC 3339); undefined in the other modes. */
  pausedAt: z.string().optional(),
  /** Consecutive transient failures; those of the same message count once. */
  failures: z.number().default(0),
  /** The invocation that failed last; undefined while the lane is paused. */
  failedBy: z.string().optional(),
  /** While the lane is paused: the invocation that was probed last as the oldest. */
  oldestFailed: z.string().optional(),
  /** While the lane is paused: the invocation that was probed last, other than the oldest. */
  otherFailed: z.string().optional(),
  /** Consecutive failed probes since the lane was paused. */
  probes: z.number().default(0),
  /** The number of the wake-up that can process the waiting list; earlier ones are ignored. */
  wakeUpNumber: z.number().default(0),
  /**
   * True from sending this wake-up until its work is done. Meanwhile, it is in the queue, unless the queue has lost it.
   */
  isWakeUpSent: z.boolean().default(false),
  /**
   * When this wake-up reached the head of its group (RFC 3339). From then on, messages queue behind it and no longer
   * join the list.
   */
  wokenAt: z.string().optional(),
  /** The end of the provider's `Retry-After` (RFC 3339), which the owner cannot shorten; undefined if there is none. */
  retryAfterUntil: z.string().optional(),
  /** When the sweeper sends the next wake-up (RFC 3339); undefined if the list is known to be empty. */
  nextWakeUpAt: z.string().optional(),
  /** Number of writes, for optimistic locking; 0 if it is not stored yet. */
  version: z.number().default(0),
});
export type LaneState = z.infer<typeof laneSchema>;

const FLOWING = laneSchema.parse({ userId: 0, targetId: 0 });

/** A target's initial lane, which has an empty list and is never stored. */
export const flowingLane = (userId: number, targetId: number): LaneState => ({ ...FLOWING, userId, targetId });

/** True if a lane flows and the latest message did not fail, as for a lane that was never stored. */
export const isClean = ({ mode, failures }: LaneState): boolean => mode === 'flowing' && failures === 0;

/** True if the lane is paused because its target is disabled. */
export const isDisabled = ({ reason }: LaneState): boolean =>
  reason?.code === 'target-disabled' || reason?.code === 'review-awaited';
