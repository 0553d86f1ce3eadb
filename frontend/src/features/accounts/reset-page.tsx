import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useResetPassword } from '../../data/account.ts';
import { type Refusal, refusalOf } from '../../lib/errors.ts';
import { toasts } from '../../lib/services.ts';
import { Submit } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Page } from '../../ui/page.tsx';
import { PasswordField, PasswordMeter } from '../../ui/password.tsx';
import { AuthForm } from './auth-card.tsx';
import { resetProblems } from './rules.ts';
import { texts } from './texts.ts';

/**
 * The form for a new password.
 * @param token the token from the email's link; if undefined, the form has a field for it
 */
export function ResetPasswordPage({ token }: { token: string | undefined }) {
  // The token is removed from the URL immediately, so neither the history nor a screenshot contains it.
  const [given] = useState(token);
  useEffect(() => {
    if (token !== undefined) history.replaceState(history.state, '', '/user/password/reset');
  }, [token]);
  const { register, handleSubmit, watch } = useForm({
    defaultValues: { token: given ?? '', password: '', confirmation: '' },
  });
  const [problems, setProblems] = useState<Refusal>({ messages: [] });
  const reset = useResetPassword();
  const navigate = useNavigate();
  const { password } = watch();
  const submit = handleSubmit((values) => {
    const found = resetProblems(values);
    setProblems(found);
    if (found.messages.length > 0) return;
    reset.mutate(
      { token: values.token.trim(), newPassword: values.password },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: 'Success', detail: texts.reset.success });
          void navigate({ to: '/login' });
        },
        onError: (error) => setProblems(refusalOf(error)),
      },
    );
  });
  return (
    <Page title={texts.reset.title} width="auth">
      <AuthForm onSubmit={submit}>
        <FormError title={texts.reset.failed} refusal={problems} />
        {given === undefined && (
          <TextField
            label={texts.reset.token}
            hint={texts.reset.tokenHint}
            mono
            autoComplete="one-time-code"
            {...register('token')}
          />
        )}
        <div className="flex flex-col gap-2">
          <PasswordField
            label={texts.reset.newPassword}
            autoComplete="new-password"
            required
            {...register('password')}
          />
          <PasswordMeter password={password} />
        </div>
        <PasswordField label={texts.confirm} autoComplete="new-password" required {...register('confirmation')} />
        <p className="text-meta text-ink-2">{texts.reset.review}</p>
        <Submit size="large" wide busy={reset.isPending}>
          {texts.reset.submit}
        </Submit>
      </AuthForm>
    </Page>
  );
}
