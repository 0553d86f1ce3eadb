import type { Standing, WebhookStore } from './ports.ts';

/** Where the owner's standing is kept: on the account, and beside each route, so that a call needs one read. */
export interface StandingStore {
  /** @returns false when the account is gone, was given its standing by hand, or has that of a later revision. */
  setOnAccount(userId: number, standing: PaidStanding, revision: number): Promise<boolean>;
  /** Does nothing to a route that is gone, or has the standing of a later revision. */
  setOnRoute(route: string, standing: Standing, revision: number): Promise<void>;
}

/** A standing that comes from a subscription. */
interface PaidStanding extends Standing {
  paymentFailed: boolean;
}

/**
 * Makes a new standing of an owner take effect: limits of the account and what the invoke host lets in. Of two, the one
 * with the higher revision wins. The account goes first; when a crash leaves routes behind, a re-run mends them.
 */
export const applyStanding = async (
  userId: number,
  standing: PaidStanding,
  revision: number,
  { standings, webhooks }: { standings: StandingStore; webhooks: Pick<WebhookStore, 'list'> },
): Promise<void> => {
  if (!(await standings.setOnAccount(userId, standing, revision))) return;
  for (const { route } of await webhooks.list(userId)) await standings.setOnRoute(route, standing, revision);
};
