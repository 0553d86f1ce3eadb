import { useInvitation } from '../../data/invitation.ts';
import { Notice } from '../../ui/panel.tsx';
import { invitationTexts } from './invitation-texts.ts';

/** The open invitation to which a sign-in leads; undefined without one. @param next the page after the sign-in */
export const useInvitationAt = (next: string | undefined) =>
  useInvitation(/^\/user\/invitation\/([\w-]+)$/.exec(next ?? '')?.[1]).data;

/** One line that says who invites the visitor. */
export const InvitationNote = ({ invitation }: { invitation: ReturnType<typeof useInvitationAt> }) =>
  invitation && (
    <Notice>
      <p>{invitationTexts.note(invitation)}</p>
    </Notice>
  );
