import { useCredentials, useLogout } from '../../data/account.ts';
import { useInvitation } from '../../data/invitation.ts';
import { useJoinWorkspace } from '../../data/team.ts';
import { openWorkspace } from '../../data/workspaces.ts';
import { errorCode, refusalOf } from '../../lib/errors.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, Skeleton } from '../../ui/panel.tsx';
import { invitationTexts as texts } from './invitation-texts.ts';

/** The page behind the link of an invitation, for visitors and users. Nothing happens before the user accepts. */
export function InvitationPage({ token }: { token: string }) {
  const { data, error } = useInvitation(token);
  const signedIn = useCredentials().logged_in;
  return (
    <Page title={texts.title} width="form">
      <Panel>
        <div className="flex flex-col items-start gap-4">
          {error && <FormError refusal={refusalOf(error)} />}
          {error && <ButtonLink to={signedIn ? '/dashboard' : '/login'}>{texts.onward(signedIn)}</ButtonLink>}
          {!data && !error && <Skeleton className="h-6 w-3/4" />}
          {data && <p>{texts.text(data)}</p>}
          {data && (signedIn ? <Answer token={token} /> : <SignIn token={token} />)}
        </div>
      </Panel>
    </Page>
  );
}

/** The ways to an account for a visitor. Both lead back to the invitation. */
function SignIn({ token }: { token: string }) {
  const search = { next: `/user/invitation/${token}` };
  return (
    <>
      <p className="text-ink-2">{texts.signIn}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/register" search={search} tone="primary">
          {texts.register}
        </ButtonLink>
        <ButtonLink to="/login" search={search}>
          {texts.login}
        </ButtonLink>
      </div>
    </>
  );
}

/** The button that accepts, and the way out of an account that the invitation is not for. */
function Answer({ token }: { token: string }) {
  const join = useJoinWorkspace();
  const logout = useLogout();
  return (
    <>
      {join.error && <FormError refusal={refusalOf(join.error)} />}
      {errorCode(join.error) === 'invitation-for-another' ? (
        <Button busy={logout.isPending} onClick={() => logout.mutate()}>
          {texts.logout}
        </Button>
      ) : (
        <Button
          tone="primary"
          busy={join.isPending}
          onClick={() => join.mutate(token, { onSuccess: ({ id, email, role }) => openWorkspace({ id, email, role }) })}
        >
          {texts.accept}
        </Button>
      )}
    </>
  );
}
