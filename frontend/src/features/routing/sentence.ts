import { wordsOf } from '../../../../lambdas/templates/routing/conditions.ts';
import type { Rule } from '../../data/routing.ts';
import { hasWarnings, presetOf, wantedEvents } from './presets.ts';
import { texts } from './texts.ts';

/** A rule as a sentence, without its target. */
export function sentenceOf(rule: Rule | undefined): string {
  const { sentence } = texts;
  if (!rule) return `${sentence.everything}.`;
  const { when, template, quiet, otherwise } = rule;
  const preset = presetOf(rule);
  const which = otherwise
    ? sentence.otherwise
    : when === null
      ? sentence.everything
      : preset === 'failures' || preset === 'events'
        ? sentence[preset](wantedEvents(rule).events.join(', '), hasWarnings(rule))
        : 'expression' in when
          ? sentence.expression
          : sentence.where(when.conditions.map(wordsOf).join(when.match === 'all' ? sentence.and : sentence.or));
  const parts = [
    which,
    template?.trim() && sentence.template,
    quiet && sentence.quiet(quiet.from, quiet.to),
    quiet?.unless && sentence.urgent[quiet.unless],
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
