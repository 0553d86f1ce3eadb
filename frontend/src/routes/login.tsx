import { createFileRoute, redirect } from '@tanstack/react-router';
import { LoginPage } from '../features/accounts/login-page.tsx';
import { safeNextPath } from '../lib/guard.ts';
import { onlyKnown } from '../lib/search.ts';
import { session } from '../lib/services.ts';
import { hasValidToken } from '../lib/session.ts';

export const Route = createFileRoute('/login')({
  validateSearch: onlyKnown((search): { next?: string } => {
    const next = safeNextPath(search.next);
    return next === undefined ? {} : { next };
  }),
  beforeLoad: () => {
    if (hasValidToken(session.get(), Date.now())) throw redirect({ to: '/dashboard' });
  },
  component: Login,
});

function Login() {
  return <LoginPage next={Route.useSearch().next} />;
}
