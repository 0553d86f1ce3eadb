import { Users } from 'virtual:icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { accountQuery, useCredentials } from '../data/account.ts';
import { useWorkspace } from '../data/workspaces.ts';
import { IconButton } from '../ui/button.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { texts } from './texts.ts';

// Most users are in no team, so they load neither part.
const Bar = lazy(() => import('./workspace-bar.tsx').then((module) => ({ default: module.Bar })));
const LinkElsewhere = lazy(() =>
  import('./workspace-dialog.tsx').then((module) => ({ default: module.LinkElsewhere })),
);
const Closed = lazy(() => import('./workspace-closed.tsx').then((module) => ({ default: module.Closed })));
const { Part: WorkspaceDialog } = lazyDialog(() =>
  import('./workspace-dialog.tsx').then((module) => module.WorkspaceDialog),
);

/** The user's other accounts, for a link that leads nowhere in this one. Nothing if there are none. */
export function OtherWorkspaces() {
  return (
    useCredentials().logged_in && (
      <Suspense>
        <LinkElsewhere />
      </Suspense>
    )
  );
}

/** The switch between workspaces, for users who have joined one. */
export function WorkspaceButton() {
  const [open, setOpen] = useState(false);
  const workspace = useWorkspace();
  // Reads only what another part of the page has fetched, because the dashboard fetches the account with other data.
  const joined = useQuery({ ...accountQuery(), enabled: false }).data?.profile.joinedWorkspace;
  if (!workspace && !joined) return null;
  return (
    <>
      <IconButton label={texts.workspaces} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Users size={18} aria-hidden />
      </IconButton>
      {open && <WorkspaceDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The page, or the reason why the server no longer admits the user to the workspace of this tab. */
export function WorkspaceGate({ children }: { children: ReactNode }) {
  const workspace = useWorkspace();
  return workspace?.closed ? (
    <Suspense>
      <Closed owner={workspace.email} reason={workspace.closed} />
    </Suspense>
  ) : (
    children
  );
}

/** Names the owner of the data on the page, in another user's workspace. */
export function WorkspaceBar() {
  const workspace = useWorkspace();
  return (
    workspace &&
    !workspace.closed && (
      <Suspense fallback={<div className="h-10 border-b border-line bg-accent-soft" />}>
        <Bar workspace={workspace} />
      </Suspense>
    )
  );
}
