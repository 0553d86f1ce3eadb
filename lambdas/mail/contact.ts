import { layOut, type MailContent } from './layout.ts';

/** Builds the email with a message from the contact form, for the operator. */
export const contactMail = (message: { name: string; email: string; message: string }): MailContent =>
  layOut({
    subject: `Contact form: ${message.name}`,
    heading: 'New message from the contact form',
    paragraphs: [`From ${message.name} <${message.email}>. Reply to this email to answer.`],
    quote: message.message,
    footer: 'Sent from the contact form. The sender’s address is not verified.',
  });
