import { NEVER } from '#contract/never';
import { withGrace } from '../model/plans.ts';

/** A subscription at the payment provider. Dates are RFC 3339. */
export interface Subscription {
  id: string;
  /** Stripe's own word, https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
  status: 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'paused';
  createdAt: string;
  /** Of the current period; the last one paid for ended at its start when the status is `past_due`. */
  periodStart: string;
  periodEnd: string;
  /** When it ends, if it was cancelled; undefined while it renews. */
  endsAt: string | undefined;
}

/** The effect of a subscription on its owner's account. */
export interface BillingState {
  status: 'free' | 'premium' | 'premium_cancelled';
  /** RFC 3339: paid until then, or ends then; the zero date for `free`. */
  premiumUntil: string;
  /** The renewal could not be collected; benefits stay for the grace period after `premiumUntil`. */
  paymentFailed: boolean;
  /** The deciding subscription, even if it has ended; undefined if there never was one. */
  subscriptionId: string | undefined;
}

/** The account of someone who never subscribed. */
export const NO_SUBSCRIPTION: BillingState = {
  status: 'free',
  premiumUntil: NEVER,
  paymentFailed: false,
  subscriptionId: undefined,
};

/** The effect of one subscription. It depends only on the subscription, so every re-read corrects missed events. */
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
      // The unpaid period has begun already; the paid one ended where it began.
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

/** True if it gives benefits or can still charge money. */
export const isLive = ({ status }: Subscription): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due' || status === 'unpaid' || status === 'paused';

/** True if it was paid once and has ended permanently. */
export const isOver = ({ status }: Subscription): boolean => status === 'canceled' || status === 'unpaid';

const rank = (subscription: Subscription): string =>
  `${stateOf(subscription).status === 'free' ? 0 : 1}|${subscription.periodEnd}|${subscription.createdAt}|${subscription.id}`;

/**
 * The subscription that decides about an account, and others that would charge it a second time. Subscriptions with
 * benefits come first, then the longest paid time.
 */
export const decisive = (
  subscriptions: readonly Subscription[],
): { current: Subscription | undefined; surplus: Subscription[] } => {
  const [current, ...others] = [...subscriptions].sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
  return { current, surplus: current && isLive(current) ? others.filter(isLive) : [] };
};

/** Equality in the owner's view. */
export const sameState = (a: BillingState, b: BillingState): boolean =>
  a.status === b.status &&
  a.premiumUntil === b.premiumUntil &&
  a.paymentFailed === b.paymentFailed &&
  a.subscriptionId === b.subscriptionId;
