import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { emailProblem } from '#contract/email-address';
import { useRequestPasswordReset } from '../../data/account.ts';
import { useChallenge } from '../../lib/challenge/use-challenge.ts';
import { showError, toasts } from '../../lib/services.ts';
import { Submit, TextLink } from '../../ui/button.tsx';
import { ChallengeNote } from '../../ui/challenge-note.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { AuthForm } from './auth-card.tsx';
import { texts } from './texts.ts';

export function ForgotPasswordPage() {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const challenge = useChallenge('FORGOT_PASSWORD');
  const request = useRequestPasswordReset();
  const navigate = useNavigate();
  const submit = handleSubmit(({ email }) =>
    request.mutate(
      { email, challenge: challenge.token ?? '' },
      {
        onSuccess: () => {
          toasts.add({ severity: 'success', summary: 'Success', detail: texts.forgot.success });
          void navigate({ to: '/login' });
        },
        onError: (error) => {
          showError(error);
          challenge.renew();
        },
      },
    ),
  );
  return (
    <Page title={texts.forgot.title} intro={texts.forgot.intro} width="auth">
      <AuthForm onSubmit={submit}>
        <TextField
          label={texts.email}
          type="email"
          autoComplete="email"
          required
          error={formState.errors.email?.message}
          {...register('email', { validate: emailProblem })}
        />
        <div className="flex flex-col gap-2">
          <Submit size="large" wide busy={request.isPending} disabled={challenge.token === undefined}>
            {texts.forgot.submit}
          </Submit>
          <ChallengeNote challenge={challenge} className="text-center" />
        </div>
      </AuthForm>
      <p className="mt-5 text-center">
        <TextLink to="/login">{texts.forgot.back}</TextLink>
      </p>
    </Page>
  );
}
