import type { HoldOrder, TargetStatus } from '#contract/states';
import type { Owner } from './owner.ts';
import type { Webhook } from './webhook.ts';

/** The owner's subscription status, for plan limits and quotas. */
export type SubscriptionStatus = Pick<Owner, 'status' | 'premiumUntil'>;

export interface WebhookStore {
  /**
   * Stores the webhook and its route, and takes one of the owner's webhooks, all or nothing.
   * @returns 'limit-reached' when the owner already has `maxWebhooks`, 'target-gone' when one of its targets is deleted;
   *   then nothing was stored.
   */
  insert(
    webhook: Webhook,
    owner: SubscriptionStatus,
    maxWebhooks: number,
  ): Promise<'stored' | 'limit-reached' | 'target-gone'>;
  /**
   * Changes the current webhook and route. After a conflicting write or the deletion of a newly chosen target, `change`
   * is called again with the stored values. Nothing is stored when it throws.
   * @returns the changed webhook, or undefined when it is gone.
   * @throws AppError('conflict') when others were faster each time.
   */
  change(
    userId: number,
    webhookId: number,
    change: (webhook: Webhook) => Webhook | Promise<Webhook>,
  ): Promise<Webhook | undefined>;
  /** @returns false when it was not there. */
  remove(webhook: Webhook): Promise<boolean>;
  get(userId: number, webhookId: number): Promise<Webhook | undefined>;
  /** Oldest first. For display, `mayLag` halves the price: the very latest writes may be missing. */
  list(userId: number, options?: { mayLag: boolean }): Promise<Webhook[]>;
}

/** The owner's targets, for choosing among them. */
export interface TargetDirectory {
  list(userId: number): Promise<{ id: number; status: TargetStatus }[]>;
}

/** Usage of one webhook. Dates are RFC 3339. */
interface WebhookUsage {
  /** Calls that a pause holds. */
  held: number;
  invocations: number;
  lastInvocation: string | undefined;
  invocationsToday: number;
  errors: number;
  errorsLastDays: number;
  /** Failed messages of the last days that were not resent since. */
  openErrors: number;
}

/** Usage per webhook id, and the owner's use of the day's quota. */
export interface Usage {
  usedToday: number;
  /** Bytes of the calls that are kept. */
  storedBytes: number;
  /** Calls of the last days by an address that its webhook had before. */
  byOldRoute(route: string): number;
  /** Calls beyond the quota that are held. */
  heldByQuota: number;
  /** Their order. */
  holdOrder: HoldOrder;
  of(webhookId: number): WebhookUsage;
}

export interface UsageReader {
  usage(userId: number, now: Date): Promise<Usage>;
}
