import type { Reason } from '../outbound/outcome.ts';

/**
 * The lane of one target. `flowing`: messages are delivered as they come. `paused`: the target receives nothing, and
 * messages go to its waiting list. `catching-up`: the target works again, and one wake-up message in its group of the
 * queue delivers the list, oldest first. Messages that arrive before the wake-up join the list, later ones queue behind
 * it.
 *
 * The second message of a target whose provider is down:
 * 1. The first one stays at the head of the target's group for the plan's short waits; a second one queues behind it.
 * 2. After its third failure the first one leaves the queue until its next time, as a failure of the lane. The second is tried, fails
 *    three times and leaves in the same way. The third failure in a row that is not of the same message as the one before, so the first
 *    message's next at the latest, pauses the lane and begins its waiting list.
 * 3. When the plan's time comes for the second message (`requeue-due.ts`), `deliver.ts` finds the lane paused and puts it into the list
 *    (`park.ts`), where calls have their order; all that come meanwhile go there too.
 * 4. At `nextWakeUpAt` the sweeper sends a wake-up (`wake-up.ts`); `drain-waiting-list.ts` tries the oldest. A failure plans the next wake-up, at
 *    growing intervals; from the third on, another message is tried right after the oldest (`probedIndex` in `probe.ts`).
 * 5. A response makes the lane catch up: the same wake-up delivers the list in order, and the lane flows once that is
 *   empty. A provider that does not respond at all opens the circuit of a process (`targets/circuit-breaker.ts`).
 *   Messages then wait without an attempt, and a wait of more than a minute pauses the lane without a failure
 *   (`awaitProvider` in `park.ts`).
 *
 * The order of calls is promised inside the queue and inside the list. A message that left the queue alone is an
 * exception: later ones overtake it until it is tried again, or in the list. Further exceptions are a message that is
 * probed in the oldest one's place, a manual retry, and those from the dead letters or the reconciler.
 */
type LaneMode = 'flowing' | 'paused' | 'catching-up';

export interface LaneState {
  userId: number;
  targetId: number;
  mode: LaneMode;
  /** The reason why the lane is paused, for the target's owner; undefined in the other modes. */
  reason?: Reason | undefined;
  /** Consecutive transient failures; two in a row of the same message count once. */
  failures: number;
  /**
   * The invocation of the latest failure. If it fails again before any other, it counts once. While the lane is paused,
   * it is the latest probed one other than the oldest.
   */
  failedBy?: string | undefined;
  /** Consecutive failed attempts since the lane was paused. */
  probes: number;
  /** The number of the wake-up that can process the waiting list; earlier ones are ignored. */
  wakeUpNumber: number;
  /** True from sending this wake-up until its work is done: it is in the queue, or was lost. */
  isWakeUpSent: boolean;
  /**
   * When this wake-up reached the head of its group (RFC 3339). From then on, messages queue behind it and no longer
   * join the list.
   */
  wokenAt?: string | undefined;
  /** The end of the provider's `Retry-After` (RFC 3339), which the owner cannot shorten; undefined = none. */
  retryAfterUntil?: string | undefined;
  /** When the sweeper sends the next wake-up (RFC 3339); undefined if the list is known to be empty. */
  nextWakeUpAt?: string | undefined;
  /** Optimistic locking: the number of writes, 0 = not stored yet. */
  version: number;
}
