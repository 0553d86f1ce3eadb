import product from 'virtual:docs-product';
import { MESSAGES_PER_100_CALLS } from './noise.ts';

export const { free: freePlan, premium: premiumPlan } = product.plans;

/** The number of attempts without premium, and the hours that they span, rounded. */
export const freeTries = {
  tries: freePlan.retry.delaysSeconds.length + 1,
  hours: Math.round(freePlan.retry.delaysSeconds.reduce((sum, delay) => sum + delay, 0) / 3600),
};

export const facts = {
  ...freeTries,
  senders: product.senders.length,
  days: premiumPlan.retry.givenUpAfterDays ?? 0,
  parts: product.maxParts,
  facts: product.maxFacts,
  noise: MESSAGES_PER_100_CALLS,
  kept: [freePlan.retentionDays, premiumPlan.retentionDays] satisfies [number, number] as [number, number],
};
