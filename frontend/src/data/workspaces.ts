import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, workspaces } from '../lib/services.ts';
import type { Workspace } from '../lib/workspace.ts';

/** The workspace of this tab; undefined in the user's own account. */
export const useWorkspace = (): Workspace | undefined =>
  useSyncExternalStore(workspaces.subscribe, workspaces.get, () => undefined);

/**
 * Opens a workspace, or the user's own account. The page is loaded again, so no data of the other account is left.
 * @param path the page to show there
 */
export function openWorkspace(workspace: Workspace | undefined, path = '/dashboard'): void {
  workspaces.open(workspace);
  location.assign(path);
}

/** The workspaces that the user has joined. */
export const useWorkspaces = () =>
  useQuery({
    queryKey: ['workspaces'],
    queryFn: ({ signal }) => api.call('listWorkspaces', { signal }),
    meta: { silent: true },
  });
