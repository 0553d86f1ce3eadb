import type { QuietHours, When } from '#contract/routing';

/** What one target of a webhook gets, and when. A target without a rule gets everything at once. */
export interface RoutingRule {
  targetId: number;
  /** Which calls it wants; null = all. */
  when: When | null;
  /** In place of the template of the webhook; null = none of its own. */
  template: string | null;
  quiet: QuietHours | null;
  /** It gets what no rule with a `when` wants. */
  otherwise: boolean;
}

/** The rule of a target, if it has one. */
export const ruleFor = (rules: readonly RoutingRule[] | undefined, targetId: number): RoutingRule | undefined =>
  rules?.find((rule) => rule.targetId === targetId);
