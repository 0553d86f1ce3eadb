import { layOut, type MailContent } from './layout.ts';

/** Builds the email with a link to set a new password. `link` contains the token and is valid for an hour. */
export const passwordResetMail = (link: string): MailContent =>
  layOut({
    subject: 'Set a new password for Tellhook',
    heading: 'Set a new password',
    paragraphs: [
      'Someone, probably you, asked to reset the password of the Tellhook account with this address.',
      'The link works once. It expires in an hour or when you request another one. A new password signs you out everywhere.',
      'If you haven’t confirmed this address yet, a new password pauses your targets until you review them on the dashboard. Their messages wait until then.',
    ],
    action: { label: 'Set a new password', url: link },
    footer: 'Not you? Ignore this email. Your password stays the same.',
  });
