import type { Role } from '#contract/roles';
import type { Session } from './session.ts';

/** Another user's account in which this tab works. */
export interface Workspace {
  /** The owner's user id. */
  id: number;
  /** The owner's address. */
  email: string;
  role: Exclude<Role, 'owner'>;
  /** The reason why the server no longer admits the user here. */
  closed?: 'not-a-member' | 'workspace-paused';
}

interface Workspaces {
  /** The workspace of this tab; undefined in the user's own account. */
  get(): Workspace | undefined;
  /** Changes the workspace of this tab and of new tabs. The caller reloads the page, which forgets all loaded data. */
  open(workspace: Workspace | undefined): void;
  /** Remembers, until the page is loaded again, why the server no longer admits the user to the workspace. */
  close(reason: NonNullable<Workspace['closed']>): void;
  /** Forgets the choice, when the user signs out. */
  forget(): void;
  /** Calls the listener after every change in this tab. @returns a function that unsubscribes it */
  subscribe(listener: () => void): () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'workspace';

/**
 * Keeps each tab's workspace until it is closed, so a change in one tab never redirects another tab's requests. A new tab
 * starts with the latest choice. A choice counts only for the user who made it.
 */
export function createWorkspaces(tab: Store, browser: Store, session: Session): Workspaces {
  let current = read(tab.getItem(KEY) ?? browser.getItem(KEY));
  const listeners = new Set<() => void>();
  return {
    get: () => (session.get().logged_in && current?.memberId === session.get().user_id ? current : undefined),
    open: (workspace) => {
      current = workspace && { ...workspace, memberId: session.get().user_id };
      for (const store of [tab, browser]) store.setItem(KEY, JSON.stringify(current ?? null));
      for (const listener of listeners) listener();
    },
    close: (closed) => {
      if (!current || current.closed === closed) return;
      current = { ...current, closed };
      for (const listener of listeners) listener();
    },
    forget: () => {
      current = undefined;
      for (const store of [tab, browser]) store.removeItem(KEY);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(kept: string | null): (Workspace & { memberId: number }) | undefined {
  try {
    const value = JSON.parse(kept ?? 'null') as (Workspace & { memberId: number }) | null;
    return typeof value?.id === 'number' ? value : undefined;
  } catch {
    return undefined;
  }
}
