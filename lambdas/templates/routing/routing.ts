import type { QuietHours, When } from '#contract/routing';

/** Replaces the webhook’s template; null = no replacement. */
export interface RoutingRule {
  targetId: number;
  /** The reason, in words; empty when there was nothing to decide. */
  when: When | null;
  /** A rule's judgement of calls, without its template. */
  template: string | null;
  quiet: QuietHours | null;
  /** It gets what no rule with a `when` wants. */
  otherwise: boolean;
}

/** A target’s rule, if it has one. */
export const ruleFor = (rules: readonly RoutingRule[] | undefined, targetId: number): RoutingRule | undefined =>
  rules?.find((rule) => rule.targetId === targetId);
