import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useChangePassword } from '../../data/account.ts';
import { errorDetails } from '../../lib/errors.ts';
import { toasts } from '../../lib/services.ts';
import { Button } from '../../ui/button.tsx';
import { HelpLink } from '../../ui/help-link.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { PasswordField, PasswordMeter } from '../../ui/password.tsx';
import { texts } from './texts.ts';

const empty = { current: '', password: '', confirmation: '' };

export function PasswordPanel({ email }: { email: string }) {
  const { register, handleSubmit, watch, reset } = useForm({ defaultValues: empty });
  const [problems, setProblems] = useState<readonly string[]>([]);
  const change = useChangePassword();
  const { password } = watch();
  const submit = handleSubmit((values) => {
    if (values.password !== values.confirmation) return setProblems([texts.password.mismatch]);
    setProblems([]);
    change.mutate(
      { email, password: values.password, current_password: values.current },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: 'Success', detail: texts.password.changed });
          reset(empty);
        },
        onError: (error) => setProblems(errorDetails(error)),
      },
    );
  });
  return (
    <Panel title={texts.password.title} headingId="password">
      <form noValidate onSubmit={submit} className="flex max-w-[380px] flex-col gap-4">
        {problems.length > 0 && (
          <Notice tone="error">
            <p className="font-semibold">{texts.password.failed}</p>
            {problems.map((problem) => (
              <p key={problem}>{problem}</p>
            ))}
            <HelpLink message={problems[0] ?? ''} className="text-meta" />
          </Notice>
        )}
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
          <PasswordMeter password={password} />
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
