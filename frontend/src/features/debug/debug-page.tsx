import { useState } from 'react';
import { useCredentials } from '../../data/account.ts';
import { errorDetail } from '../../lib/errors.ts';
import { api, session, toasts } from '../../lib/services.ts';
import { decodeToken, type TokenClaims } from '../../lib/token.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { useSeconds } from '../../ui/time.tsx';

const texts = {
  title: 'Debug',
  intro: 'Session data stored in this browser.',
  token: 'Access token',
  expires: 'Expires',
  expired: 'expired',
  refresh: 'Refresh Token',
  refreshed: 'Token refreshed',
} as const;

/** Returns the token's claims, or the error if it cannot be decoded. */
function readClaims(token: string): { claims?: TokenClaims; problem?: string } {
  try {
    return { claims: decodeToken(token) };
  } catch (error) {
    return { problem: errorDetail(error) };
  }
}

export function DebugPage() {
  const { access_token, user_id } = useCredentials();
  const [now, setNow] = useState(Date.now);
  const [problem, setProblem] = useState<string>();
  useSeconds(setNow);
  const { claims, problem: unreadable } = readClaims(access_token);
  const seconds = claims?.exp === undefined ? undefined : Math.round((claims.exp * 1000 - now) / 1000);
  const refresh = () =>
    api.refresh().then(
      (token) => {
        setProblem(undefined);
        session.setToken(token);
        toasts.add({ severity: 'success', summary: texts.refreshed, detail: '' });
      },
      (error: unknown) => setProblem(errorDetail(error)),
    );
  return (
    <Page title={texts.title} intro={texts.intro} width="form">
      <Panel
        title={texts.token}
        headingId="token"
        aside={
          <Button tone="primary" onClick={() => void refresh()}>
            {texts.refresh}
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          {(problem ?? unreadable) && <Notice tone="error">{problem ?? unreadable}</Notice>}
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2">
            <dt className="text-ink-2">user_id</dt>
            <dd className="font-mono text-code">{user_id}</dd>
            <dt className="text-ink-2">{texts.expires}</dt>
            <dd>
              {seconds === undefined
                ? '–'
                : seconds > 0
                  ? `in ${Math.floor(seconds / 60)} min ${seconds % 60} s`
                  : texts.expired}
            </dd>
          </dl>
          {claims && (
            <pre className="rounded-control bg-sunken p-3 text-code whitespace-pre-wrap wrap-anywhere">
              {JSON.stringify(claims, null, 2)}
            </pre>
          )}
        </div>
      </Panel>
    </Page>
  );
}
