import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { MAX_ROUTING_EXPRESSION, MAX_TEMPLATE } from '#contract/bounds';
import type { Rule } from '../../data/routing.ts';
import { Checkbox, SelectField, TextArea } from '../../ui/field.tsx';
import type { Events, KnownField } from './call-fields.ts';
import { ConditionFields } from './condition-fields.tsx';
import { isOnlyBad, type Preset, presetOf, presets, wantedEvents, withEvents, withPreset } from './presets.ts';
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
  const choose = (chosen: Preset) => {
    setPreset(chosen);
    if (chosen === 'all' || chosen === 'bad') onChange(withPreset(rule, chosen));
    else if (chosen === 'own') {
      // Chosen events stay as conditions, to which others can be added.
      if (preset !== 'events' || wantedEvents(rule).events.length === 0) onChange(withKind(rule, 'conditions'));
    } else if (events) onChange(withEvents(rule, events.field, []));
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="sr-only">{words.gets(name)}</legend>
      <div className="flex flex-wrap gap-1.5" role="radiogroup" aria-label={words.which}>
        {presets.map((each) => (
          <label
            key={each}
            className={clsx(
              'inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-control border px-3 has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
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
              onChange={() => choose(each)}
            />
            {words.presets[each]}
          </label>
        ))}
      </div>
      {preset === 'events' ? (
        <EventChoice rule={rule} events={events} onChange={onChange} />
      ) : (
        <p className="text-meta text-ink-2">{words.presetHints[preset]}</p>
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
  onChange,
}: {
  rule: Rule;
  events: Events | undefined;
  onChange(rule: Rule): void;
}) {
  const { field: own, events: wanted } = wantedEvents(rule);
  const field = wanted.length > 0 ? own : events?.field;
  // A rule for another field keeps it, and shows only the events that it has.
  const counts = field === events?.field ? events?.counts : undefined;
  const names = [...new Set([...(counts?.keys() ?? []), ...wanted])];
  if (field === undefined || names.length === 0) return <p className="text-meta text-ink-2">{words.noEvents}</p>;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="float-left mb-1 w-full text-meta text-ink-2">{words.events(field)}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={
            <>
              {name} <span className="font-normal text-ink-2">{counts?.get(name) ?? 0}</span>
            </>
          }
          aria-label={name}
          checked={wanted.includes(name)}
          onChange={({ target }) =>
            onChange(
              withEvents(
                rule,
                field,
                target.checked ? [...wanted, name] : wanted.filter((each) => each !== name),
                isOnlyBad(rule),
              ),
            )
          }
        />
      ))}
      <div className="mt-1 border-t border-line pt-2">
        <Checkbox
          label={words.presets.bad}
          hint={words.presetHints.bad}
          checked={isOnlyBad(rule)}
          onChange={({ target }) => onChange(withEvents(rule, field, wanted, target.checked))}
        />
      </div>
    </fieldset>
  );
}
