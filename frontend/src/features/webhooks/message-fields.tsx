import { MAX_TEMPLATE } from '#contract/bounds';
import type { WebhookDraft } from '../../lib/wire.ts';
import { Checkbox, TextArea } from '../../ui/field.tsx';
import { texts } from './texts.ts';

type Message = Pick<WebhookDraft, 'splitMessage' | 'useTemplate' | 'template'>;

/** Oversize messages and the template, whose text can be edited only while it is used. */
export function MessageFields({ draft, onChange }: { draft: Message; onChange(change: Partial<Message>): void }) {
  return (
    <div className="flex flex-col gap-5">
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="float-left mb-2 w-full font-medium">{texts.form.oversize}</legend>
        <Checkbox
          label={texts.form.split}
          hint={texts.form.splitHint}
          checked={draft.splitMessage}
          onChange={(event) => onChange({ splitMessage: event.target.checked })}
        />
      </fieldset>
      <div className="flex min-w-0 flex-col gap-3">
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
      </div>
    </div>
  );
}
