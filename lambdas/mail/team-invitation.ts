import { INVITATION_DAYS } from '#contract/bounds';
import type { MemberRole } from '../model/team.ts';
import { layOut, type MailContent } from './layout.ts';

const RIGHTS: Record<MemberRole, string> = {
  editor: 'You will be an editor, who changes webhooks, targets and templates.',
  viewer: 'You will be a viewer, who sees webhooks, calls and deliveries.',
};

/** Builds the email that invites an address to a team. `link` contains the token. */
export const teamInvitationMail = ({
  ownerEmail,
  email,
  role,
  link,
  stop,
}: {
  ownerEmail: string;
  email: string;
  role: MemberRole;
  link: string;
  stop: string;
}): MailContent =>
  layOut({
    subject: 'Invitation to a Tellhook team',
    heading: 'Join a team on Tellhook',
    paragraphs: [
      `${ownerEmail} invites you to their team in Tellhook. ${RIGHTS[role]}`,
      `Sign in with the address ${email}, or create an account with it, to accept. The link works once, for ${INVITATION_DAYS} days.`,
    ],
    action: { label: 'View the invitation', url: link },
    footer: 'You don’t know the sender? Ignore this email. Nothing happens unless you accept.',
    stop: { label: 'Stop these emails to this address', url: stop },
  });
