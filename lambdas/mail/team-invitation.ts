import { INVITATION_DAYS } from '#contract/bounds';
import { layOut, type MailContent } from './layout.ts';
import { unlinked } from './plain-text.ts';

/** Builds the email that invites an address to a team. `link` contains the token. */
export const teamInvitationMail = ({
  ownerEmail,
  email,
  link,
  stop,
}: {
  ownerEmail: string;
  email: string;
  link: string;
  stop: string;
}): MailContent =>
  layOut({
    subject: 'Invitation to a Tellhook team',
    heading: 'Join a team on Tellhook',
    paragraphs: [
      `${unlinked(ownerEmail)} invites you to work on their webhooks in Tellhook.`,
      `Sign in with the address ${email}, or create an account with it, to accept. The link works once, for ${INVITATION_DAYS} days.`,
    ],
    action: { label: 'View the invitation', url: link },
    footer: 'You don’t know the sender? Ignore this email. Nothing happens unless you accept.',
    stop: { label: 'Stop these emails to this address', url: stop },
  });
