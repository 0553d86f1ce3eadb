import { useState } from 'react';
import { useChangeTarget, useTargetKind } from '../../data/targets.ts';
import { ApiError } from '../../lib/errors.ts';
import { showError } from '../../lib/services.ts';
import { hasDraft, useDraft } from '../../lib/use-draft.ts';
import type { Target } from '../../lib/wire.ts';
import { announceSaved, FoldedForm } from './fold.tsx';
import { KindFields } from './kind-fields.tsx';
import { fieldProblem } from './rules.ts';
import { texts } from './texts.ts';

/** A URL can be a secret, so it is kept only in memory. */
const notStored = { stored: () => undefined };

/**
 * Changes a target's URL, if its kind has a form. The field is empty, because the old URL is a secret. The form opens
 * automatically if the provider rejected the target, because a new URL is often the fix.
 */
export function ChangeOptions({ target }: { target: Target }) {
  const kind = useTargetKind(target.targetType);
  const change = useChangeTarget(target.id);
  const what = `target-${target.id}`;
  const [reopened] = useState(() => hasDraft(what));
  const [values, setValues, forget] = useDraft<Record<string, string>>(what, {}, notStored);
  const [touched, setTouched] = useState(false);
  if (kind?.setup !== 'form') return null;
  const save = () => {
    setTouched(true);
    if (kind.fields.some((field) => fieldProblem(field, values[field.name] ?? '') !== undefined)) return;
    const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
    change.mutate(
      { options },
      {
        onSuccess: () => {
          announceSaved();
          forget();
          setValues({});
          setTouched(false);
        },
        onError: (error) => {
          // Field errors appear at their fields; everything else is a toast.
          if (!(error instanceof ApiError && error.errors.length > 0))
            showError(error, { title: texts.detail.notSaved });
        },
      },
    );
  };
  return (
    <FoldedForm
      title={texts.change.title(kind.fields.map(({ label }) => label).join(', '))}
      open={reopened || target.status === 'inactive'}
      save={texts.change.save}
      busy={change.isPending}
      onSave={save}
    >
      <div className="w-full">
        <KindFields kind={kind} values={values} onChange={setValues} show={touched} refused={change.error} />
      </div>
    </FoldedForm>
  );
}
