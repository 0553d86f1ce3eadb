import { createFileRoute } from '@tanstack/react-router';
import { LoginPage } from '../features/accounts/login-page.tsx';
import { visitorsOnly } from './-visitors-only.ts';

export const Route = createFileRoute('/login')({ ...visitorsOnly, component: Login });

function Login() {
  return <LoginPage next={Route.useSearch().next} />;
}
