import type { HoldOrder, TargetStatus } from '#contract/states';
import type { Owner } from './owner.ts';
import type { Webhook } from './webhook.ts';

/** The owner's subscription status, for plan limits and quotas. */
export type SubscriptionStatus = Pick<Owner, 'status' | 'premiumUntil'>;

export interface WebhookStore {
  /**
   * Stores the webhook and its route, and counts it for its owner, in one transaction.
   * @returns 'stored', or the reason for storing nothing: the owner already has `maxWebhooks`, or a target is deleted
   */
  insert(
    webhook: Webhook,
    owner: SubscriptionStatus,
    maxWebhooks: number,
  ): Promise<'stored' | 'limit-reached' | 'target-gone'>;
  /**
   * Changes a webhook and its route. `change` is called again with the newest values after a conflicting write, or if a
   * newly selected target was deleted. Nothing is stored if it throws.
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
  /** Failed messages of recent days that have not been resent. */
  openErrors: number;
}

/** Usage by webhook id, and the used part of the owner's daily quota. */
export interface Usage {
  usedToday: number;
  storedBytes: number;
  /** Number of recent calls to a previous URL of the webhook. */
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
