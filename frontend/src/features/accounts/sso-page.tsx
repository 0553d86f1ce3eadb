import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { nextAfterSignIn, useOidcLogin } from '../../data/oidc.ts';
import { refusalOf } from '../../lib/errors.ts';
import { TextLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { texts } from './texts.ts';

const words = texts.login.sso;

/** The answer of the sign-in provider in the address. Without a code, the user cancelled. */
export interface ProviderAnswer {
  code?: string | undefined;
  state?: string | undefined;
  iss?: string | undefined;
}

/** The page to which the sign-in provider returns the browser. It finishes the sign-in. */
export function SsoPage({ code, state, iss }: ProviderAnswer) {
  const login = useOidcLogin();
  const navigate = useNavigate();
  const isSent = useRef(false);
  const { mutate } = login;
  useEffect(() => {
    if (isSent.current || code === undefined || state === undefined) return;
    isSent.current = true;
    mutate(
      { code, state, ...(iss !== undefined && { iss }) },
      { onSuccess: () => void navigate({ href: nextAfterSignIn(), replace: true }) },
    );
    // The code is removed from the URL immediately, so neither the history nor a screenshot contains it.
    history.replaceState(history.state, '', '/user/sso');
  }, [code, state, iss, mutate, navigate]);
  const isStopped = code === undefined && login.isIdle;
  return (
    <Page title={words.title} width="auth">
      <Panel>
        {login.error && <FormError refusal={refusalOf(login.error)} />}
        <p role="status" className="text-ink-2">
          {isStopped ? words.stopped : login.error ? '' : words.wait}
        </p>
        {(isStopped || login.error) && (
          <p className="mt-4">
            <TextLink to="/login">{words.back}</TextLink>
          </p>
        )}
      </Panel>
    </Page>
  );
}
