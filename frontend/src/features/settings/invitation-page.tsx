import { useJoinWorkspace } from '../../data/team.ts';
import { openWorkspace } from '../../data/workspaces.ts';
import { refusalOf } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.invitation;

/** The page behind the link of an invitation. Nothing happens before the user accepts. */
export function InvitationPage({ token }: { token: string }) {
  const join = useJoinWorkspace();
  return (
    <Page title={texts.title} width="form">
      <Panel>
        <div className="flex flex-col items-start gap-4">
          {join.error && <FormError refusal={refusalOf(join.error)} />}
          <p>{texts.text}</p>
          <Button
            tone="primary"
            busy={join.isPending}
            onClick={() =>
              join.mutate(token, { onSuccess: ({ id, email, role }) => openWorkspace({ id, email, role }) })
            }
          >
            {texts.accept}
          </Button>
        </div>
      </Panel>
    </Page>
  );
}
