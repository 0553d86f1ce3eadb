import type { When } from '#contract/routing';
import type { RoutedCall } from './call-fields.ts';
import { ALL_HOLD, finding, holds } from './conditions.ts';
import { type RoutingRule, ruleFor } from './routing.ts';

/** The result of a routing rule for a call, with the reason. */
export interface Judgement {
  wanted: boolean;
  /** The reason as a sentence; empty if there was nothing to decide. */
  by: string;
  /** The error of a rule's expression, which then counts as matching. */
  failed?: string;
  isLate?: true;
}

/** Thrown for an expression that took too long. */
export class LateExpression extends Error {}

/** Evaluates an expression as a condition. @throws if it fails; {@link LateExpression} if it takes too long */
export type Evaluate = (expression: string) => boolean;

/** The part of a rule that decides which calls its target gets. */
export type WantRule = Pick<RoutingRule, 'targetId' | 'when' | 'otherwise'>;

const EVERYTHING: Judgement = { wanted: true, by: '' };

/**
 * Decides for each target whether it gets a call. If an expression fails, the target gets the call, so no message is
 * lost. Each rule is evaluated at most once, and only if needed.
 */
export function judge(
  rules: readonly WantRule[],
  targetIds: readonly number[],
  call: RoutedCall,
  evaluate: Evaluate,
): Map<number, Judgement> {
  const known = new Map<number, Judgement>();
  const ofRule = ({ targetId, when }: WantRule): Judgement => {
    const judged = known.get(targetId) ?? (when ? judgeWhen(when, call, evaluate) : EVERYTHING);
    known.set(targetId, judged);
    return judged;
  };
  const ofTarget = (targetId: number): Judgement => {
    const rule = ruleFor(rules as readonly RoutingRule[], targetId);
    if (!rule?.otherwise) return rule ? ofRule(rule) : EVERYTHING;
    const taken = rules.some((other) => other.when && ofRule(other).wanted);
    return { wanted: !taken, by: taken ? 'another target’s rule matches' : 'no other target’s rule matches' };
  };
  return new Map(targetIds.map((targetId) => [targetId, ofTarget(targetId)]));
}

/**
 * Returns the rules that decide about one target: its own rule and, if it is a fallback, the rules of other targets.
 */
export function rulesFor(rules: readonly RoutingRule[], targetId: number): WantRule[] {
  const own = ruleFor(rules, targetId);
  if (!own?.when && !own?.otherwise) return [];
  const concerned = own.otherwise ? rules.filter((rule) => rule === own || rule.when) : [own];
  return concerned.map(({ targetId: id, when, otherwise }) => ({ targetId: id, when, otherwise }));
}

/** True if a rule contains an expression, which can take any amount of time and memory. */
export const hasExpression = (rules: readonly WantRule[]): boolean =>
  rules.some(({ when }) => when !== null && 'expression' in when);

function judgeWhen(when: When, call: RoutedCall, evaluate: Evaluate): Judgement {
  if ('expression' in when) return judgeExpression(when.expression, evaluate);
  const { match, conditions } = when;
  const isAll = match === 'all';
  // For `all`, the first condition that fails decides; for `any`, the first one that holds.
  const deciding = conditions.find((condition) => holds(condition, call) !== isAll);
  if (deciding) return { wanted: !isAll, by: finding(deciding, call, !isAll) };
  const [only] = conditions;
  if (conditions.length === 1 && only) return { wanted: isAll, by: finding(only, call, isAll) };
  return { wanted: isAll, by: isAll ? ALL_HOLD : 'no condition matches' };
}

function judgeExpression(expression: string, evaluate: Evaluate): Judgement {
  try {
    const wanted = evaluate(expression);
    return { wanted, by: `the expression is ${wanted}` };
  } catch (error) {
    return {
      wanted: true,
      by: 'the expression failed',
      failed: error instanceof Error ? error.message : '',
      ...(error instanceof LateExpression && { isLate: true }),
    };
  }
}
