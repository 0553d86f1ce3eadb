import { Download } from 'virtual:icons';
import { useState } from 'react';
import { MAX_NAME } from '#contract/bounds';
import { useAddPasskey, useRemovePasskey, useRenamePasskey, useSetSecondFactor } from '../../data/passkeys.ts';
import { refusalOf } from '../../lib/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Notice } from '../../ui/panel.tsx';
import { PasswordField } from '../../ui/password.tsx';
import { passkeyTexts as texts } from './passkey-texts.ts';

/** A change of the passkeys that the dialog asks for. */
export type PasskeyChange =
  | { does: 'add' }
  | { does: 'rename' | 'remove'; id: string; name: string; isLast: boolean }
  | { does: 'turnOn' | 'turnOff' | 'renew' };

interface Typed {
  name: string;
  password: string;
}

/** The request of a change, and the texts of its dialog. */
function useChange(change: PasskeyChange) {
  const add = useAddPasskey();
  const rename = useRenamePasskey();
  const remove = useRemovePasskey();
  const second = useSetSecondFactor();
  switch (change.does) {
    case 'add':
      return { ...add, text: texts.addText, title: texts.add, verb: texts.add, run: add.mutateAsync };
    case 'rename':
      return {
        ...rename,
        text: undefined,
        title: texts.renameTitle,
        verb: texts.save,
        run: ({ name }: Typed) => rename.mutateAsync({ id: change.id, name }),
      };
    case 'remove':
      return {
        ...remove,
        text: `${texts.removeText(change.name)} ${change.isLast ? texts.lastText : ''}`,
        title: texts.removeTitle,
        verb: texts.remove,
        run: ({ password }: Typed) => remove.mutateAsync({ id: change.id, password }),
      };
    case 'turnOn':
    case 'renew':
    case 'turnOff': {
      const on = change.does !== 'turnOff';
      return {
        ...second,
        text: { turnOn: texts.onText, turnOff: texts.offText, renew: texts.renewText }[change.does],
        title: change.does === 'renew' ? texts.renew : texts.second,
        verb: texts[change.does],
        run: ({ password }: Typed) => second.mutateAsync({ on, current_password: password }),
      };
    }
  }
}

/** Asks for the password, and for the name of a passkey. Shows new recovery codes once. */
export function PasskeyDialog({ change, onClose }: { change: PasskeyChange; onClose(): void }) {
  const old = change.does === 'rename' ? change.name : '';
  const [name, setName] = useState(old);
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { error, isPending, text, title, verb, run } = useChange(change);
  const isNamed = change.does === 'add' || change.does === 'rename';
  const isProven = change.does !== 'rename';
  const ready = (!isNamed || (name.trim() !== '' && name.trim() !== old)) && (!isProven || password !== '');
  const submit = () =>
    run({ name: name.trim(), password }).then(
      (made) => {
        if (made && 'recoveryCodes' in made && made.recoveryCodes.length > 0) setCodes(made.recoveryCodes);
        else onClose();
      },
      // The form shows the error.
      () => {},
    );
  if (codes.length > 0) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      action={
        <Button
          type="submit"
          form="passkey"
          tone={change.does === 'remove' ? 'danger' : 'primary'}
          busy={isPending}
          disabled={!ready}
        >
          {verb}
        </Button>
      }
    >
      <Form
        id="passkey"
        ready={ready && !isPending}
        className="flex flex-col gap-4"
        onSubmit={() => {
          void submit();
        }}
      >
        {error && <FormError refusal={refusalOf(error)} />}
        {text !== undefined && <p className="text-ink-2">{text}</p>}
        {isNamed && (
          <TextField
            label={texts.name}
            hint={texts.nameHint}
            maxLength={MAX_NAME}
            autoComplete="off"
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
        {isProven && (
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** Stays open until the user says that the codes are saved, because they cannot be shown again. */
function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [asked, setAsked] = useState(false);
  const text = codes.join('\n');
  return (
    <Dialog
      size="small"
      title={texts.codes}
      onClose={() => setAsked(true)}
      footer={
        <>
          <p role="status" className="text-meta text-ink-2">
            {asked && texts.saveFirst}
          </p>
          <Button
            icon={<Download size={16} aria-hidden />}
            onClick={() => saveFile(`${text}\n`, texts.file, 'text/plain')}
          >
            {texts.download}
          </Button>
          <Button tone="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warn">{texts.once}</Notice>
        <CodeBlock text={text} label={texts.copy} copied={texts.copied} />
      </div>
    </Dialog>
  );
}
