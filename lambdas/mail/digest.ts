import { layOut, type MailContent } from './layout.ts';

interface DigestFacts {
  targetName: string;
  link: string;
  /** The digest's messages, oldest first. */
  messages: { webhookName: string; link: string; text: string }[];
  /** The unsubscribe link. */
  stop: string;
}

/** Builds the email of a digest, with several messages in plain text. */
export const digestMail = ({ targetName, link, messages, stop }: DigestFacts): MailContent => {
  const title = `${messages.length} ${messages.length === 1 ? 'message' : 'messages'} for ${targetName}`;
  return layOut({
    subject: title,
    heading: title,
    messages: messages.map(({ webhookName, link: url, text }) => ({ title: webhookName, ...(url && { url }), text })),
    action: { label: 'Open in Tellhook', url: link },
    footer:
      'Sent because a Tellhook user forwards webhooks to this address. There were many messages today, so this email combines several.',
    stop: { label: 'Unsubscribe', url: stop },
  });
};
