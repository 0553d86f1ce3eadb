import { useState } from 'react';
import type { TargetKind } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { KindFields } from './kind-fields.tsx';
import { fieldProblem } from './rules.ts';
import { texts } from './texts.ts';

/** The "Almost there" dialog for a kind that needs a URL, such as a Teams workflow's. */
export function FormDialog({
  kind,
  values,
  busy,
  refused,
  onChange,
  onAdd,
  onClose,
}: {
  kind: TargetKind;
  values: Record<string, string>;
  busy: boolean;
  refused: Error | null;
  onChange(values: Record<string, string>): void;
  onAdd(options: Record<string, string>): void;
  onClose(): void;
}) {
  const [touched, setTouched] = useState(false);
  const add = () => {
    setTouched(true);
    if (kind.fields.some((field) => fieldProblem(field, values[field.name] ?? '') !== undefined)) return;
    onAdd(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()])));
  };
  return (
    <Dialog
      title={texts.dialog.title}
      onClose={onClose}
      action={
        <Button tone="primary" busy={busy} onClick={add}>
          {texts.dialog.add}
        </Button>
      }
    >
      <Form className="pt-1" ready={!busy} onSubmit={add}>
        <KindFields kind={kind} values={values} onChange={onChange} show={touched} refused={refused} />
      </Form>
    </Dialog>
  );
}
