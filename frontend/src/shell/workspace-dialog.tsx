import { Check } from 'virtual:icons';
import { openWorkspace, useWorkspace, useWorkspaces } from '../data/workspaces.ts';
import { buttonLook } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailedLoad, Skeleton } from '../ui/panel.tsx';
import { workspaceTexts as texts } from './workspace-texts.ts';

/** The choice between the user's own account and the workspaces that they have joined. */
export const WorkspaceDialog = ({ onClose }: { onClose(): void }) => (
  <Dialog title={texts.title} size="small" onClose={onClose}>
    <WorkspaceChoices onStay={onClose} />
  </Dialog>
);

/** Offers the user's other accounts for a link that leads nowhere in this one. */
export function LinkElsewhere() {
  const inWorkspace = useWorkspace() !== undefined;
  const joined = useWorkspaces().data ?? [];
  if (!inWorkspace && joined.length === 0) return null;
  return (
    <section aria-labelledby="elsewhere" className="mt-8">
      <h2 id="elsewhere" className="mb-3 font-semibold">
        {texts.elsewhere}
      </h2>
      <WorkspaceChoices path={location.pathname + location.search} />
    </section>
  );
}

/**
 * @param path the page to show in the chosen workspace
 * @param onStay runs if the user chooses the current one, which is left out without it
 */
function WorkspaceChoices({ path, onStay }: { path?: string; onStay?(): void }) {
  const current = useWorkspace();
  const joined = useWorkspaces();
  const choices = [
    { id: undefined, name: texts.own, role: undefined, workspace: undefined },
    ...(joined.data ?? [])
      .filter(({ available }) => available)
      .map(({ id, email, role }) => ({ id, name: email, role, workspace: { id, email, role } })),
  ].filter(({ id }) => onStay || id !== current?.id);
  return (
    <>
      <ul className="flex flex-col gap-1.5">
        {choices.map(({ id, name, role, workspace }) => (
          <li key={id ?? 'own'}>
            <button
              type="button"
              aria-current={current?.id === id ? 'true' : undefined}
              className={`${buttonLook({ tone: 'secondary', size: 'large', wide: true })} !h-auto min-h-11 !justify-start !whitespace-normal py-2 text-left`}
              onClick={() => (current?.id === id ? onStay?.() : openWorkspace(workspace, path))}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
              {role && <span className="text-meta font-normal text-ink-2">{texts.roles[role]}</span>}
              {current?.id === id && <Check size={16} aria-hidden className="text-accent-text" />}
            </button>
          </li>
        ))}
      </ul>
      {joined.isPending && <Skeleton className="mt-1.5 h-11" />}
      {joined.error && !joined.data && <FailedLoad text={texts.notLoaded} onRetry={() => void joined.refetch()} />}
    </>
  );
}
