import { useCreateKey } from '../../data/keys.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { Notice } from '../../ui/panel.tsx';
import { KeyForm } from './key-form.tsx';
import { texts } from './texts.ts';

/**
 * The form that creates a key, and then the key itself, which is shown only once.
 * @param full true if the plan allows no more keys
 */
export function NewKey({ full, onDone }: { full: boolean; onDone(): void }) {
  const create = useCreateKey();
  if (create.data)
    return (
      <div className="mb-4 flex flex-col gap-3">
        <Notice tone="warn">{texts.keys.once}</Notice>
        <CodeBlock text={create.data.key} label={texts.keys.copy} copied={texts.keys.copied} />
        <div>
          <Button onClick={onDone}>{texts.keys.done}</Button>
        </div>
      </div>
    );
  return (
    <>
      {full && (
        <div className="mb-4">
          <Notice tone="info">{texts.keys.full}</Notice>
        </div>
      )}
      <KeyForm
        error={create.error}
        busy={create.isPending}
        submit={texts.keys.create}
        onSubmit={(key) => create.mutate(key)}
      >
        <Button onClick={onDone}>{texts.keys.cancel}</Button>
      </KeyForm>
    </>
  );
}
