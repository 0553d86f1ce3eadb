import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { mayEnter } from '../lib/guard.ts';
import { api, session } from '../lib/services.ts';

/** All routes below need a valid access token. The login returns to the requested page. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    const ok = await mayEnter({ session, refresh: api.refresh, now: Date.now });
    if (!ok) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: Outlet,
});
