import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '../../features/accounts/invitation-page.tsx';

export const Route = createFileRoute('/user/invitation/$token')({ component: Invitation });

function Invitation() {
  return <InvitationPage token={Route.useParams().token} />;
}
