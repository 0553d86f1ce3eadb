import type { QuietHours, When } from '#contract/routing';

/** The routing rule of one target. A target without a rule gets every call immediately. */
export interface RoutingRule {
  targetId: number;
  /** The condition for calls that the target gets. If null, it gets all calls. */
  when: When | null;
  /** The template for this target. If null, the webhook’s template is used. */
  template: string | null;
  quiet: QuietHours | null;
  /** True for a fallback, which gets the calls that match no rule with a `when`. */
  otherwise: boolean;
}

/** Returns a target’s rule, if it has one. */
export const ruleFor = (rules: readonly RoutingRule[] | undefined, targetId: number): RoutingRule | undefined =>
  rules?.find((rule) => rule.targetId === targetId);
