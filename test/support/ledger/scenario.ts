import type { Plans } from '../../../lambdas/model/plans.ts';
import type { RoutingRule } from '../../../lambdas/templates/routing/routing.ts';
import type { FifoQueue } from '../simulation/fifo-queue.ts';
import type { SimulatedTable } from '../simulation/table.ts';
import type { VirtualTime } from '../simulation/virtual-time.ts';
import type { FaultShares } from './faults.ts';
import type { Behaviour, Providers, Refusal } from './providers.ts';

/** What a call does to the product that composes its text, as long as the product is not mended. */
type Poison = 'throws' | 'kills';

type MessageAction = 'retry' | 'give up' | 'send again' | 'send all again';

/** The number of a world's first target; the next ones follow. */
export const FIRST_TARGET = 21;

/** What happens in one world. */
export interface Scenario {
  seed: number;
  plans: Plans;
  targets: { kind: string; behaviour: Behaviour }[];
  /** Milliseconds after the start at which calls come, to which targets, how long their text is. */
  calls: {
    atMs: number;
    targets: number[];
    length: number;
    poison?: Poison | undefined;
    refused?: Refusal | undefined;
  }[];
  /** Messages have looks, and each rendering is of another template: their owner edits it all the time. */
  rich?: true;
  /** Routing, and when. */
  routing?: RoutingRule[] | undefined;
  /** When the owner pauses the webhook, and resumes it. */
  pausedMs?: { from: number; until: number } | undefined;
  /** A quota that is too small at first, and when the account gets a larger one. */
  upgradedAtMs?: number | undefined;
  /** What owners do meanwhile. */
  owners: { atMs: number; target: number; action: 'disable' | 'enable' | 'delete' }[];
  /** What they ask for single messages, or for all that are decided. */
  actions: { atMs: number; action: MessageAction }[];
  /** From then on the product can work on what crashed it before, and its operator redrives that a while later. */
  mendedFromMs: number;
  redrivenAtMs: number[];
  faults: FaultShares;
  losses: { loses: number; doubles: number };
  /** Faults and losses end here; what is left has the rest of the time to come right. */
  faultsUntilMs: number;
  untilMs: number;
}

export interface World {
  table: SimulatedTable;
  providers: Providers;
  queue: FifoQueue;
  scenario: Scenario;
  time: VirtualTime;
  start: number;
  /** Calls that were answered 2xx: invocation id → when the answer was given. */
  accepted: Map<string, number>;
  /** Dispatches of which a lane message was lost or doubled. */
  excused: Set<string>;
  /** Targets of which the queue itself gave a message to the dead letters: it takes ten minutes, and its lane goes on. */
  brokenLanes: Set<number>;
  /** When the first message of a dispatch came into its lane. */
  arrivedAt: Map<string, number>;
  /** Dispatches that an owner called up, whose order is the owner's, and how often each was sent again. */
  retriedByOwner: Set<string>;
  sentAgain: Map<string, number>;
  /** When everything decided was sent again. */
  sentAllAgainAt: number[];
  /** When targets were disabled, and when that ended. */
  disabled: { targetId: number; from: number; until: number }[];
  /** How often working on a dispatch met its poison. */
  poisoned: Map<string, number>;
  /** Dispatches that a letter has changed although they had gone on since it was written. */
  changedByOldLetters: string[];
  deadLettersLeft: number;
  intervalMsOf(targetId: number): number;
}
