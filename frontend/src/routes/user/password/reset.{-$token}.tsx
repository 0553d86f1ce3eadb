import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../../../features/accounts/reset-page.tsx';

export const Route = createFileRoute('/user/password/reset/{-$token}')({ component: Reset });

function Reset() {
  return <ResetPasswordPage token={Route.useParams().token} />;
}
