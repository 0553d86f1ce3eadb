import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChangePassword } from '../../data/account.ts';
import { type Refusal, refusalOf } from '../../lib/errors.ts';
import { toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField, PasswordMeter } from '../../ui/password.tsx';
import { texts } from './texts.ts';

const empty = { current: '', password: '', confirmation: '' };

/** The form opens with a button, because users seldom change their password. */
export function PasswordPanel({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  if (open) return <PasswordForm email={email} onDone={() => setOpen(false)} />;
  const button = <Button onClick={() => setOpen(true)}>{texts.password.submit}</Button>;
  return <Panel title={texts.password.title} headingId="password" aside={button} />;
}

function PasswordForm({ email, onDone }: { email: string; onDone(): void }) {
  const { register, handleSubmit, watch, setFocus } = useForm({ defaultValues: empty });
  useEffect(() => setFocus('current'), [setFocus]);
  const [problems, setProblems] = useState<Refusal>({ messages: [] });
  const change = useChangePassword();
  const { password } = watch();
  const submit = handleSubmit((values) => {
    if (values.password !== values.confirmation)
      return setProblems({ messages: [texts.password.mismatch], code: 'passwords-differ' });
    setProblems({ messages: [] });
    change.mutate(
      { email, password: values.password, current_password: values.current },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: 'Success', detail: texts.password.changed });
          onDone();
        },
        onError: (error) => setProblems(refusalOf(error)),
      },
    );
  });
  return (
    <Panel title={texts.password.title} headingId="password">
      <form noValidate onSubmit={submit} className="flex max-w-[380px] flex-col gap-4">
        <FormError title={texts.password.failed} refusal={problems} />
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={texts.password.current}
          autoComplete="current-password"
          required
          {...register('current', { required: true })}
        />
        <div className="flex flex-col gap-2">
          <PasswordField
            label={texts.password.new}
            autoComplete="new-password"
            required
            {...register('password', { required: true })}
          />
          <PasswordMeter password={password} email={email} />
        </div>
        <PasswordField
          label={texts.password.confirm}
          autoComplete="new-password"
          required
          {...register('confirmation', { required: true })}
        />
        <div>
          <Button type="submit" busy={change.isPending}>
            {texts.password.submit}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
