import type { HoldOrder, TargetStatus } from '#contract/states';
import type { Owner } from './owner.ts';
import type { Webhook } from './webhook.ts';

/** The owner's subscription status, for plan limits and quotas. */
export type SubscriptionStatus = Pick<Owner, 'status' | 'premiumUntil'>;

export interface WebhookStore {
  /**
   * Stores the webhook and its route, and counts it for its owner, in one transaction.
   * @returns 'limit-reached' if the owner already has `maxWebhooks`, 'target-gone' if one of its targets is deleted;
   * nothing was stored then
   */
  insert(
    webhook: Webhook,
    owner: SubscriptionStatus,
    maxWebhooks: number,
  ): Promise<'stored' | 'limit-reached' | 'target-gone'>;
  /**
   * Changes the current webhook and route. After a conflicting write or the deletion of a newly chosen target, `change`
   * is called again with the stored values. Nothing is stored if it throws.
   * @returns the changed webhook, or undefined if it does not exist
   * @throws AppError('webhook-changed') if every attempt conflicted with other changes
   */
  change(
    userId: number,
    webhookId: number,
    change: (webhook: Webhook) => Webhook | Promise<Webhook>,
  ): Promise<Webhook | undefined>;
  /** @returns false if it did not exist */
  remove(webhook: Webhook): Promise<boolean>;
  get(userId: number, webhookId: number): Promise<Webhook | undefined>;
  /** Lists webhooks, oldest first. `mayLag` halves the cost, but the latest writes can be missing. */
  list(userId: number, options?: { mayLag: boolean }): Promise<Webhook[]>;
}

/** The owner's targets, from which a webhook's targets are chosen. */
export interface TargetDirectory {
  list(userId: number): Promise<{ id: number; status: TargetStatus }[]>;
}

/** Usage of one webhook. Dates are RFC 3339. */
interface WebhookUsage {
  /** Calls held by a pause. */
  held: number;
  invocations: number;
  lastInvocation: string | undefined;
  invocationsToday: number;
  errors: number;
  errorsLastDays: number;
  /** Failed messages of the last days that have not been resent. */
  openErrors: number;
}

/** Usage per webhook id, and the owner's use of the daily quota. */
export interface Usage {
  usedToday: number;
  /** Bytes of stored calls. */
  storedBytes: number;
  /** Number of calls in the last days to a previous URL of the webhook. */
  byOldRoute(route: string): number;
  /** Number of held calls beyond the quota. */
  heldByQuota: number;
  /** The release order of these calls. */
  holdOrder: HoldOrder;
  of(webhookId: number): WebhookUsage;
}

export interface UsageReader {
  usage(userId: number, now: Date): Promise<Usage>;
}
