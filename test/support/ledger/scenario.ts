import type { Plans } from '../../../lambdas/model/plans.ts';
import type { Watch, WatchId } from '../../../lambdas/model/watch.ts';
import type { Webhook } from '../../../lambdas/model/webhook.ts';
import type { RoutingRule } from '../../../lambdas/templates/routing/routing.ts';
import type { FifoQueue } from '../simulation/fifo-queue.ts';
import type { SimulatedTable } from '../simulation/table.ts';
import type { VirtualTime } from '../simulation/virtual-time.ts';
import type { FaultShares } from './faults.ts';
import type { Behaviour, Providers, Refusal } from './providers.ts';

/** A call’s effect on the product that renders its text, until the product is fixed. */
type Poison = 'throws' | 'kills';

type MessageAction = 'retry' | 'give up' | 'send again' | 'send all again';

/** The id of a world's first target; the others follow. */
export const FIRST_TARGET = 21;

/** The targets of a world's escalation steps, after its four targets. */
export const stepTarget = (index: number): number => FIRST_TARGET + 4 + index;

/** A stored version of a watch, and the time of its write. */
export interface StoredWatch {
  id: WatchId;
  watch: Watch;
  at: number;
}

/** The events of one simulated world. */
export interface Scenario {
  seed: number;
  plans: Plans;
  /** `fallback` has the index of another target. */
  targets: { kind: string; behaviour: Behaviour; fallback?: { to: number; afterMinutes: number } }[];
  /** The calls: milliseconds after the start, targets, and length of the text. */
  calls: {
    atMs: number;
    targets: number[];
    length: number;
    poison?: Poison | undefined;
    refused?: Refusal | undefined;
  }[];
  /** Messages are formatted, and each rendering uses another template, as if the owner edited it all the time. */
  rich?: true;
  /** The follow-ups of a webhook whose calls share a few matters, and the times at which targets get another chat. */
  living?: { follow: Webhook['follow']; moves: { atMs: number; target: number }[] } | undefined;
  /** The webhook's escalation, and the times at which people acknowledge. */
  escalation?: { choice: NonNullable<Webhook['acknowledge']>; acknowledgedAtMs: number[] } | undefined;
  /** The limit beyond which a digest tells of messages. */
  digest?: Webhook['digest'];
  /** The routing rules of the world's targets. */
  routing?: RoutingRule[] | undefined;
  /** The times at which the owner pauses and resumes the webhook. */
  pausedMs?: { from: number; until: number } | undefined;
  /** An initial quota that is too small, and the time at which the account gets a larger one. */
  upgradedAtMs?: number | undefined;
  owners: { atMs: number; target: number; action: 'disable' | 'enable' | 'delete' }[];
  /** Actions on single messages, or on all decided ones. */
  actions: { atMs: number; action: MessageAction }[];
  /** From this time on, messages no longer crash the product. The operator redrives dead letters a while later. */
  mendedFromMs: number;
  redrivenAtMs: number[];
  faults: FaultShares;
  losses: { loses: number; doubles: number };
  /** Faults and losses end here. Everything has the remaining time to recover. */
  faultsUntilMs: number;
  untilMs: number;
}

export interface World {
  table: SimulatedTable;
  providers: Providers;
  /** All versions of all watches, in the order of their writes. */
  watchHistory: StoredWatch[];
  /** The dispatches in digests. */
  inDigests: Set<string>;
  queue: FifoQueue;
  scenario: Scenario;
  time: VirtualTime;
  start: number;
  /** Calls with a 2xx response: the time of the response, by invocation id. */
  accepted: Map<string, number>;
  /** Dispatches with a lost or duplicated lane message. */
  excused: Set<string>;
  /** Targets of a message that the queue itself dead-lettered. This takes ten minutes, and its lane continues. */
  brokenLanes: Set<number>;
  /** The time at which a dispatch's first message entered its lane. */
  arrivedAt: Map<string, number>;
  /** Dispatches that an owner acted on, which may leave the order, and the number of times each was resent. */
  retriedByOwner: Set<string>;
  sentAgain: Map<string, number>;
  /** The times at which all decided messages were resent. */
  sentAllAgainAt: number[];
  /** The periods in which targets were disabled. */
  disabled: { targetId: number; from: number; until: number }[];
  /** Number of tries of a dispatch that met its poison. */
  poisoned: Map<string, number>;
  /** Dispatches that a letter changed although they had progressed since it was written. */
  changedByOldLetters: string[];
  deadLettersLeft: number;
  intervalMsOf(targetId: number): number;
}
