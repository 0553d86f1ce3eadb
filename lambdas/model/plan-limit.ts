import type { Plan, PlanName } from './plans.ts';

/** True if a webhook exceeds its owner's plan limit, so it accepts no calls. The newest webhooks exceed it first. */
export const isBeyondPlan = (webhook: { position: number }, plan: Plan): boolean =>
  webhook.position >= plan.maxWebhooks;

const allowed = ({ maxWebhooks }: Plan) => `Your plan allows ${maxWebhooks} webhook${maxWebhooks === 1 ? '' : 's'}`;

/** The reason for {@link isBeyondPlan}, for the owner. */
export const beyondPlanReason = (plan: Plan): string =>
  `${allowed(plan)}. This webhook is over the limit and accepts no calls. Upgrade to Premium, or delete an older webhook.`;

/** The reason why an owner cannot create another webhook. */
export const planFullReason = (name: PlanName, plan: Plan): string =>
  `${allowed(plan)}. ${name === 'free' ? 'Upgrade to Premium in Settings to create more.' : 'Contact us if you need more.'}`;
