import { X } from 'virtual:icons';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { MAX_CONDITIONS, MAX_ROUTING_FIELD, MAX_ROUTING_VALUE } from '#contract/bounds';
import type { When } from '#contract/routing';
import type { Condition } from '#contract/routing-condition';
import { callFields } from '#contract/routing-fields';
import { Button, IconButton } from '../../ui/button.tsx';
import { inputLook, SelectField, TextField } from '../../ui/field.tsx';
import type { KnownField } from './call-fields.ts';
import { COMMON_FIELDS, isField, valuesOf, withClicked, withOp, withValue } from './rules.ts';
import { texts } from './texts.ts';

const words = texts.dialog;

/** Maximum number of listed fields; users can search for the rest. */
const SHOWN = 40;
type Conditions = Extract<When, { conditions: unknown }>;

/** The conditions of a rule, line by line, with the fields of recent calls to click. */
export function ConditionFields({
  when,
  fields,
  onChange,
}: {
  when: Conditions;
  fields: readonly KnownField[];
  onChange(when: Conditions): void;
}) {
  const listId = useId();
  const { match, conditions } = when;
  const isFull = conditions.length >= MAX_CONDITIONS;
  const [wanted, setWanted] = useState('');
  // Stays open after a click, because several fields can be chosen.
  const [isOpen] = useState(conditions.length === 0);
  const add = (condition: Condition) => onChange({ ...when, conditions: [...conditions, condition] });
  const take = ({ field, value }: KnownField) =>
    onChange({ ...when, conditions: withClicked(conditions, field, value) });
  const found = fields.filter(({ field, value }) =>
    `${field} ${value}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <details open={isOpen}>
        <summary className="min-h-6 cursor-pointer text-meta text-accent-text">{words.fromCall}</summary>
        {fields.length === 0 ? (
          <p className="mt-2 text-meta text-ink-2">{words.noCall}</p>
        ) : (
          <>
            {fields.length > SHOWN && (
              <input
                type="search"
                aria-label={words.findField}
                placeholder={words.findField}
                autoComplete="off"
                value={wanted}
                onChange={({ target }) => setWanted(target.value)}
                className={clsx(inputLook, 'mt-2')}
              />
            )}
            <ul className="mt-2 flex max-h-41 flex-wrap gap-1.5 overflow-y-auto">
              {found.slice(0, SHOWN).map(({ field, value }) => (
                <li key={`${field} ${value}`} className="min-w-0">
                  <Button
                    size="small"
                    disabled={isFull}
                    title={words.conditionFor(field)}
                    onClick={() => take({ field, value })}
                  >
                    <span className="font-mono text-code wrap-anywhere">{field}</span>
                    <span className="text-ink-2 wrap-anywhere">{value}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
      {conditions.length > 1 && (
        <SelectField
          label={words.match}
          value={match}
          choices={words.matches}
          onChange={(next) => onChange({ ...when, match: next })}
        />
      )}
      <datalist id={listId}>
        {[...new Set([...COMMON_FIELDS, ...fields.map(({ field }) => field)])].map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      <ul className="flex flex-col gap-3 empty:hidden">
        {conditions.map((condition, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is identified only by its position.
          <li key={place} className="flex items-start gap-2">
            <ConditionLine
              condition={condition}
              listId={listId}
              onChange={(changed) =>
                onChange({ ...when, conditions: conditions.map((it, at) => (at === place ? changed : it)) })
              }
            />
            <span className="mt-8">
              <IconButton
                label={words.remove(place + 1)}
                onClick={() => onChange({ ...when, conditions: conditions.filter((_, at) => at !== place) })}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" disabled={isFull} onClick={() => add({ field: '', op: 'is', value: '' })}>
          {words.add}
        </Button>
      </div>
    </div>
  );
}

function ConditionLine({
  condition,
  listId,
  onChange,
}: {
  condition: Condition;
  listId: string;
  onChange(condition: Condition): void;
}) {
  const value = 'value' in condition ? condition.value : undefined;
  return (
    <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[auto_1fr]">
      <div className="min-w-0 sm:col-span-2">
        <TextField
          label={words.field}
          mono
          list={listId}
          maxLength={MAX_ROUTING_FIELD}
          spellCheck={false}
          error={
            condition.field === '' || isField(condition.field) ? undefined : words.wrongField(callFields.join(', '))
          }
          value={condition.field}
          onChange={({ target }) => onChange({ ...condition, field: target.value })}
        />
      </div>
      <SelectField
        label={words.op}
        value={condition.op}
        choices={words.ops}
        onChange={(op) => onChange(withOp(condition, op))}
      />
      {value !== undefined && (
        <ValueField
          value={Array.isArray(value) ? value.join(', ') : String(value)}
          isList={condition.op === 'one_of'}
          onChange={(text) => onChange(withValue(condition, text))}
        />
      )}
    </div>
  );
}

/** Keeps the text as typed while it has the same value. For example, a trailing comma adds no value yet. */
function ValueField({ value, isList, onChange }: { value: string; isList: boolean; onChange(text: string): void }) {
  const [typed, setTyped] = useState(value);
  const isSame = typed === value || (isList && valuesOf(typed).join(', ') === value);
  return (
    <TextField
      label={words.value}
      hint={isList && words.valuesHint}
      maxLength={MAX_ROUTING_VALUE}
      value={isSame ? typed : value}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value);
      }}
    />
  );
}
