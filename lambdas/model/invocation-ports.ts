import type * as z from 'zod';
import type { AttemptCause } from '#contract/states';
import type { CallRender } from '../templates/call-render.ts';
import type { RenderResult } from '../templates/render.ts';
import type { RenderOrigin } from '../templates/sandbox/sandbox.ts';
import type { HeldBy, InvocationContent, InvocationSummary } from './invocation.ts';
import type { PlanName } from './plans.ts';
import type { routeSchema } from './webhook.ts';
import type { SubscriptionStatus } from './webhook-ports.ts';

/** All data for accepting a call, in one read. */
export interface Route extends z.infer<typeof routeSchema> {
  webhookId: number;
  owner: SubscriptionStatus;
  /** Changes with each write of the webhook. */
  webhookVersion: string;
  /** Set on an address that its webhook had before: it accepts calls until then (RFC 3339). */
  validUntil?: string | undefined;
}

export interface DeduplicationStore {
  /** @returns the invocation that the same call became earlier within the window; undefined when this one is the first. */
  claim(call: {
    webhookId: number;
    fingerprint: string;
    invocationId: string;
    windowSeconds: number;
    now: Date;
    /** An invocation that claimed it and was never stored, in whose place this one comes. */
    instead?: string;
  }): Promise<string | undefined>;
}

export interface RouteReader {
  byRoute(route: string): Promise<Route | undefined>;
}

/** One unit of quota that was taken. */
export interface TakenQuota {
  /** The used part of the day's quota, with this call. */
  used: number;
  /** Bytes of the owner's calls that are kept now, this one included. */
  storedBytes: number;
  /** The reason that the call is held, if it is; if that is the quota, it waits for its unit. */
  held?: HeldBy;
  /** When the previous call to a target was accepted, or handed on later (RFC 3339); undefined when there was none. */
  previousCallTo(targetId: number): string | undefined;
}

/** A call’s bytes, which must fit into its owner's storage. */
export interface CallRoom {
  bytes: number;
  /** The plan's storage for all calls. */
  maxBytes: number;
  /** Until when they count. */
  until: Date;
}

/** The storage is too full for a call; `freeAt` says when it fits, unless further ones take the space. */
interface NoRoom {
  freeAt: Date;
}

export interface QuotaStore {
  /**
   * Takes quota and storage for the call, and counts it for its webhook and targets, in one write.
   * @param knownSince the time at which a remembered route was read; the write checks that no webhook of the owner has changed since.
   * @param isPaused true = its webhook holds its calls.
   * @param hold the account's limit of held calls, used if no unit is left; omitted: never held.
   * @param isUsedUp a hint that no unit is left, which spares a write.
   * @returns undefined = no unit and not held, {@link NoRoom} = full storage, 'changed' = the webhook may have changed;
   *   nothing was counted then.
   */
  takeInvocation(call: {
    userId: number;
    webhookId: number;
    /** The address that was called, if its webhook has another one now: its calls are counted apart. */
    oldRoute?: string | undefined;
    targetIds: number[];
    limit: number;
    room: CallRoom;
    now: Date;
    knownSince?: Date | undefined;
    isPaused?: boolean | undefined;
    hold?: { fits: boolean; most: number } | undefined;
    isUsedUp?: boolean | undefined;
  }): Promise<TakenQuota | NoRoom | 'changed' | undefined>;
}

/** A page of a listing; `cursor` continues it, undefined at the end. */
export interface Page<T> {
  items: T[];
  cursor: string | undefined;
}

export interface InvocationStore {
  /** Stores a call; a held call enters its hold in the same write. */
  insert(summary: InvocationSummary, content: InvocationContent): Promise<void>;
  /** Deletes what {@link InvocationStore.insert} stored, for a call that was rejected after all. */
  remove(summary: InvocationSummary, content: InvocationContent): Promise<void>;
  get(userId: number, webhookId: number, invocationId: string, now: Date): Promise<InvocationSummary | undefined>;
  content(userId: number, invocationId: string): Promise<InvocationContent | undefined>;
  /** Invocations accepted from `from` until `to`, oldest first, those after `after` only. */
  range(
    userId: number,
    webhookId: number,
    range: { from: Date; to: Date; after?: string | undefined; limit: number },
  ): Promise<InvocationSummary[]>;
  /** Newest first. A cursor that we did not write is rejected with AppError('invalid-input'). */
  list(
    userId: number,
    webhookId: number,
    page: { offset: number; limit: number; cursor?: string | undefined },
    now: Date,
  ): Promise<Page<InvocationSummary>>;
}

export interface CallFinder {
  /**
   * Summaries of calls accepted from `from` until `to` and before the call `before`, newest first, as far as one read
   * goes. `more` = there may be older ones.
   */
  newest(
    userId: number,
    webhookId: number,
    span: { from?: Date | undefined; to?: Date | undefined; before?: string | undefined; limit: number },
  ): Promise<{ summaries: InvocationSummary[]; more: boolean }>;
}

/** A call's data for delivery; it never changes, so a message can carry it. */
export interface CarriedCall {
  method: string;
  query: string;
  contentType: string;
  plan: PlanName;
  expiresAt: number;
  /** The version of its webhook at its acceptance. */
  webhookVersion: string;
  content: InvocationContent;
}

/** One message of a lane: which dispatch is due. */
export interface LaneMessage {
  userId: number;
  webhookId: number;
  invocationId: string;
  targetId: number;
  /** Raised each time the dispatch leaves the lane to wait, so an old message cannot act again. */
  generation: number;
  /** true when the target had no other call shortly before, so its pace needs no bookkeeping. */
  isolated?: boolean;
  /** The target's previous call (RFC 3339), if known. */
  previousAt?: string | undefined;
  /** Its owner wants it tried now, although others of its target wait in the list. */
  manualRetry?: true;
  /** The cause; without it, the attempts show it: the call or, after one, a retry. */
  cause?: Exclude<AttemptCause, 'call' | 'retry'>;
  /** The call itself, when the message comes straight from accepting it and the call is small. */
  call?: CarriedCall;
}

/**
 * A message that processes the waiting list of its target, oldest dispatch first, from its place in the target's group.
 */
export interface WakeUp {
  userId: number;
  targetId: number;
  /** Only the latest of a lane acts. */
  number: number;
  /** Set when an earlier wake-up handed over (RFC 3339): earlier calls are in the list, however much it lags. */
  listedBefore?: string;
}

export interface Lanes {
  /** Queues each message in the lane of its target, in the given order. Throws when any was not accepted. */
  send(messages: LaneMessage[]): Promise<void>;
}

export interface WakeUps {
  /** Queues wake-ups in the lanes of their targets. Throws when any was not taken. */
  wake(wakeUps: WakeUp[]): Promise<void>;
}

export interface Renderer {
  render(request: CallRender, origin: RenderOrigin): Promise<RenderResult>;
}
