import type { InvocationSummary } from '../model/invocation.ts';
import type { Webhook } from '../model/webhook.ts';
import type { RoutingRequest } from '../templates/call-render.ts';
import { hasExpression, rulesFor, type WantRule } from '../templates/routing/judge.ts';
import { ruleFor } from '../templates/routing/routing.ts';

/** One target's settings for rendering its message. */
export interface TargetRendering {
  /** The template that replaces the webhook’s. */
  template?: string | undefined;
  routing?: RoutingRequest | undefined;
}

/** Reads a dispatch's settings from its target's routing rule. A manual retry uses only the rule's template. */
export const targetRenderingOf = (
  { routing }: Pick<Webhook, 'routing'>,
  summary: Pick<InvocationSummary, 'verified' | 'duplicateOf'>,
  { targetId, ignoresRules }: { targetId: number; ignoresRules?: true | undefined },
): TargetRendering => {
  const rule = ruleFor(routing, targetId);
  if (!rule) return {};
  const rules = ignoresRules ? [] : rulesFor(routing ?? [], targetId);
  return {
    ...(rule.template && { template: rule.template }),
    ...(rules.length > 0 && { routing: routingRequest(rules, [targetId], summary) }),
  };
};

/** Builds the renderer's input for evaluating routing rules. */
const routingRequest = (
  rules: WantRule[],
  targetIds: number[],
  { verified, duplicateOf }: Pick<InvocationSummary, 'verified' | 'duplicateOf'>,
): RoutingRequest => ({
  rules,
  targetIds,
  verified: verified === undefined ? 'not-checked' : verified === 'yes' ? 'yes' : 'no',
  repeat: duplicateOf !== undefined,
});

/**
 * Replaces the owner's expressions in rules, for a second render after one took too long or too much memory. Returns
 * undefined if the rules contain no expressions.
 */
export const withoutExpressions = (routing: RoutingRequest): RoutingRequest | undefined =>
  hasExpression(routing.rules)
    ? {
        ...routing,
        rules: routing.rules.map((rule) =>
          hasExpression([rule]) ? { ...rule, when: { expression: FAILING_EXPRESSION } } : rule,
        ),
      }
    : undefined;

const FAILING_EXPRESSION = '$error("The expression took too long or used too much memory")';

/**
 * Returns the settings for a message whose severity and title could not be evaluated, so no rule that needs them
 * excludes it.
 */
export const withoutSubject = (own: TargetRendering): TargetRendering =>
  own.routing ? { ...own, routing: { ...own.routing, hasNoSubject: true } } : own;
