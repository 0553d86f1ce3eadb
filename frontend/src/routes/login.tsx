import { createFileRoute, redirect } from '@tanstack/react-router';
import { LoginPage } from '../features/accounts/login-page.tsx';
import { mayEnter, safeNextPath } from '../lib/guard.ts';
import { onlyKnown } from '../lib/search.ts';
import { api, session } from '../lib/services.ts';

export const Route = createFileRoute('/login')({
  validateSearch: onlyKnown((search): { next?: string } => {
    const next = safeNextPath(search.next);
    return next === undefined ? {} : { next };
  }),
  beforeLoad: async () => {
    if (await mayEnter({ session, refresh: api.refresh, now: Date.now })) throw redirect({ to: '/dashboard' });
  },
  component: Login,
});

function Login() {
  return <LoginPage next={Route.useSearch().next} />;
}
