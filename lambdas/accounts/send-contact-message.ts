import type { ContactMessage } from '#contract/account';
import { contactMail } from '../mail/contact.ts';
import { AppError } from '../platform/errors.ts';
import { newToken } from '../platform/ids.ts';
import type { Limits } from './limits.ts';
import type { AccountMail, ChallengeVerifier } from './ports.ts';

export interface ContactPorts {
  challenges: ChallengeVerifier;
  mail: AccountMail;
  limits: Limits;
  /** Where the operator reads. */
  operatorAddress: string;
}

/**
 * Mails a message of the contact form to the operator, who answers to the visitor's address.
 * @throws AppError('throttled' | 'challenge-failed' | 'unavailable')
 */
export const sendContactMessage = async (message: ContactMessage, ip: string, ports: ContactPorts): Promise<void> => {
  await ports.limits.contact(ip);
  await ports.challenges.verify(message.challenge, 'FEEDBACK', ip);
  const outcome = await ports.mail.send({
    to: ports.operatorAddress,
    replyTo: message.email,
    ...contactMail(message),
    id: `contact-${newToken(16)}`,
  });
  if (outcome.kind !== 'ok')
    throw new AppError('mail-not-sent', 'The message could not be sent. Please try again in a moment.');
};
