import { createFileRoute, redirect } from '@tanstack/react-router';
import { RegisterPage } from '../features/accounts/register-page.tsx';
import { mayEnter, readNext } from '../lib/guard.ts';
import { onlyKnown } from '../lib/search.ts';
import { api, session } from '../lib/services.ts';

export const Route = createFileRoute('/register')({
  validateSearch: onlyKnown<{ next?: string }>(readNext),
  beforeLoad: async ({ search: { next = '/dashboard' } }) => {
    if (await mayEnter({ session, refresh: api.refresh, now: Date.now })) throw redirect({ href: next });
  },
  component: Register,
});

function Register() {
  return <RegisterPage next={Route.useSearch().next} />;
}
