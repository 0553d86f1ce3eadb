import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createApi } from './api-client.ts';
import { apiPath, loadConfig } from './config.ts';
import { createDrafts, type DraftStorage } from './drafts.ts';
import { ApiError, errorCode, errorDetail, errorReason, isGone, LoginNeededError } from './errors.ts';
import { createSession, STORAGE_KEY } from './session.ts';
import { createToasts } from './toasts.ts';
import { createWorkspaces } from './workspace.ts';

/** The storage during prerendering, where there is no browser and no one is signed in. */
const nothingKept: DraftStorage = {
  getItem: () => null,
  setItem: () => {},
  removeItem: () => {},
  key: () => null,
  length: 0,
};
const inBrowser = typeof window !== 'undefined';

/** The app's services, composed only in this file. */
export const session = inBrowser ? createSession(localStorage, window) : createSession(nothingKept);
export const drafts = createDrafts(inBrowser ? sessionStorage : nothingKept);
export const workspaces = inBrowser
  ? createWorkspaces(sessionStorage, localStorage, session)
  : createWorkspaces(nothingKept, nothingKept, session);

/** The owner's id in a workspace, otherwise the user's. Requests concern this account. */
export const accountId = (): number => workspaces.get()?.id ?? session.get().user_id;

/** Set in the browser's storage when the user signs out, but not when a session ends. */
const SIGNED_OUT_KEY = 'signed-out-at';

/** Signs the user out and deletes their drafts in every tab, because each tab has separate drafts. */
export function signOutEverywhere(): void {
  drafts.forgetAll();
  workspaces.forget();
  session.signOut();
  localStorage.setItem(SIGNED_OUT_KEY, String(Date.now()));
}

if (inBrowser) {
  // The style sheet hides everything that the role can't do, see `data-needs`.
  const showRole = () => {
    const role = workspaces.get()?.role;
    if (role) document.documentElement.dataset.role = role;
    else delete document.documentElement.dataset.role;
  };
  showRole();
  session.subscribe(showRole);
  workspaces.subscribe(showRole);
  window.addEventListener('storage', ({ key }) => {
    if (key === SIGNED_OUT_KEY) drafts.forgetAll();
    if (key === STORAGE_KEY && session.get().logged_in) drafts.forgetAll(session.get().user_id);
  });
}

export const toasts = createToasts();

let showLogin: (reason: { expired: boolean }) => void = () => {};
/** Sets the function that opens the login page. It is set later, because the router is created after the client. */
export const onLoginNeeded = (listener: typeof showLogin) => {
  showLogin = listener;
};

export const api = createApi({
  fetch: (input, init) => fetch(input, init),
  session,
  workspace: () => workspaces.get()?.id,
  baseUrl: async () => apiPath(await loadConfig()),
  onLoginNeeded: (reason) => showLogin(reason),
});

/** Notes that the server no longer admits the user to the workspace. @returns true if that is the error's reason */
function closeWorkspace(error: unknown): boolean {
  const reason = errorCode(error);
  const isClosed = reason === 'not-a-member' || reason === 'workspace-paused';
  if (isClosed) workspaces.close(reason);
  return isClosed;
}

/** Shows a toast after a failed load. Loads that fail for the same reason share one, which the next failure renews. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (closeWorkspace(error)) return;
    if (query.meta?.silent === true || error instanceof LoginNeededError) return;
    if (query.meta?.goneIsShown === true && isGone(error)) return;
    showError(error, { id: `load-${errorDetail(error)}`, again: loadFailedAgain });
  },
});

/** Repeats failed reads of the visible page. */
const loadFailedAgain = (): void =>
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });

/** True if a retry can help: there was no response, or a server error. */
const mayWorkLater = (error: unknown): boolean =>
  !(error instanceof LoginNeededError) && !(error instanceof ApiError && error.status < 500);

export const queryClient = new QueryClient({
  queryCache,
  mutationCache: new MutationCache({ onError: (error) => void closeWorkspace(error) }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && mayWorkLater(error),
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * Shows the detail of a failed load or request in a toast for 10 seconds.
 * @param title the failed action; default 'Error'
 * @param id the toast's id; replaces a toast with the same id
 * @param again repeats the failed action if that is safe; offered if a retry can help
 */
export function showError(
  error: unknown,
  { title, id, again }: { title?: string; id?: string; again?: () => void } = {},
): void {
  if (error instanceof LoginNeededError) return;
  toasts.add({
    severity: 'error',
    summary: title ?? 'Error',
    detail: title === undefined ? errorDetail(error) : errorReason(error),
    code: errorCode(error),
    again: mayWorkLater(error) ? again : undefined,
    ...(id === undefined ? {} : { id }),
  });
}
