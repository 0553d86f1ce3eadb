import { MAX_ROUTING_EXPRESSION, MAX_TEMPLATE } from '#contract/bounds';
import type { Rule } from '../../data/routing.ts';
import { Checkbox, Field, inputLook, TextArea } from '../../ui/field.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { QuietFields } from './quiet-fields.tsx';
import { type Kind, type KnownField, kindOf, newQuietHours, withKind } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.dialog;
const kinds = Object.keys(words.kinds) as Kind[];

/** The rule of one target: which calls, by which template, when not. */
export function RuleFields({
  name,
  rule,
  zone,
  fields,
  onChange,
}: {
  name: string;
  rule: Rule;
  /** The time zone that quiet hours begin with. */
  zone: string;
  /** Of the last call. */
  fields: readonly KnownField[];
  onChange(rule: Rule): void;
}) {
  const { when } = rule;
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{words.gets(name)}</legend>
      <Field label={words.which}>
        {(wiring) => (
          <select
            {...wiring}
            className={inputLook}
            value={kindOf(rule)}
            onChange={({ target }) => onChange(withKind(rule, target.value as Kind))}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {words.kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {when && 'conditions' in when && (
        <ConditionFields when={when} fields={fields} onChange={(changed) => onChange({ ...rule, when: changed })} />
      )}
      {when && 'expression' in when && (
        <TextArea
          label={words.expression}
          hint={words.expressionHint}
          mono
          rows={3}
          maxLength={MAX_ROUTING_EXPRESSION}
          spellCheck={false}
          value={when.expression}
          onChange={({ target }) => onChange({ ...rule, when: { expression: target.value } })}
        />
      )}
      <Checkbox
        label={words.template}
        hint={words.templateHint}
        checked={rule.template !== null}
        onChange={({ target }) => onChange({ ...rule, template: target.checked ? '' : null })}
      />
      {rule.template !== null && (
        <TextArea
          label={words.templateText}
          mono
          rows={4}
          maxLength={MAX_TEMPLATE}
          spellCheck={false}
          value={rule.template}
          onChange={({ target }) => onChange({ ...rule, template: target.value })}
        />
      )}
      <Checkbox
        label={words.quiet}
        hint={words.quietHint}
        checked={rule.quiet !== null}
        onChange={({ target }) => onChange({ ...rule, quiet: target.checked ? newQuietHours(zone) : null })}
      />
      {rule.quiet && <QuietFields quiet={rule.quiet} onChange={(quiet) => onChange({ ...rule, quiet })} />}
    </fieldset>
  );
}
