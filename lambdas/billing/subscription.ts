import { NEVER } from '#contract/never';
import { withGrace } from '../model/plans.ts';

/** A subscription at the payment provider. Dates are RFC 3339. */
export interface Subscription {
  id: string;
  /** Stripe's status values: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused';
  createdAt: string;
  /**
   * Start and end of the current period. If the status is `past_due`, the last paid period ended when this one began.
   */
  periodStart: string;
  periodEnd: string;
  /** The end of a cancelled subscription; undefined while it renews. */
  endsAt: string | undefined;
}

/** The effect of a subscription on its account. */
export interface BillingState {
  status: 'free' | 'premium' | 'premium_cancelled';
  /** The time until which premium is paid, or at which it ends (RFC 3339); the zero date for `free`. */
  premiumUntil: string;
  /** True if the renewal payment failed. Benefits stay for the grace period after `premiumUntil`. */
  paymentFailed: boolean;
  /** The subscription that determines the state, even if it has ended; undefined if there never was one. */
  subscriptionId: string | undefined;
}

/** The state of an account that never had a subscription. */
export const NO_SUBSCRIPTION: BillingState = {
  status: 'free',
  premiumUntil: NEVER,
  paymentFailed: false,
  subscriptionId: undefined,
};

/** The effect of one subscription. It depends only on the subscription, so each new read corrects missed events. */
export const stateOf = ({ id, status, periodStart, periodEnd, endsAt }: Subscription): BillingState => {
  switch (status) {
    case 'active':
    case 'trialing':
      return {
        status: endsAt === undefined ? 'premium' : 'premium_cancelled',
        premiumUntil: endsAt ?? periodEnd,
        paymentFailed: false,
        subscriptionId: id,
      };
    case 'past_due':
      // The unpaid period has already begun, so the paid one ended at its start.
      return endsAt === undefined
        ? { status: 'premium', premiumUntil: periodStart, paymentFailed: true, subscriptionId: id }
        : {
            status: 'premium_cancelled',
            premiumUntil: withGrace(periodStart).toISOString(),
            paymentFailed: true,
            subscriptionId: id,
          };
    case 'unpaid':
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
    case 'paused':
      return { ...NO_SUBSCRIPTION, subscriptionId: id };
  }
};

/** True if a subscription grants benefits or can still charge money. */
export const isLive = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid' || status === 'paused';

/** True if a subscription has ended permanently after it was paid at least once. */
export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'unpaid';

const rank = (subscription: Subscription): string =>
  `${stateOf(subscription).status === 'free' ? 0 : 1}|${subscription.periodEnd}|${subscription.createdAt}|${subscription.id}`;

/**
 * Selects the subscription that applies to an account, and the surplus ones, which would charge twice. Subscriptions
 * with benefits come first, then those that are paid for longest.
 */
export const decisive = (
  subscriptions: readonly Subscription[],
): { current: Subscription | undefined; surplus: Subscription[] } => {
  const [current, ...others] = [...subscriptions].sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  return { current, surplus: current && isLive(current) ? others.filter(isLive) : [] };
};

/** True if two states look the same to the owner. */
export const sameState = (a: BillingState, b: BillingState): boolean =>
  a.status === b.status &&
  a.premiumUntil === b.premiumUntil &&
  a.paymentFailed === b.paymentFailed &&
  a.subscriptionId === b.subscriptionId;
