import { layOut, type MailContent } from './layout.ts';
import { AT_MOST_TWO } from './own-address.ts';
import { quoted } from './words.ts';

/** Asks the reader of an address whether it may become the e-mail target `targetName` of the account `ownerEmail`. */
export const confirmAddressMail = (request: {
  ownerEmail: string;
  targetName: string;
  link: string;
  /** Where its reader ends such mails for ever. */
  stop: string;
}): MailContent =>
  layOut({
    subject: 'May Tellhook send messages to this address?',
    heading: 'Please confirm this address',
    paragraphs: [
      `${request.ownerEmail} wants Tellhook to send the messages of a webhook to this address (target ${quoted(request.targetName)}).`,
      'Nothing is sent until you agree.',
    ],
    action: { label: 'Say yes or no', url: request.link },
    footer: `If you do not want this, or do not know the sender, say no behind the link, or do nothing. ${AT_MOST_TWO}`,
    stop: { label: 'Never ask this mailbox again', url: request.stop },
  });
