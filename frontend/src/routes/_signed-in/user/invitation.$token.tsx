import { createFileRoute } from '@tanstack/react-router';
import { InvitationPage } from '../../../features/settings/invitation-page.tsx';

export const Route = createFileRoute('/_signed-in/user/invitation/$token')({ component: Invitation });

function Invitation() {
  return <InvitationPage token={Route.useParams().token} />;
}
