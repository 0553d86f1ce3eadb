import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { mayEnter } from '../lib/guard.ts';
import { api, session } from '../lib/services.ts';

/** Everything below needs a valid access token. The asked page is kept over the login. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ location }) => {
    const ok = await mayEnter({ session, refresh: api.refresh, now: Date.now });
    if (!ok) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: Outlet,
});
