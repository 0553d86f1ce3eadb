import type { SubscriptionStatus, WebhookStore } from '../model/webhook-ports.ts';
import { routesOf } from './rotation.ts';

/** Stores an owner's subscription status on the account and on each route, so accepting a call needs only one read. */
export interface SubscriptionStatusStore {
  /** @returns false if the account does not exist, its status was set by the operator, or it has a later revision */
  setOnAccount(userId: number, status: PaidStatus, revision: number): Promise<boolean>;
  /** Does nothing if the route does not exist, or has a later revision. */
  setOnRoute(route: string, status: SubscriptionStatus, revision: number): Promise<void>;
}

/** The subscription status according to the payment provider. */
interface PaidStatus extends SubscriptionStatus {
  paymentFailed: boolean;
}

/**
 * Applies an owner's new status to the account and to each of its routes. Of two statuses, the one with the higher
 * revision wins. The account is updated first. If a crash leaves routes outdated, the next run updates them.
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
