import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useLogin } from '../../data/account.ts';
import { errorCode, errorDetail } from '../../lib/errors.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Page } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password.tsx';
import { AuthForm } from './auth-card.tsx';
import { loginProblems } from './rules.ts';
import { texts } from './texts.ts';

/**
 * The login page. It uses no form library, because 12 KB of code would delay everyone's first page.
 * @param next the page to open after the login
 */
export function LoginPage({ next }: { next: string | undefined }) {
  const [problems, setProblems] = useState<Partial<ReturnType<typeof loginProblems>>>({});
  const login = useLogin();
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = { email: String(data.get('email')).trim(), password: String(data.get('password')) };
    const found = loginProblems(values);
    setProblems(found);
    const first = found.email ? 'email' : found.password ? 'password' : undefined;
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    login.mutate(values, { onSuccess: () => void navigate({ href: next ?? '/dashboard' }) });
  };
  return (
    <Page title={texts.login.title} intro={texts.login.intro} width="auth">
      <AuthForm onSubmit={submit}>
        {login.error && <FormError refusal={{ messages: [errorDetail(login.error)], code: errorCode(login.error) }} />}
        <TextField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          error={problems.email}
        />
        <PasswordField
          label={texts.password}
          name="password"
          autoComplete="current-password"
          required
          error={problems.password}
        />
        <Button type="submit" tone="primary" size="large" wide busy={login.isPending}>
          {texts.login.submit}
        </Button>
        <p className="text-center text-meta">
          <TextLink to="/user/password/forgot">{texts.login.forgot}</TextLink>
        </p>
      </AuthForm>
      <p className="mt-5 text-center text-ink-2">
        {texts.login.noAccount}{' '}
        <TextLink to="/register" search={next === undefined ? {} : { next }}>
          {texts.login.register}
        </TextLink>
      </p>
    </Page>
  );
}
