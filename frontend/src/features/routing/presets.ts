import type { Condition } from '#contract/routing-condition';
import type { Rule } from '../../data/routing.ts';
import { isEventField } from './event-fields.ts';

/** The presets, and `own` for a custom rule. */
export const presets = ['all', 'failures', 'events', 'own'] as const;
export type Preset = (typeof presets)[number];

const severity = (...value: string[]): Condition => ({ field: 'severity', op: 'one_of', value });
/** Matches failures, alerts and outages. */
const FAILURES = severity('critical');
const WITH_WARNINGS = severity('critical', 'warning');

/** A rule's conditions, if all of them must hold. */
const conditionsOf = ({ when }: Rule): readonly Condition[] =>
  when && 'conditions' in when && (when.match === 'all' || when.conditions.length === 1) ? when.conditions : [];

const isSame = (one: Condition) => (other: Condition) => JSON.stringify(one) === JSON.stringify(other);
const isFailures = (condition: Condition) => [FAILURES, WITH_WARNINGS].some(isSame(condition));
const isEvents = (condition: Condition): boolean => condition.op === 'one_of' && isEventField(condition.field);

/** True if a rule selects failures and also warnings. */
export const hasWarnings = (rule: Rule): boolean => conditionsOf(rule).some(isSame(WITH_WARNINGS));

/** The preset that corresponds to a rule. */
export function presetOf(rule: Rule): Preset {
  if (rule.otherwise) return 'own';
  if (rule.when === null) return 'all';
  const [first, second, ...rest] = conditionsOf(rule);
  if (!first || rest.length > 0) return 'own';
  if (!second) return isFailures(first) ? 'failures' : isEvents(first) ? 'events' : 'own';
  return isEvents(first) && isFailures(second) ? 'failures' : 'own';
}

/** The condition of a rule that selects events. */
export const eventsIn = (rule: Rule): Condition | undefined => conditionsOf(rule).find(isEvents);

/** The events that a rule selects, and the field that names them. */
export const wantedEvents = (rule: Rule): { field?: string; events: string[] } => {
  const found = eventsIn(rule);
  return found?.op === 'one_of' ? { field: found.field, events: found.value.map(String) } : { events: [] };
};

const withConditions = (rule: Rule, conditions: Condition[]): Rule => ({
  ...rule,
  otherwise: false,
  when: { match: 'all', conditions },
});

/** Returns the rule, limited to these events. */
export const withEvents = (rule: Rule, field: string, events: readonly string[]): Rule =>
  withConditions(rule, [{ field, op: 'one_of', value: [...events] }]);

/** Returns the rule, limited to failures, also to those of these events if there are any. */
export const withFailures = (rule: Rule, withWarnings: boolean, { field, events } = wantedEvents(rule)): Rule =>
  withConditions(rule, [
    ...(field !== undefined && events.length > 0 ? [{ field, op: 'one_of' as const, value: events }] : []),
    withWarnings ? WITH_WARNINGS : FAILURES,
  ]);

/** Returns the rule for a custom choice. The conditions of its preset stay, so others can be added. */
export const withOwn = (rule: Rule): Rule =>
  withConditions(
    rule,
    conditionsOf(rule).filter((each) => !isEvents(each) || wantedEvents(rule).events.length > 0),
  );
