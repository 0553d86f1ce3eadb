import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useLogin } from '../../data/account.ts';
import { errorDetail } from '../../lib/errors.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password.tsx';
import { AuthForm, FormError } from './auth-card.tsx';
import { isEmail } from './rules.ts';
import { texts } from './texts.ts';

/** @param next the page that was asked for before the login */
export function LoginPage({ next }: { next: string | undefined }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', password: '' } });
  const login = useLogin();
  const navigate = useNavigate();
  const submit = handleSubmit((values) =>
    login.mutate(values, { onSuccess: () => void navigate({ href: next ?? '/dashboard' }) }),
  );
  return (
    <Page title={texts.login.title} intro={texts.login.intro} width="auth">
      <AuthForm onSubmit={submit}>
        {login.error && <FormError messages={[errorDetail(login.error)]} />}
        <TextField
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          error={formState.errors.email?.message}
          {...register('email', { validate: (value) => isEmail(value) || texts.needEmail })}
        />
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          required
          error={formState.errors.password?.message}
          {...register('password', { validate: (value) => value !== '' || texts.needPassword })}
        />
        <Button type="submit" tone="primary" size="large" wide busy={login.isPending}>
          {texts.login.submit}
        </Button>
        <p className="text-center text-meta">
          <TextLink to="/user/password/forgot">{texts.login.forgot}</TextLink>
        </p>
      </AuthForm>
      <p className="mt-5 text-center text-ink-2">
        {texts.login.noAccount} <TextLink to="/register">{texts.login.register}</TextLink>
      </p>
    </Page>
  );
}
