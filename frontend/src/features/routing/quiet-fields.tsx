import { useMemo } from 'react';
import type { QuietHours } from '#contract/routing';
import { Field, inputLook, SelectField, TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;

/** A target's quiet hours, and what happens to messages during them. */
export function QuietFields({ quiet, onChange }: { quiet: QuietHours; onChange(quiet: QuietHours): void }) {
  const change = (part: Partial<QuietHours>) => onChange({ ...quiet, ...part });
  return (
    <div className="grid min-w-0 gap-3 sm:grid-cols-2">
      <TextField
        label={words.from}
        type="time"
        value={quiet.from}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label={words.to}
        type="time"
        value={quiet.to === '24:00' ? '00:00' : quiet.to}
        onChange={({ target }) => change({ to: target.value === '00:00' ? '24:00' : target.value })}
      />
      <Days chosen={quiet.days} onChange={(days) => change({ days })} />
      <ZoneField zone={quiet.zone} onChange={(zone) => change({ zone })} />
      <SelectField
        label={words.unless}
        value={quiet.unless ?? 'none'}
        choices={words.unlessChoices}
        onChange={(unless) => change({ unless: unless === 'none' ? null : unless })}
      />
      <SelectField
        label={words.action}
        value={quiet.action}
        choices={words.actions}
        onChange={(action) => change({ action })}
      />
    </div>
  );
}

function Days({ chosen, onChange }: { chosen: readonly number[]; onChange(days: number[]): void }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{words.days}</legend>
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        {words.dayNames.map((name, index) => {
          const day = index + 1;
          return (
            <label key={name} className="flex min-h-6 cursor-pointer items-center gap-1.5">
              <input
                type="checkbox"
                className="accent-accent"
                checked={chosen.includes(day)}
                onChange={({ target }) =>
                  onChange(
                    target.checked
                      ? [...chosen, day].sort((one, other) => one - other)
                      : chosen.filter((it) => it !== day),
                  )
                }
              />
              {name}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

function ZoneField({ zone, onChange }: { zone: string; onChange(zone: string): void }) {
  const zones = useMemo(() => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])], [zone]);
  return (
    <Field label={words.zone}>
      {(wiring) => (
        <select {...wiring} className={inputLook} value={zone} onChange={({ target }) => onChange(target.value)}>
          {zones.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
