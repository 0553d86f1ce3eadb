import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { MAX_ROUTING_EXPRESSION, MAX_TEMPLATE } from '#contract/bounds';
import type { Rule } from '../../data/routing.ts';
import { Checkbox, SelectField, TextArea } from '../../ui/field.tsx';
import type { Events, KnownField } from './call-fields.ts';
import { ConditionFields } from './condition-fields.tsx';
import {
  hasWarnings,
  type Preset,
  presetOf,
  presets,
  wantedEvents,
  withEvents,
  withFailures,
  withOwn,
} from './presets.ts';
import { QuietFields } from './quiet-fields.tsx';
import { kindOf, newQuietHours, withKind } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.dialog;

/** The fields of a target's rule: the calls, the template, the quiet hours. */
export function RuleFields({
  name,
  rule,
  zone,
  fields,
  events,
  onChange,
}: {
  name: string;
  rule: Rule;
  /** The default time zone of quiet hours. */
  zone: string;
  /** The fields of recent calls. */
  fields: readonly KnownField[];
  /** The events of recent calls; undefined if the calls name none. */
  events: Events | undefined;
  onChange(rule: Rule): void;
}) {
  const { when } = rule;
  const id = useId();
  // The preset is stored separately: if a custom rule equals a preset, its fields must stay visible.
  const [preset, setPreset] = useState(() => presetOf(rule));
  // Says what a failure is before its choice, too.
  const hasHint = preset === 'all' || preset === 'failures';
  const choose = (chosen: Preset) => {
    setPreset(chosen);
    if (chosen === 'all') onChange({ ...rule, otherwise: false, when: null });
    else if (chosen === 'failures') onChange(withFailures(rule, false));
    else if (chosen === 'own') onChange(withOwn(rule));
    else {
      const { field = events?.field, events: wanted } = wantedEvents(rule);
      if (field !== undefined) onChange(withEvents(rule, field, wanted));
    }
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{words.gets(name)}</legend>
      <div className="flex flex-wrap gap-1.5" role="radiogroup" aria-label={words.which}>
        {presets.map((each) => (
          <label
            key={each}
            className={clsx(
              'inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-control border px-2.5 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              each === preset
                ? 'border-accent bg-accent-soft font-medium'
                : 'border-line-strong hover:border-field-line',
            )}
          >
            <input
              type="radio"
              name={id}
              className="accent-accent outline-none"
              checked={each === preset}
              aria-describedby={each === 'failures' && hasHint ? `${id}-hint` : undefined}
              onChange={() => choose(each)}
            />
            {words.presets[each]}
          </label>
        ))}
      </div>
      {hasHint && (
        <p id={`${id}-hint`} className="text-meta text-ink-2">
          {words.failuresHint}
        </p>
      )}
      {preset === 'failures' && (
        <Checkbox
          label={words.warnings}
          checked={hasWarnings(rule)}
          onChange={({ target }) => onChange(withFailures(rule, target.checked))}
        />
      )}
      {(preset === 'failures' || preset === 'events') && (
        <EventChoice rule={rule} events={events} ofFailures={preset === 'failures'} onChange={onChange} />
      )}
      {preset === 'own' && (
        <SelectField
          label={words.kind}
          value={kindOf(rule)}
          choices={words.kinds}
          onChange={(kind) => onChange(withKind(rule, kind))}
        />
      )}
      {preset === 'own' && when && 'conditions' in when && (
        <ConditionFields when={when} fields={fields} onChange={(changed) => onChange({ ...rule, when: changed })} />
      )}
      {preset === 'own' && when && 'expression' in when && (
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

/** The events of recent calls, each with a checkbox. Chosen events stay visible. */
function EventChoice({
  rule,
  events,
  ofFailures,
  onChange,
}: {
  rule: Rule;
  events: Events | undefined;
  /** True if only failures of the chosen events count. Without events, all failures count. */
  ofFailures: boolean;
  onChange(rule: Rule): void;
}) {
  const { field: own, events: wanted } = wantedEvents(rule);
  const field = wanted.length > 0 ? own : events?.field;
  // A rule for another field keeps it, and shows only the events that it has.
  const known = field === events?.field ? events?.known : undefined;
  const values = [...new Set([...(known?.keys() ?? []), ...wanted])];
  if (field === undefined || values.length === 0)
    return ofFailures ? null : <p className="text-meta text-ink-2">{words.noEvents}</p>;
  const choose = (chosen: string[]) =>
    onChange(
      ofFailures ? withFailures(rule, hasWarnings(rule), { field, events: chosen }) : withEvents(rule, field, chosen),
    );
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="float-left mb-1 w-full text-meta text-ink-2">
        {ofFailures ? words.failuresOf : words.events}
      </legend>
      {values.map((value) => {
        const { name = value, count = 0 } = known?.get(value) ?? {};
        return (
          <Checkbox
            key={value}
            label={
              <>
                {name} <span className="font-normal text-ink-2">{words.event(name === value ? '' : value, count)}</span>
              </>
            }
            aria-label={name}
            checked={wanted.includes(value)}
            onChange={({ target }) =>
              choose(target.checked ? [...wanted, value] : wanted.filter((each) => each !== value))
            }
          />
        );
      })}
    </fieldset>
  );
}
