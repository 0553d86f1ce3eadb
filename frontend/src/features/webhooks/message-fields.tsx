import { clsx } from 'clsx';
import { useMemo } from 'react';
import { MAX_TEMPLATE } from '#contract/bounds';
import type { WebhookDraft } from '../../lib/wire.ts';
import { Checkbox, Field, inputLook, TextArea } from '../../ui/field.tsx';
import { texts } from './texts.ts';

type Message = Pick<WebhookDraft, 'splitMessage' | 'useTemplate' | 'template' | 'format' | 'timeZone'>;

/** Settings for messages, including the template, which can be edited only while it is used. */
export function MessageFields({ draft, onChange }: { draft: Message; onChange(change: Partial<Message>): void }) {
  return (
    <div className="flex flex-col gap-5">
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="float-left mb-2 w-full font-medium">{texts.form.message}</legend>
        <Checkbox
          label={texts.form.rich}
          hint={texts.form.richHint}
          checked={draft.format === 'rich'}
          onChange={(event) => onChange({ format: event.target.checked ? 'rich' : 'plain' })}
        />
        <Checkbox
          label={texts.form.useTemplate}
          hint={texts.form.useTemplateHint}
          checked={draft.useTemplate}
          onChange={(event) => onChange({ useTemplate: event.target.checked })}
        />
        <TextArea
          label={texts.form.template}
          mono
          rows={5}
          maxLength={MAX_TEMPLATE}
          spellCheck={false}
          placeholder={texts.form.templatePlaceholder}
          disabled={!draft.useTemplate}
          hint={draft.useTemplate && draft.template.trim() === '' && texts.form.templateEmpty}
          value={draft.template}
          onChange={(event) => onChange({ template: event.target.value })}
        />
        <TimeZoneField zone={draft.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="float-left mb-2 w-full font-medium">{texts.form.oversize}</legend>
        <Checkbox
          label={texts.form.split}
          hint={texts.form.splitHint}
          checked={draft.splitMessage}
          onChange={(event) => onChange({ splitMessage: event.target.checked })}
        />
      </fieldset>
    </div>
  );
}

/** All time zones of the browser, and the chosen one, which may have another name in this browser. */
function TimeZoneField({ zone, onChange }: { zone: string; onChange(zone: string): void }) {
  // The options are memoised, because there are about four hundred, and every keystroke renders the form.
  const options = useMemo(
    () =>
      [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].map((name) => (
        <option key={name} value={name}>
          {name.replaceAll('_', ' ')}
        </option>
      )),
    [zone],
  );
  return (
    <Field label={texts.form.timeZone} hint={texts.form.timeZoneHint}>
      {(wiring) => (
        <select
          {...wiring}
          value={zone}
          onChange={(event) => onChange(event.target.value)}
          className={clsx(inputLook, 'max-w-80')}
        >
          {options}
        </select>
      )}
    </Field>
  );
}
