import type * as z from 'zod';
import type { AttemptCause } from '#contract/states';
import type { CallRender } from '../templates/call-render.ts';
import type { RenderResult } from '../templates/render.ts';
import type { RenderOrigin } from '../templates/sandbox/sandbox.ts';
import type { HeldBy, InvocationContent, InvocationSummary } from './invocation.ts';
import type { PlanName } from './plans.ts';
import type { routeSchema } from './webhook.ts';
import type { SubscriptionStatus } from './webhook-ports.ts';

/** All data needed to accept a call, from one read. */
export interface Route extends z.infer<typeof routeSchema> {
  webhookId: number;
  owner: SubscriptionStatus;
  /** Changes with each write of the webhook. */
  webhookVersion: string;
  /** Set on a previous URL of the webhook, which accepts calls until then (RFC 3339). */
  validUntil?: string | undefined;
}

export interface DeduplicationStore {
  /** @returns the id of the same call's invocation within the window; undefined if this call is the first */
  claim(call: {
    webhookId: number;
    fingerprint: string;
    invocationId: string;
    windowSeconds: number;
    now: Date;
    /** Id of an invocation that was claimed but never stored; this one replaces it. */
    instead?: string;
  }): Promise<string | undefined>;
}

export interface RouteReader {
  byRoute(route: string): Promise<Route | undefined>;
}

/** A used unit of quota. */
export interface TakenQuota {
  /** The used part of the daily quota, including this call. */
  used: number;
  /** Bytes of the owner's stored calls, including this one. */
  storedBytes: number;
  /** The reason for holding the call, if it is held. If the reason is `quota`, the call has no unit yet. */
  held?: HeldBy;
  /**
   * When the target's previous call was accepted, or sent if it had to wait (RFC 3339); undefined if there was none.
   */
  previousCallTo(targetId: number): string | undefined;
}

/** A call's bytes, which must fit into its owner's storage. */
export interface CallRoom {
  bytes: number;
  /** The plan's storage for all calls. */
  maxBytes: number;
  /** The end of the period for which they count. */
  until: Date;
}

/** The storage is too full for a call. `freeAt` is when it will fit, unless other calls use the space. */
interface NoRoom {
  freeAt: Date;
}

export interface QuotaStore {
  /**
   * Takes quota and storage for the call, and counts it for its webhook and targets, in one write.
   * @param knownSince when a cached route was read; the write checks that no webhook of the owner has changed since
   * @param isPaused true if its webhook holds its calls
   * @param hold the account's limit of held calls, used if no unit is left; if omitted, the call is never held
   * @param isUsedUp true if probably no unit is left, which saves a write
   * @returns the taken unit; nothing was counted for other results. Undefined means that no unit is left and the call
   * is not held. {@link NoRoom} means full storage, 'changed' that the webhook may have changed
   */
  takeInvocation(call: {
    userId: number;
    webhookId: number;
    /** The URL that was called, if the webhook now has another one: such calls are counted separately. */
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

/** A page of a list. `cursor` requests the next page and is undefined on the last one. */
export interface Page<T> {
  items: T[];
  cursor: string | undefined;
}

export interface InvocationStore {
  /** Stores a call. A held call joins its hold in the same write. */
  insert(summary: InvocationSummary, content: InvocationContent): Promise<void>;
  /** Deletes a call that was rejected after {@link InvocationStore.insert} had stored it. */
  remove(summary: InvocationSummary, content: InvocationContent): Promise<void>;
  get(userId: number, webhookId: number, invocationId: string, now: Date): Promise<InvocationSummary | undefined>;
  content(userId: number, invocationId: string): Promise<InvocationContent | undefined>;
  /** Invocations accepted from `from` until `to`, oldest first. With `after`, only later ones than that. */
  range(
    userId: number,
    webhookId: number,
    range: { from: Date; to: Date; after?: string | undefined; limit: number },
  ): Promise<InvocationSummary[]>;
  /** Newest first. Throws AppError('invalid-input') for a cursor that is not ours. */
  list(
    userId: number,
    webhookId: number,
    page: { offset: number; limit: number; cursor?: string | undefined },
    now: Date,
  ): Promise<Page<InvocationSummary>>;
}

export interface CallFinder {
  /**
   * Summaries of calls accepted from `from` until `to` and before the call `before`, newest first, from one read.
   * `more` is true if there can be older ones.
   */
  newest(
    userId: number,
    webhookId: number,
    span: { from?: Date | undefined; to?: Date | undefined; before?: string | undefined; limit: number },
  ): Promise<{ summaries: InvocationSummary[]; more: boolean }>;
}

/** A call's data for delivery. It never changes, so a message can carry it. */
export interface CarriedCall {
  method: string;
  query: string;
  contentType: string;
  plan: PlanName;
  expiresAt: number;
  /** Version of its webhook when it was accepted. */
  webhookVersion: string;
  content: InvocationContent;
}

/** A lane message, which names the dispatch that is due. */
export interface LaneMessage {
  userId: number;
  webhookId: number;
  invocationId: string;
  targetId: number;
  /** Incremented each time the dispatch leaves the lane to wait, so an old message is ignored. */
  generation: number;
  /** True if the target had no other call shortly before, so its rate limit needs no bookkeeping. */
  isolated?: boolean;
  /** The target's previous call (RFC 3339), if known. */
  previousAt?: string | undefined;
  /** True if its owner wants it sent now, before the messages on the waiting list. */
  manualRetry?: true;
  /** If omitted, the cause is the call for the first attempt and a retry for later ones. */
  cause?: Exclude<AttemptCause, 'call' | 'retry'>;
  /** The call itself, if it is small and was just accepted. */
  call?: CarriedCall;
}

/** A message in the target's group that processes its waiting list, oldest dispatch first. */
export interface WakeUp {
  userId: number;
  targetId: number;
  /** Only a lane's latest wake-up is processed. */
  number: number;
  /** Set if an earlier wake-up handed over (RFC 3339). Calls before this time are on the list, even if it lags. */
  listedBefore?: string;
}

export interface Lanes {
  /** Queues each message in its target's lane, in this order. Throws if any was not accepted. */
  send(messages: LaneMessage[]): Promise<void>;
}

export interface WakeUps {
  /** Queues wake-ups in their targets' lanes. Throws if any was not accepted. */
  wake(wakeUps: WakeUp[]): Promise<void>;
}

export interface Renderer {
  render(request: CallRender, origin: RenderOrigin): Promise<RenderResult>;
}
