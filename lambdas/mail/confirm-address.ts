import { layOut, type MailContent } from './layout.ts';
import { AT_MOST_TWO } from './own-address.ts';
import { quoted } from './plain-text.ts';

/**
 * Builds the email that asks the owner of an address whether the account `ownerEmail` can send messages there through
 * the target `targetName`.
 */
export const confirmAddressMail = (request: {
  ownerEmail: string;
  targetName: string;
  link: string;
  /** The link that stops such emails permanently. */
  stop: string;
}): MailContent =>
  layOut({
    subject: 'Confirm to receive messages from Tellhook',
    heading: 'Confirm this address',
    paragraphs: [
      `${request.ownerEmail} wants to receive webhook messages at this address (target ${quoted(request.targetName)}).`,
      'No messages are sent until you confirm.',
    ],
    action: { label: 'Confirm or decline', url: request.link },
    footer: `Not expecting this? Ignore this email, or open the link and choose No. ${AT_MOST_TWO}`,
    stop: { label: 'Stop these emails to this address', url: request.stop },
  });
