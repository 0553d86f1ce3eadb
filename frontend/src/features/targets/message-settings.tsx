import { useState } from 'react';
import { useChangeTarget, useTargetKind } from '../../data/targets.ts';
import type { Target } from '../../lib/wire.ts';
import { Checkbox, SelectField, TextField } from '../../ui/field.tsx';
import { announced, FoldedForm } from './fold.tsx';
import { areIds, isPace, settingsDraft, settingsToSend } from './settings-draft.ts';
import { texts } from './texts.ts';

/** Settings for mentions, silent messages, the link and the rate, if the kind has them. */
export function MessageSettings({ target }: { target: Target }) {
  const kind = useTargetKind(target.targetType);
  const change = useChangeTarget(target.id);
  const [draft, setDraft] = useState(() => settingsDraft(target.options));
  const [touched, setTouched] = useState(false);
  if (!kind) return null;
  const { mention, silentBelow, link } = kind.settings;
  const set = (more: Partial<typeof draft>) => setDraft({ ...draft, ...more });
  const idsWrong = mention !== undefined && draft.who === 'ids' && !areIds(draft.ids, mention.pattern);
  const paceWrong = !isPace(draft.maxPerMinute);
  const save = () => {
    setTouched(true);
    if (idsWrong || paceWrong) return;
    change.mutate({ options: settingsToSend(draft, kind.settings) }, announced(save));
  };
  return (
    <FoldedForm title={texts.settings.title} save={texts.settings.save} busy={change.isPending} onSave={save}>
      {mention && (
        <>
          <SelectField
            label={texts.settings.mention}
            className="max-w-110"
            choices={texts.settings.who}
            value={draft.who}
            onChange={(who) => set({ who })}
          />
          {draft.who === 'ids' && (
            <div className="w-full max-w-110">
              <TextField
                label={texts.settings.ids}
                hint={mention.hint}
                error={touched && idsWrong ? texts.settings.idsWrong : undefined}
                spellCheck={false}
                mono
                value={draft.ids}
                onChange={(event) => set({ ids: event.target.value })}
              />
            </div>
          )}
          {draft.who !== 'nobody' && (
            <SelectField
              label={texts.settings.from}
              hint={texts.settings.fromHint}
              className="max-w-110"
              choices={texts.settings.severities}
              value={draft.from}
              onChange={(from) => set({ from })}
            />
          )}
        </>
      )}
      {silentBelow && (
        <SelectField
          label={texts.settings.silent}
          hint={texts.settings.silentHint}
          className="max-w-110"
          choices={texts.settings.silence}
          value={draft.silentBelow}
          onChange={(below) => set({ silentBelow: below })}
        />
      )}
      {link && (
        <Checkbox
          label={texts.settings.link}
          hint={texts.settings.linkHint}
          checked={draft.link}
          onChange={(event) => set({ link: event.target.checked })}
        />
      )}
      <div className="w-full max-w-110">
        <TextField
          label={texts.settings.pace}
          hint={texts.settings.paceHint}
          error={touched && paceWrong ? texts.settings.paceWrong : undefined}
          inputMode="numeric"
          value={draft.maxPerMinute}
          onChange={(event) => set({ maxPerMinute: event.target.value })}
        />
      </div>
    </FoldedForm>
  );
}
