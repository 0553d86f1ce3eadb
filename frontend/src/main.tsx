import { RouterProvider } from '@tanstack/react-router';
import { startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './lib/config.ts';
import { PART_NOT_FETCHED } from './lib/errors.ts';
import { keepTyped } from './lib/keep-typed.ts';
import { onLoginNeeded, toasts } from './lib/services.ts';
import { followSystemScheme } from './lib/theme.ts';
import { createAppRouter } from './router.tsx';
import { texts } from './shell/texts.ts';
import './styles.css';

// If a page's code does not arrive while offline, the shell shows an error. With the original message, the router would
// reload the document, which ends on the browser's error page.
addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = PART_NOT_FETCHED;
});

followSystemScheme();
void loadConfig();
const router = createAppRouter();

onLoginNeeded(({ expired }) => {
  if (expired) toasts.add({ severity: 'info', ...texts.sessionEnded, id: 'session-ended' });
  const { pathname, href } = router.state.location;
  if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } });
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
// Loads the first route before the prerendered page or the skeleton is replaced.
await router.load();
const restore = keepTyped(root);

/** Replaces the prerendered page or the skeleton, and restores the text typed there in the meantime. */
function Product() {
  useLayoutEffect(restore, []);
  return <RouterProvider router={router} />;
}
// A transition renders in small steps, so the page responds to clicks in between, and changes only at the end.
startTransition(() => createRoot(root).render(<Product />));
