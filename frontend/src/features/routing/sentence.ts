import { ALL_HOLD, wordsOf } from '../../../../lambdas/templates/routing/conditions.ts';
import type { Rule } from '../../data/routing.ts';
import type { Events } from './call-fields.ts';
import { eventsIn, hasWarnings, presetOf, wantedEvents } from './presets.ts';
import { texts } from './texts.ts';

/** The names of the events that a rule selects: as in the list of calls if recent calls tell them, otherwise as sent. */
const namesOf = (rule: Rule, events: Events | undefined): string[] => {
  const { field, events: wanted } = wantedEvents(rule);
  return wanted.map((value) => (field === events?.field && events?.known.get(value)?.name) || value);
};

/**
 * A rule as a sentence, without its target.
 * @param events the events of recent calls, with their names
 */
export function sentenceOf(rule: Rule | undefined, events?: Events): string {
  const { sentence } = texts;
  if (!rule) return `${sentence.everything}.`;
  const { when, template, quiet, otherwise } = rule;
  const preset = presetOf(rule);
  const which = otherwise
    ? sentence.otherwise
    : when === null
      ? sentence.everything
      : preset === 'failures' || preset === 'events'
        ? sentence[preset](namesOf(rule, events).join(', '), hasWarnings(rule))
        : 'expression' in when
          ? sentence.expression
          : sentence.where(
              when.conditions.map((each) => wordsOf(each)).join(when.match === 'all' ? sentence.and : sentence.or),
            );
  const parts = [
    which,
    template?.trim() && sentence.template,
    quiet && sentence.quiet(quiet.from, quiet.to),
    quiet?.unless && sentence.urgent[quiet.unless],
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** The reason for a rule's result in plain words, if the rule is a preset; otherwise in the server's words. */
export function reasonOf(by: string, rule: Rule | undefined, events: Events | undefined): string {
  const { reasons } = texts.dialog;
  if (!rule) return by;
  const preset = presetOf(rule);
  if (preset !== 'failures' && preset !== 'events') return by;
  const names = namesOf(rule, events).join(' or ');
  if (by === ALL_HOLD) return reasons.all(names, hasWarnings(rule));
  const [, severity] = /^severity is (\w+)$/.exec(by) ?? [];
  if (severity !== undefined)
    return severity === 'critical' || severity === 'warning' ? reasons[severity] : reasons.other;
  const condition = eventsIn(rule);
  if (condition && by === wordsOf(condition)) return reasons.event(names, true);
  return condition && by === wordsOf(condition, false) ? reasons.event(names, false) : by;
}
