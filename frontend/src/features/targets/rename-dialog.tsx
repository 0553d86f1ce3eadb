import { useState } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useChangeTarget } from '../../data/targets.ts';
import { showError, toasts } from '../../lib/services.ts';
import type { Target } from '../../lib/wire.ts';
import { Submit } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

/** Renames a target. Nothing else changes, and deliveries continue. */
export function RenameDialog({ target, onClose }: { target: Target; onClose(): void }) {
  const [name, setName] = useState(target.name);
  const rename = useChangeTarget(target.id);
  const wanted = name.trim();
  const save = () =>
    rename.mutate(
      { name: wanted },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: texts.detail.saved, detail: texts.detail.savedDetail });
          onClose();
        },
        onError: (error) => showError(error, { title: texts.detail.notSaved }),
      },
    );
  return (
    <Dialog
      size="small"
      title={texts.rename.title}
      onClose={onClose}
      action={
        <Submit form="rename" busy={rename.isPending} disabled={wanted === '' || wanted === target.name}>
          {texts.rename.save}
        </Submit>
      }
    >
      <form
        id="rename"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '' && wanted !== target.name) save();
        }}
      >
        <TextField
          label={texts.rename.name}
          required
          maxLength={MAX_NAME}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
