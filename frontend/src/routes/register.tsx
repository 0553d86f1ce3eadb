import { createFileRoute, redirect } from '@tanstack/react-router';
import { RegisterPage } from '../features/accounts/register-page.tsx';
import { session } from '../lib/services.ts';
import { hasValidToken } from '../lib/session.ts';

export const Route = createFileRoute('/register')({
  beforeLoad: () => {
    if (hasValidToken(session.get(), Date.now())) throw redirect({ to: '/dashboard' });
  },
  component: RegisterPage,
});
