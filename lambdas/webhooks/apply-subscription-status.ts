import type { SubscriptionStatus, WebhookStore } from '../model/webhook-ports.ts';
import { routesOf } from './rotation.ts';

/** The owner's status is stored on the account and on each route, so accepting a call needs one read. */
export interface SubscriptionStatusStore {
  /** @returns false if the account does not exist, or has a manual status or a later revision */
  setOnAccount(userId: number, status: PaidStatus, revision: number): Promise<boolean>;
  /** Does nothing if the route does not exist, or has a later revision. */
  setOnRoute(route: string, status: SubscriptionStatus, revision: number): Promise<void>;
}

/** A status derived from a subscription. */
interface PaidStatus extends SubscriptionStatus {
  paymentFailed: boolean;
}

/**
 * Applies an owner's new status to the account's limits and to the calls that the invoke host accepts. Of two statuses,
 * the higher revision wins. The account is updated first. If a crash leaves routes outdated, the next run fixes them.
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
