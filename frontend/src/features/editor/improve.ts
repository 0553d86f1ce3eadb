import { MAX_TEMPLATE } from '#contract/bounds';
import {
  type Choices,
  conditionOf,
  isDescribed,
  severityRule,
  templateOf,
  withDescription,
} from '../../../../lambdas/templates/editor/choices.ts';
import type { Webhook } from '../../lib/wire.ts';
import { improveTexts as texts } from './improve-texts.ts';

/** The webhook settings that the choices change, and the format of its messages. */
export type Improvable = Pick<Webhook, 'useTemplate' | 'template' | 'format' | 'subject'>;

/**
 * The webhook settings that give one kind of call the chosen message, or the reason why there are none. `isReplacing` is
 * true if such calls already have an improved message.
 */
export function improved(
  { useTemplate, template: earlier, format, subject }: Improvable,
  choices: Choices,
): { settings: Improvable; isReplacing: boolean } | { problem: string } {
  const body = templateOf(choices, format === 'rich');
  if (body === '') return { problem: texts.empty };
  const condition = conditionOf(choices);
  const template = withDescription(useTemplate ? earlier : '', condition, body);
  if (template === undefined) return { problem: texts.expression };
  if (template.length > MAX_TEMPLATE) return { problem: texts.tooLong };
  const rule = severityRule(condition, choices.severity, subject.from === 'own' ? subject.severity : '');
  return {
    settings: { useTemplate: true, template, format, subject: withSeverity(subject, rule) },
    isReplacing: useTemplate && isDescribed(earlier, condition),
  };
}

const NO_RULES = { key: '', state: '', severity: '', title: '', link: '' };

/** Sets the severity rule, unless the owner has switched the subject off. Rules that were not in use stay so. */
function withSeverity(subject: Webhook['subject'], severity: string): Webhook['subject'] {
  if (subject.from === 'own') return { ...subject, severity };
  return subject.from === 'off' || severity === '' ? subject : { ...NO_RULES, from: 'own', severity };
}
