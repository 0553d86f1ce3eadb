import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './lib/config.ts';
import { onLoginNeeded } from './lib/services.ts';
import { followSystemScheme } from './lib/theme.ts';
import { router } from './router.tsx';
import './styles.css';

followSystemScheme();
void loadConfig();

onLoginNeeded(() => {
  const { pathname, href } = router.state.location;
  if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } });
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
// The page already shows a skeleton; it is replaced when the first route can be drawn.
await router.load();
createRoot(root).render(<RouterProvider router={router} />);
