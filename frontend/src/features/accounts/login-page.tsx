import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useLogin } from '../../data/account.ts';
import { useOidcStart } from '../../data/oidc.ts';
import { usePasskeyLogin } from '../../data/passkeys.ts';
import { errorCode, errorDetail } from '../../lib/errors.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password.tsx';
import { useConfig } from '../../ui/use-config.ts';
import { AuthForm } from './auth-card.tsx';
import { InvitationNote, useInvitationAt } from './invitation-note.tsx';
import { loginProblems } from './rules.ts';
import { texts } from './texts.ts';

const { Part: SecondFactorDialog } = lazyDialog(() =>
  import('./second-factor-dialog.tsx').then((module) => module.SecondFactorDialog),
);

const needsSecondFactor = (error: unknown): boolean => errorCode(error) === 'second-factor-needed';

/**
 * The login page. It uses no form library, because 12 KB of code would delay everyone's first page.
 * @param next the page to open after the login
 */
export function LoginPage({ next }: { next: string | undefined }) {
  const [problems, setProblems] = useState<Partial<ReturnType<typeof loginProblems>>>({});
  const [proven, setProven] = useState<{ email: string; password: string }>();
  const login = useLogin();
  const passkey = usePasskeyLogin();
  const provider = useOidcStart(next);
  const label = useConfig()?.oidc?.label;
  const navigate = useNavigate();
  const invitation = useInvitationAt(next);
  const enter = () => void navigate({ href: next ?? '/dashboard' });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const values = { email: String(data.get('email')).trim(), password: String(data.get('password')) };
    const found = loginProblems(values);
    setProblems(found);
    const first = found.email ? 'email' : found.password ? 'password' : undefined;
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    passkey.reset();
    provider.reset();
    login.mutate(values, {
      onSuccess: enter,
      onError: (error) => {
        if (needsSecondFactor(error)) setProven(values);
      },
    });
  };
  const failure = provider.error ?? passkey.error ?? (needsSecondFactor(login.error) ? null : login.error);
  return (
    <Page title={texts.login.title} intro={texts.login.intro} width="auth">
      <AuthForm onSubmit={submit}>
        <InvitationNote invitation={invitation} />
        {failure && <FormError refusal={{ messages: [errorDetail(failure)], code: errorCode(failure) }} />}
        <TextField
          label={texts.email}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={invitation?.email}
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
        <Button
          size="large"
          wide
          busy={passkey.isPending}
          onClick={() => {
            login.reset();
            provider.reset();
            passkey.mutate(undefined, { onSuccess: enter });
          }}
        >
          {texts.login.passkey}
        </Button>
        {label !== undefined && (
          <Button size="large" wide busy={provider.isPending} onClick={() => provider.mutate()}>
            {texts.login.provider(label)}
          </Button>
        )}
        <p className="text-center text-meta">
          <TextLink to="/user/password/forgot">{texts.login.forgot}</TextLink>
        </p>
      </AuthForm>
      {proven && <SecondFactorDialog credentials={proven} onDone={enter} onClose={() => setProven(undefined)} />}
      <p className="mt-5 text-center text-ink-2">
        {texts.login.noAccount}{' '}
        <TextLink to="/register" search={next === undefined ? {} : { next }}>
          {texts.login.register}
        </TextLink>
      </p>
    </Page>
  );
}
