import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useCredentials } from '../data/account.ts';
import { ApiError, errorCode, errorDetail, isNotFetched } from '../lib/errors.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { HelpLink } from '../ui/help-link.tsx';
import { Page } from '../ui/page.tsx';
import { texts } from './texts.ts';
import { OtherWorkspaces } from './workspaces.tsx';

function WayBack() {
  const signedIn = useCredentials().logged_in;
  return signedIn ? (
    <ButtonLink to="/dashboard" tone="primary">
      {texts.toDashboard}
    </ButtonLink>
  ) : (
    <ButtonLink to="/" tone="primary">
      {texts.toHome}
    </ButtonLink>
  );
}

export function NotFoundPage() {
  return (
    <Page title={texts.notFound.title} width="form">
      <p className="mb-6 text-ink-2">{texts.notFound.text}</p>
      <WayBack />
      <OtherWorkspaces />
    </Page>
  );
}

/** Replaces a page that failed with the error, the request's id for support, and the next steps. The shell stays. */
export function CrashPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter();
  return (
    <Page title={texts.crash.title} width="form">
      <p className="mb-4 text-ink-2">{texts.crash.text}</p>
      <pre className="mb-6 overflow-x-auto rounded-control border border-line bg-sunken p-3 text-code whitespace-pre-wrap wrap-anywhere">
        {errorDetail(error)}
        {error instanceof ApiError && error.instance ? `\n${texts.crash.request} ${error.instance}` : ''}
      </pre>
      <p className="mb-6 empty:hidden">
        <HelpLink code={errorCode(error)} />
      </p>
      <div className="flex gap-2">
        <Button onClick={() => (isNotFetched(error) ? location.reload() : void router.invalidate())}>
          {texts.crash.retry}
        </Button>
        <WayBack />
      </div>
    </Page>
  );
}

/** Shows the “not found” page if the item does not exist, and the reason for any other failed load. */
export function LoadFailed({ error }: { error: Error }) {
  return error instanceof ApiError && error.status === 404 ? <NotFoundPage /> : <CrashPage error={error} />;
}
