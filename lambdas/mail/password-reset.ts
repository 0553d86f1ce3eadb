import { layOut, type MailContent } from './layout.ts';

/** The email behind "Forgot password". `link` carries the token and is valid for an hour. */
export const passwordResetMail = (link: string): MailContent =>
  layOut({
    subject: 'Set a new password for Tellhook',
    heading: 'Set a new password',
    paragraphs: [
      'You, or another person, requested a new password for the Tellhook account of this address.',
      'The link works once and expires in an hour, or when you request another one. A new password signs you out everywhere.',
      'If you never confirmed this address, your targets pause until you confirm them on the dashboard. Their messages wait.',
    ],
    action: { label: 'Set a new password', url: link },
    footer: 'Not you? Ignore this email. Your password stays the same.',
  });
