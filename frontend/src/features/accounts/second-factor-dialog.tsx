import { useRef, useState } from 'react';
import { useSecondFactor } from '../../data/passkeys.ts';
import { refusalOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { texts } from './texts.ts';

const words = texts.login.second;

/** Asks for a passkey or a recovery code after the right password. */
export function SecondFactorDialog({
  credentials,
  onDone,
  onClose,
}: {
  credentials: { email: string; password: string };
  onDone(): void;
  onClose(): void;
}) {
  const [code, setCode] = useState('');
  const login = useSecondFactor(credentials);
  const first = useRef<HTMLButtonElement>(null);
  const isCode = login.isPending && login.variables !== undefined;
  return (
    <Dialog size="small" title={words.title} initialFocus={first} onClose={onClose}>
      <div className="flex flex-col gap-4">
        {login.error && <FormError refusal={refusalOf(login.error)} />}
        <p className="text-ink-2">{words.text}</p>
        <Button
          ref={first}
          tone="primary"
          size="large"
          wide
          busy={login.isPending && !isCode}
          disabled={isCode}
          onClick={() => login.mutate(undefined, { onSuccess: onDone })}
        >
          {words.passkey}
        </Button>
        <Form
          ready={code.trim() !== '' && !login.isPending}
          className="flex flex-col gap-3 border-t border-line pt-4"
          onSubmit={() => login.mutate(code.trim(), { onSuccess: onDone })}
        >
          <TextField
            label={words.code}
            hint={words.codeHint}
            mono
            maxLength={40}
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <div>
            <Button type="submit" busy={isCode} disabled={code.trim() === ''}>
              {words.useCode}
            </Button>
          </div>
        </Form>
      </div>
    </Dialog>
  );
}
