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

// Without a network, the shell shows an error for a page whose code does not arrive. The router would load the document
// again, which ends on an error page of the browser; it recognises the error by these words.
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
// The page drawn ahead of time, or a skeleton, is replaced when the first route can be drawn.
await router.load();
const restore = keepTyped(root);

/** The product replaces the page drawn ahead of time, with the text typed there in the meantime. */
function Product() {
  useLayoutEffect(restore, []);
  return <RouterProvider router={router} />;
}
// In small pieces, between which a click is answered: until the last one the page stays as it was.
startTransition(() => createRoot(root).render(<Product />));
