import type { CallRender, RoutingRequest } from './call-render.ts';
import { compiledOf } from './compile.ts';
import { ownError, TemplateFailure } from './errors.ts';
import { evaluate, startClock } from './expression.ts';
import { setMoments, setPrintBudget } from './helpers.ts';
import { type CallFacts, lowerCaseHeaders, parsePayload, parseQuery } from './payload.ts';
import { isTrue, newPrintBudget } from './print.ts';
import type { RenderResult } from './render.ts';
import { renderCall } from './render-call.ts';
import type { RoutedCall } from './routing/call-fields.ts';
import { type Judgement, judge, LateExpression, type WantRule } from './routing/judge.ts';
import { CallNames, Scope } from './scope.ts';

/** Maximum computing time for all expressions of the routing rules of a call, in milliseconds. */
const ROUTING_MILLISECONDS = 100;

/**
 * Renders a call’s message and evaluates its routing rules, if requested. If rendering fails, the rules are not
 * evaluated, so the failure is shown for each target. Never throws.
 */
export function renderRouted({ routing, ...request }: CallRender): RenderResult {
  const result = renderCall(request);
  if (!routing || 'error' in result) return result;
  return { ...result, wanted: wantedBy(routing, request, result) };
}

function wantedBy(
  { rules, targetIds, verified, repeat, hasNoSubject = false }: RoutingRequest,
  facts: CallFacts,
  { origin, subject, subjectProblem }: Exclude<RenderResult, { error: unknown }>,
): Record<number, Judgement> {
  try {
    const call: RoutedCall = {
      payload: parsePayload(facts),
      raw: facts.undecodable ? '' : facts.body,
      headers: lowerCaseHeaders(facts.headers),
      query: parseQuery(facts.query),
      method: facts.method ?? '',
      sender: origin?.sender,
      key: subject?.key,
      state: subject?.state,
      severity: subject?.severity,
      verified,
      repeat,
    };
    startClock(ROUTING_MILLISECONDS);
    const asked = hasNoSubject || subjectProblem ? rules.map(withoutSubject) : rules;
    return Object.fromEntries(judge(asked, targetIds, call, truthIn(call, facts)));
  } catch {
    return Object.fromEntries(targetIds.map((id) => [id, { wanted: true, by: '', failed: 'The rule failed' }]));
  }
}

/**
 * Makes a rule about the subject fail, because the subject could not be determined. A rule that fails counts as
 * matching.
 */
const withoutSubject = (rule: WantRule): WantRule => {
  const { when } = rule;
  const asks = when && 'conditions' in when && when.conditions.some(({ field }) => SUBJECT_FIELDS.has(field));
  return asks ? { ...rule, when: { expression: '$error("The call’s subject could not be read")' } } : rule;
};
const SUBJECT_FIELDS = new Set(['key', 'state', 'severity']);

/** Variables of routing expressions, in addition to those of templates. */
const SUBJECT_NAMES = ['sender', 'key', 'state', 'severity', 'verified', 'repeat'] as const;

const truthIn = (call: RoutedCall, facts: CallFacts) => {
  const scope = new Scope(new CallNames(facts, call.payload));
  for (const name of SUBJECT_NAMES) scope.set(name, call[name]);
  return (expression: string): boolean => {
    try {
      const compiled = compiledOf(expression);
      if (compiled.mode === 'failed') throw compiled.failure;
      if (compiled.mode === 'text') throw new TemplateFailure('E1005', 0, 'The expression must not contain {{ and }}');
      setMoments(undefined, undefined);
      const budget = newPrintBudget();
      setPrintBudget(budget);
      return isTrue(evaluate(compiled.expression, call.payload, scope), budget);
    } catch (failure) {
      const { code, message } = failure instanceof TemplateFailure ? failure : ownError('E9000');
      const words = message.replace('The template', 'The expression');
      throw code === 'E2001' ? new LateExpression(words) : new Error(words);
    }
  };
};
