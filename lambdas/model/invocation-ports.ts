import type * as z from 'zod';
import type { CallRender } from '../templates/call-render.ts';
import type { RenderResult } from '../templates/render.ts';
import type { RenderOrigin } from '../templates/sandbox/sandbox.ts';
import type { Headline, HeldBy, InvocationContent, InvocationSummary } from './invocation.ts';
import type { routeSchema } from './webhook.ts';
import type { SubscriptionStatus } from './webhook-ports.ts';

/** All data for accepting a call, from one read. */
export interface Route extends z.infer<typeof routeSchema> {
  webhookId: number;
  owner: SubscriptionStatus;
  /** Changes with each write of the webhook. */
  webhookVersion: string;
  /** Only for a previous URL of the webhook: the end of the time in which it accepts calls (RFC 3339). */
  validUntil?: string | undefined;
}

export interface DeduplicationStore {
  /**
   * Registers a call for the deduplication window.
   * @returns the id of an earlier identical call within the window; undefined if this one is the first
   */
  claim(call: {
    webhookId: number;
    fingerprint: string;
    invocationId: string;
    windowSeconds: number;
    now: Date;
    /** Id of an earlier invocation that was registered but never stored. The new call replaces it. */
    instead?: string;
  }): Promise<string | undefined>;
}

export interface RouteReader {
  byRoute(route: string): Promise<Route | undefined>;
}

/** The result of taking a unit of quota for a call. */
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

/** A call's size, which must fit into its owner's storage. */
export interface StorageNeed {
  bytes: number;
  /** The plan's storage for all calls. */
  maxBytes: number;
  /** The time until which the bytes count as stored. */
  until: Date;
}

/** A call that takes a unit of quota. */
export interface QuotaRequest {
  userId: number;
  webhookId: number;
  /** The URL that was called, if it is a previous one of the webhook. Such calls are counted separately. */
  oldRoute?: string | undefined;
  targetIds: number[];
  limit: number;
  /** The number of calls that the webhook can accept in all, if it is limited. */
  maxCalls?: number | undefined;
  storage: StorageNeed;
  now: Date;
  /** The read time of a cached route. The write checks that none of the owner's webhooks has changed since. */
  routeReadAt?: Date | undefined;
  /** True if its webhook holds calls. */
  isPaused?: boolean | undefined;
  /** The limit of held calls, which applies if no unit is left; if omitted, the call is never held. */
  hold?: { fits: boolean; maxHeld: number } | undefined;
  /** True if probably no unit is left, which saves a write. */
  isUsedUp?: boolean | undefined;
}

/**
 * The reason why nothing was counted for a call. `quota`: no unit is left, and the call is not held. `changed`: the
 * webhook may have changed. `storage`: at `freeAt`, the call will fit unless others use the space first.
 */
export type QuotaRefusal = { refused: 'quota' | 'changed' } | { refused: 'storage'; freeAt: Date };

export interface QuotaStore {
  /** Takes quota and storage for the call, and counts it for its webhook and targets, in one write. */
  takeInvocation(call: QuotaRequest): Promise<TakenQuota | QuotaRefusal>;
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
  /** Stores a call's headline, unless it has one. It costs one write unit. */
  setHeadline(summary: Pick<InvocationSummary, 'userId' | 'webhookId' | 'id'>, headline: Headline): Promise<void>;
  /** Invocations accepted from `from` until `to`, oldest first. With `after`, only those after that id. */
  range(
    userId: number,
    webhookId: number,
    range: { from: Date; to: Date; after?: string | undefined; limit: number },
  ): Promise<InvocationSummary[]>;
  /** Lists invocations, newest first. Throws AppError('invalid-input') for an invalid cursor. */
  list(
    userId: number,
    webhookId: number,
    page: { offset: number; limit: number; cursor?: string | undefined },
    now: Date,
  ): Promise<Page<InvocationSummary>>;
}

/** A call's fields that statistics use. */
export type CallOutcome = Pick<
  InvocationSummary,
  'id' | 'invokedAt' | 'dispatches' | 'deliveredAfterMs' | 'deliveryMs' | 'expiresAt'
>;

export interface CallFinder {
  /**
   * Reads summaries of calls accepted from `from` until `to` and before the call `before`, newest first. `more` is true
   * if there can be older ones.
   */
  newest(
    userId: number,
    webhookId: number,
    span: { from?: Date | undefined; to?: Date | undefined; before?: string | undefined; limit: number },
  ): Promise<{ summaries: InvocationSummary[]; more: boolean }>;
  /**
   * Reads the outcomes of calls like {@link CallFinder.newest}, for the same read units in a fraction of the time.
   * `deliveryMs` contains only the `targetIds`.
   */
  outcomes(
    userId: number,
    webhookId: number,
    span: { from: Date; before?: string | undefined; limit: number; targetIds: readonly number[] },
  ): Promise<{ outcomes: CallOutcome[]; more: boolean }>;
}

export interface Renderer {
  render(request: CallRender, origin: RenderOrigin): Promise<RenderResult>;
}
