import { useEffect, useState } from 'react';
import { useWorkspaces } from '../data/workspaces.ts';
import { workspaces } from '../lib/services.ts';
import type { Workspace } from '../lib/workspace.ts';
import { Button } from '../ui/button.tsx';
import { WorkspaceDialog } from './workspace-dialog.tsx';
import { workspaceTexts as texts } from './workspace-texts.ts';

/** The owner and the role, or the reason why the workspace is no longer available. */
export function Bar({ workspace }: { workspace: Workspace }) {
  const [open, setOpen] = useState(false);
  const joined = useWorkspaces().data;
  const found = joined?.find(({ id }) => id === workspace.id);
  const role = found?.role ?? workspace.role;
  // The owner has changed the role since this tab opened the workspace.
  useEffect(() => {
    if (role !== workspace.role) workspaces.open({ ...workspace, role });
  }, [role, workspace]);
  const trouble = joined && !found ? texts.lost : found?.available === false ? texts.paused : undefined;
  return (
    <section
      aria-label={texts.current}
      className="flex min-h-10 items-center justify-center gap-x-3 border-b border-line bg-accent-soft px-4 py-1 text-meta"
    >
      <p className="min-w-0 wrap-anywhere">
        {trouble ?? (
          <>
            {texts.in} <b className="font-semibold">{workspace.email}</b> · {texts.roles[role]}
          </>
        )}
      </p>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
      {open && <WorkspaceDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
