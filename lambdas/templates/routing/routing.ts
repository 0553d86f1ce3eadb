import type { QuietHours, When } from '#contract/routing';

/** The rule of one target of a webhook. A target without a rule gets everything immediately. */
export interface RoutingRule {
  targetId: number;
  /** The condition for calls that reach the target; null = all calls. */
  when: When | null;
  /** Replaces the webhook’s template; null = no replacement. */
  template: string | null;
  quiet: QuietHours | null;
  /** It gets the calls that no rule with a `when` wants. */
  otherwise: boolean;
}

/** A target’s rule, if it has one. */
export const ruleFor = (rules: readonly RoutingRule[] | undefined, targetId: number): RoutingRule | undefined =>
  rules?.find((rule) => rule.targetId === targetId);
