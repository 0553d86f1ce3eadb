import type { SubscriptionStatus, WebhookStore } from '../model/webhook-ports.ts';
import { routesOf } from './rotation.ts';

/** The owner's status is kept on the account and next to each route, so a call needs one read. */
export interface SubscriptionStatusStore {
  /** @returns false when the account is gone, or has a manual status or a later revision. */
  setOnAccount(userId: number, status: PaidStatus, revision: number): Promise<boolean>;
  /** Does nothing to a route that is gone, or has the status of a later revision. */
  setOnRoute(route: string, status: SubscriptionStatus, revision: number): Promise<void>;
}

/** A status that comes from a subscription. */
interface PaidStatus extends SubscriptionStatus {
  paymentFailed: boolean;
}

/**
 * Applies a new status of an owner: limits of the account and the calls that the invoke host accepts. Of two statuses,
 * the higher revision wins. The account goes first; when a crash leaves routes behind, a re-run fixes them.
 */
export const applySubscriptionStatus = async (
  userId: number,
  status: PaidStatus,
  revision: number,
  {
    subscriptionStatuses,
    webhooks,
  }: { subscriptionStatuses: SubscriptionStatusStore; webhooks: Pick<WebhookStore, 'list'> },
): Promise<void> => {
  if (!(await subscriptionStatuses.setOnAccount(userId, status, revision))) return;
  for (const webhook of await webhooks.list(userId))
    for (const route of routesOf(webhook)) await subscriptionStatuses.setOnRoute(route, status, revision);
};
