import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../features/accounts/register-page.tsx';
import { visitorsOnly } from './-visitors-only.ts';

export const Route = createFileRoute('/register')({ ...visitorsOnly, component: Register });

function Register() {
  return <RegisterPage next={Route.useSearch().next} />;
}
