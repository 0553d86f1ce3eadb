import { layOut, type MailContent } from './layout.ts';

/** Asks the reader of an address whether it may become the e-mail target `targetName` of the account `ownerEmail`. */
export const confirmAddressMail = (request: { ownerEmail: string; targetName: string; link: string }): MailContent =>
  layOut({
    subject: 'May Tellhook send messages to this address?',
    heading: 'Please confirm this address',
    paragraphs: [
      `${request.ownerEmail} wants Tellhook to send the messages of a webhook to this address (target “${request.targetName}”).`,
      'Nothing is sent until you agree.',
    ],
    action: { label: 'Yes, send messages here', url: request.link },
    footer: 'If you do not want this, or do not know the sender, do nothing. No further mail will follow.',
  });
