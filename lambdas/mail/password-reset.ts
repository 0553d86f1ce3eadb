import { layOut, type MailContent } from './layout.ts';

/** The mail behind "Forgot password". `link` carries the token and is valid for an hour. */
export const passwordResetMail = (link: string): MailContent =>
  layOut({
    subject: 'Set a new password for Tellhook',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for the Tellhook account of this address.',
      'The link works once, within the next hour, and only until you ask for another one. Setting a new password signs you out everywhere.',
    ],
    action: { label: 'Set a new password', url: link },
    footer: 'If it was not you, do nothing: your password stays as it is.',
  });
