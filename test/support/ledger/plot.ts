import type { Plans } from '../../../lambdas/plans/plans.ts';
import type { FaultShares } from './faults.ts';
import type { FifoQueue } from './fifo-queue.ts';
import type { MemoryTable } from './memory-table.ts';
import type { Mood, Providers } from './providers.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What happens in one world. */
export interface Plot {
  seed: number;
  plans: Plans;
  targets: { kind: string; mood: Mood }[];
  /** Milliseconds after the start at which calls come, to which targets, how long their text is. */
  calls: { atMs: number; targets: number[]; length: number }[];
  /** What owners do meanwhile. */
  owners: { atMs: number; target: number; wish: 'disable' | 'enable' | 'delete' }[];
  /** What they wish for single messages, any that fits at that time. */
  wishes: { atMs: number; wish: 'retry' | 'give up' | 'send again' }[];
  faults: FaultShares;
  losses: { loses: number; doubles: number };
  /** Faults and losses end here; what is left has the rest of the time to come right. */
  calmFromMs: number;
  untilMs: number;
}

export interface World {
  table: MemoryTable;
  providers: Providers;
  queue: FifoQueue;
  time: VirtualTime;
  start: number;
  /** Calls that were answered 2xx: invocation id → when the answer was given. */
  accepted: Map<string, number>;
  /** Dispatches of which a lane message was lost or doubled. */
  disturbed: Set<string>;
  /** When the first message of a dispatch came into its lane. */
  arrivedAt: Map<string, number>;
  /** When owners let go what waited for a target. */
  releasedAt: { targetId: number; at: number }[];
  /** Dispatches that an owner called up, whose order is the owner's, and how often each was sent again. */
  calledUp: Set<string>;
  sentAgain: Map<string, number>;
  deadLettersLeft: number;
  intervalMsOf(targetId: number): number;
}
