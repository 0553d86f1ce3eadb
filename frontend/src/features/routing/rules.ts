import type { QuietHours } from '#contract/routing';
import type { Condition } from '#contract/routing-condition';
import { callFields } from '#contract/routing-fields';
import type { Rule, Rules } from '../../data/routing.ts';
import { texts } from './texts.ts';

type Kind = keyof typeof texts.dialog.kinds;

/** The kind of a rule, as chosen in the form. */
export const kindOf = ({ when, otherwise }: Rule): Kind =>
  otherwise ? 'otherwise' : when !== null && 'expression' in when ? 'expression' : 'conditions';

export const newRule = (targetId: number): Rule => ({
  targetId,
  when: null,
  template: null,
  quiet: null,
  otherwise: false,
});

/** The default quiet hours: every night, in the user's time zone. */
export const newQuietHours = (zone: string): QuietHours => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  from: '22:00',
  to: '07:00',
  zone,
  unless: 'critical',
  action: 'hold',
});

/** Returns the rule with another kind. The conditions or expression of the previous kind are dropped. */
export const withKind = (rule: Rule, kind: Kind): Rule => {
  const when: Rule['when'] =
    kind === 'conditions' ? { match: 'all', conditions: [] } : kind === 'expression' ? { expression: '' } : null;
  return { ...rule, when, otherwise: kind === 'otherwise' };
};

/** True if a rule is not empty. Empty rules are not saved. */
const saysSomething = ({ when, template, quiet, otherwise }: Rule): boolean =>
  when !== null || (template !== null && template.trim() !== '') || quiet !== null || otherwise;

/** The rules to save: non-empty rules of the webhook's targets. */
export const rulesToSave = (rules: Rules, targetIds: readonly number[]): Rules =>
  rules
    .filter((rule) => targetIds.includes(rule.targetId) && saysSomething(rule))
    .map((rule) => ({ ...rule, template: rule.template?.trim() ? rule.template : null }));

/** True if two rules are equal, regardless of the order of targets. */
export const isSameChoice = (one: Rules, other: Rules): boolean => inOrder(one) === inOrder(other);
const inOrder = (rules: Rules): string => JSON.stringify(rules.toSorted((a, b) => a.targetId - b.targetId));

/** True if a rule is incomplete, so it cannot be saved. */
export const isIncomplete = ({ when, quiet }: Rule): boolean => {
  if (quiet && (quiet.days.length === 0 || quiet.from === '' || quiet.to === '' || quiet.from === quiet.to))
    return true;
  if (when === null) return false;
  if ('expression' in when) return when.expression.trim() === '';
  return when.conditions.length === 0 || when.conditions.some(isUnfinished);
};

/** True if conditions can use a field of this name. */
export const isField = (name: string): boolean =>
  COMMON_FIELDS.includes(name) || /^(?:body|headers|query)\..+$/s.test(name);

const isUnfinished = (condition: Condition): boolean => {
  if (!isField(condition.field)) return true;
  if (!('value' in condition)) return false;
  if (condition.op === 'one_of') return condition.value.length === 0;
  if (condition.op !== 'above' && condition.op !== 'below') return false;
  return !/^\s*[-+]?\d{1,20}(?:\.\d{1,20})?\s*$/.test(String(condition.value));
};

/** Returns the condition with another operator, and the same value if possible. */
export const withOp = (condition: Condition, op: Condition['op']): Condition => {
  const { field } = condition;
  const value = 'value' in condition ? condition.value : '';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  if (op === 'exists' || op === 'missing') return { field, op };
  return withValue({ field, op, value: '' } as Condition, text);
};

/**
 * Adds a condition for a clicked value, in place of one without a field. A second value of the same field is an
 * alternative.
 */
export const withClicked = (conditions: readonly Condition[], field: string, value: string): Condition[] => {
  const same = conditions.find((each) => each.field === field && (each.op === 'is' || each.op === 'one_of'));
  if (!same || !('value' in same))
    return [...conditions.filter((each) => each.field !== ''), { field, op: 'is', value }];
  const values = [...new Set([...[same.value].flat().map(String), value])];
  return conditions.map((each) => (each === same ? { field, op: 'one_of', value: values } : each));
};

/** Returns the condition with the typed value. */
export const withValue = (condition: Condition, text: string): Condition => {
  if (!('value' in condition)) return condition;
  if (condition.op !== 'one_of') return { ...condition, value: text } as Condition;
  return { ...condition, value: valuesOf(text) };
};

/** Splits a typed list at its commas. */
export const valuesOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * The server's errors, each with its target's name. Errors that concern no rule are left out.
 * @param errors the errors, with paths such as `routing.0.when.conditions.1.field`
 * @param rules the rules that were sent
 */
export function wrongRules(
  errors: readonly { path: string; message: string }[],
  rules: Rules,
  nameOf: (targetId: number) => string,
): string[] {
  return errors.flatMap(({ path, message }) => {
    const [, place, rest = ''] = /(?:^|\.)routing\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const rule = rules[Number(place)];
    if (!rule) return [];
    const field = rest.split('.').at(-1) ?? '';
    return [texts.dialog.refused(nameOf(rule.targetId), /^[A-Z]/.test(message) ? message : `the ${field} ${message}`)];
  });
}

/** The fields that every call has. */
export const COMMON_FIELDS: readonly string[] = [...callFields, 'body'];
