import { useState } from 'react';
import { useLeaveWorkspace } from '../../data/team.ts';
import { openWorkspace, useWorkspace, useWorkspaces } from '../../data/workspaces.ts';
import { showError } from '../../lib/services.ts';
import type { Answer } from '../../lib/wire.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LateConfirm } from '../../ui/late-confirm.tsx';
import { Page } from '../../ui/page.tsx';
import { Notice, Panel } from '../../ui/panel.tsx';
import { teamTexts } from './team-texts.ts';
import { texts as settings } from './texts.ts';

const texts = teamTexts.workspaces;

/** The settings page in another user's workspace. */
export const WorkspaceSettings = () => (
  <Page title={settings.title} width="form">
    <div className="flex flex-col gap-4">
      <Notice>
        <p className="mb-3">{texts.own}</p>
        <Button onClick={() => openWorkspace(undefined)}>{texts.toOwn}</Button>
      </Notice>
      <WorkspacesPanel />
    </div>
  </Page>
);

/** The workspaces that the user has joined; nothing if there are none. */
export function WorkspacesPanel() {
  const joined = useWorkspaces().data ?? [];
  if (joined.length === 0) return null;
  return (
    <Panel title={texts.title} headingId="workspaces">
      <p className="mb-2 text-ink-2">{texts.text}</p>
      <ul aria-label={texts.title} className="divide-y divide-line">
        {joined.map((workspace) => (
          <Row key={workspace.id} of={workspace} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ of: { id, email, role, available } }: { of: Answer<'listWorkspaces'>[number] }) {
  const [asking, setAsking] = useState(false);
  const leave = useLeaveWorkspace();
  const isHere = useWorkspace()?.id === id;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{email}</p>
        <p className="text-meta text-ink-2">{available ? teamTexts.roles[role] : texts.paused}</p>
      </div>
      {isHere ? (
        <Badge tone="accent">{texts.here}</Badge>
      ) : (
        available && (
          <Button
            size="small"
            aria-label={`${texts.open}: ${email}`}
            onClick={() => openWorkspace({ id, email, role })}
          >
            {texts.open}
          </Button>
        )
      )}
      <Button
        size="small"
        tone="danger-outline"
        aria-label={`${texts.leave}: ${email}`}
        onClick={() => setAsking(true)}
      >
        {texts.leave}
      </Button>
      {asking && (
        <LateConfirm
          title={texts.leave}
          verb={texts.leave}
          busy={leave.isPending}
          onConfirm={() =>
            leave.mutate(id, {
              onSuccess: () => isHere && openWorkspace(undefined),
              onError: (error) => showError(error, { title: teamTexts.failed }),
              onSettled: () => setAsking(false),
            })
          }
          onCancel={() => setAsking(false)}
        >
          <p>{texts.question(email)}</p>
        </LateConfirm>
      )}
    </li>
  );
}
