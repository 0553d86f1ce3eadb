import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createApi } from './api-client.ts';
import { apiPath, loadConfig } from './config.ts';
import { forgetDrafts } from './drafts.ts';
import { ApiError, errorDetail, LoginNeededError } from './errors.ts';
import { createSession, type SessionStorage, STORAGE_KEY } from './session.ts';
import { createToasts } from './toasts.ts';

/** While pages are drawn ahead of time there is no browser, and nobody is signed in. */
const nothingKept: SessionStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/** The one place where the browser's parts are put together. */
export const session = typeof window === 'undefined' ? createSession(nothingKept) : createSession(localStorage, window);

// Somebody who signs out in one tab is signed out in all of them; each tab has drafts of its own.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY && !session.get().logged_in) forgetDrafts(sessionStorage);
  });
}

export const toasts = createToasts();

let showLogin: (reason: { expired: boolean }) => void = () => {};
/** The router says how to show the login page; it is made after the client. */
export const onLoginNeeded = (listener: typeof showLogin) => {
  showLogin = listener;
};

export const api = createApi({
  fetch: (input, init) => fetch(input, init),
  session,
  baseUrl: async () => apiPath(await loadConfig()),
  onLoginNeeded: (reason) => showLogin(reason),
});

/** A failed load says so in a toast; loads that fail for the same reason share one, which the next failure renews. */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (query.meta?.silent === true || error instanceof LoginNeededError) return;
    showError(error, `load-${errorDetail(error)}`);
  },
});

export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Only what may work a moment later is tried again: no answer at all, or a server in trouble.
      retry: (count, error) =>
        count < 2 && !(error instanceof LoginNeededError) && !(error instanceof ApiError && error.status < 500),
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** The error toast of failed loads and calls: titled 'Error', with the detail, 10 seconds. */
export function showError(error: unknown, id?: string): void {
  if (error instanceof LoginNeededError) return;
  toasts.add({ severity: 'error', summary: 'Error', detail: errorDetail(error), ...(id === undefined ? {} : { id }) });
}
