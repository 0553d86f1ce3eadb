import { useEffect, useState } from 'react';
import { useWorkspaces } from '../data/workspaces.ts';
import { workspaces } from '../lib/services.ts';
import type { Workspace } from '../lib/workspace.ts';
import { Button } from '../ui/button.tsx';
import { WorkspaceDialog } from './workspace-dialog.tsx';
import { workspaceTexts as texts } from './workspace-texts.ts';

/** The owner and the user's role. */
export function Bar({ workspace }: { workspace: Workspace }) {
  const [open, setOpen] = useState(false);
  const role = useWorkspaces().data?.find(({ id }) => id === workspace.id)?.role ?? workspace.role;
  // The owner has changed the role since this tab opened the workspace.
  useEffect(() => {
    if (role !== workspace.role) workspaces.open({ ...workspace, role });
  }, [role, workspace]);
  return (
    <section
      aria-label={texts.current}
      className="flex min-h-10 items-center justify-center gap-x-3 border-b border-line bg-accent-soft px-4 py-1 text-meta"
    >
      <p className="min-w-0 wrap-anywhere">
        {texts.in} <b className="font-semibold">{workspace.email}</b> · {texts.roles[role]}
      </p>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
      {open && <WorkspaceDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
