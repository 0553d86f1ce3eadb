import { createFileRoute, redirect } from '@tanstack/react-router';
import { LoginPage } from '../features/accounts/login-page.tsx';
import { mayEnter, readNext } from '../lib/guard.ts';
import { onlyKnown } from '../lib/search.ts';
import { api, session } from '../lib/services.ts';

export const Route = createFileRoute('/login')({
  validateSearch: onlyKnown<{ next?: string }>(readNext),
  beforeLoad: async ({ search: { next = '/dashboard' } }) => {
    if (await mayEnter({ session, refresh: api.refresh, now: Date.now })) throw redirect({ href: next });
  },
  component: Login,
});

function Login() {
  return <LoginPage next={Route.useSearch().next} />;
}
