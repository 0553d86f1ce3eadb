import type { Condition } from '#contract/routing';
import type { Rule } from '../../data/routing.ts';
import { isEventField } from './call-fields.ts';

/** The presets, and `own` for a custom rule. */
export const presets = ['all', 'bad', 'events', 'own'] as const;
export type Preset = (typeof presets)[number];

/** Matches failures, alerts and outages. */
const BAD = { field: 'severity', op: 'one_of', value: ['critical', 'warning'] } satisfies Condition;

/** A rule's conditions, if all of them must hold. */
const conditionsOf = ({ when }: Rule): readonly Condition[] =>
  when && 'conditions' in when && (when.match === 'all' || when.conditions.length === 1) ? when.conditions : [];

const isBad = (condition: Condition): boolean =>
  condition.field === BAD.field &&
  condition.op === 'one_of' &&
  JSON.stringify(condition.value) === JSON.stringify(BAD.value);

const isEvents = (condition: Condition): boolean => condition.op === 'one_of' && isEventField(condition.field);

/** True if a rule selects only failures and warnings, alone or among the chosen events. */
export const isOnlyBad = (rule: Rule): boolean => conditionsOf(rule).some(isBad);

/** The preset that corresponds to a rule. */
export function presetOf(rule: Rule): Preset {
  if (rule.otherwise) return 'own';
  if (rule.when === null) return 'all';
  const [first, second, ...rest] = conditionsOf(rule);
  if (!first || rest.length > 0) return 'own';
  if (!second) return isBad(first) ? 'bad' : isEvents(first) ? 'events' : 'own';
  return isEvents(first) && isBad(second) ? 'events' : 'own';
}

/** The events that a rule selects, and the field that names them. */
export const wantedEvents = (rule: Rule): { field?: string; events: string[] } => {
  const found = conditionsOf(rule).find(isEvents);
  return found?.op === 'one_of' ? { field: found.field, events: found.value.map(String) } : { events: [] };
};

/** Returns the rule with another preset. Its quiet hours and template stay. */
export const withPreset = (rule: Rule, preset: Exclude<Preset, 'own' | 'events'>): Rule => ({
  ...rule,
  otherwise: false,
  when: preset === 'all' ? null : { match: 'all', conditions: [BAD] },
});

/** Returns the rule, limited to these events, and to their failures and warnings if `onlyBad` is true. */
export const withEvents = (rule: Rule, field: string, events: readonly string[], onlyBad = false): Rule => ({
  ...rule,
  otherwise: false,
  when: {
    match: 'all',
    conditions: [{ field, op: 'one_of', value: [...events] }, ...(onlyBad ? [BAD] : [])],
  },
});
