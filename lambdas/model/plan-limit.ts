import type { Plan, PlanName } from './plans.ts';

/** True if a webhook exceeds the limit of its owner's plan (newest first), so it accepts no calls. */
export const isBeyondPlan = (webhook: { position: number }, plan: Plan): boolean =>
  webhook.position >= plan.maxWebhooks;

const allowed = ({ maxWebhooks }: Plan) => `Your plan allows ${maxWebhooks} webhook${maxWebhooks === 1 ? '' : 's'}`;

/** Words for {@link isBeyondPlan}. */
export const beyondPlanReason = (plan: Plan): string =>
  `${allowed(plan)}; this one is beyond it and accepts no calls. Upgrade to Premium, or delete an older webhook.`;

/** Words for an owner who has reached the plan's limit of webhooks and wants another. */
export const planFullReason = (name: PlanName, plan: Plan): string =>
  `${allowed(plan)}. ${name === 'free' ? 'Upgrade to premium in your settings to create more.' : 'Contact us if you need more.'}`;
