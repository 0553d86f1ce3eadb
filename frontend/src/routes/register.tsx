import { createFileRoute, redirect } from '@tanstack/react-router';
import { RegisterPage } from '../features/accounts/register-page.tsx';
import { mayEnter } from '../lib/guard.ts';
import { api, session } from '../lib/services.ts';

export const Route = createFileRoute('/register')({
  beforeLoad: async () => {
    if (await mayEnter({ session, refresh: api.refresh, now: Date.now })) throw redirect({ to: '/dashboard' });
  },
  component: RegisterPage,
});
