import type { Plan, PlanName } from './plans.ts';

/** True if a webhook is beyond its owner's plan limit (newest first), so it accepts no calls. */
export const isBeyondPlan = (webhook: { position: number }, plan: Plan): boolean =>
  webhook.position >= plan.maxWebhooks;

const allowed = ({ maxWebhooks }: Plan) => `Your plan allows ${maxWebhooks} webhook${maxWebhooks === 1 ? '' : 's'}`;

/** The text for {@link isBeyondPlan}. */
export const beyondPlanReason = (plan: Plan): string =>
  `${allowed(plan)}. This webhook is over the limit and accepts no calls. Upgrade to Premium, or delete an older webhook.`;

/** The text for an owner who has reached the plan's webhook limit and wants another. */
export const planFullReason = (name: PlanName, plan: Plan): string =>
  `${allowed(plan)}. ${name === 'free' ? 'Upgrade to Premium in Settings to create more.' : 'Contact us if you need more.'}`;
