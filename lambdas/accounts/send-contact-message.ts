import type { ContactMessage } from '#contract/account';
import { contactMail } from '../mail/contact.ts';
import type { ChallengeVerifier } from '../model/account-ports.ts';
import type { OutboundMail } from '../model/message.ts';
import { AppError } from '../platform/errors.ts';
import { newToken } from '../platform/ids.ts';
import type { Limits } from './limits.ts';

export type ContactPorts = {
  challenges: ChallengeVerifier;
  limits: Limits;
  operatorAddress: string;
  mail: Pick<OutboundMail, 'send'>;
};

/**
 * Emails a message from the contact form to the operator, with the visitor's address for replies.
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
    throw new AppError('mail-not-sent', 'The message could not be sent. Try again in a moment.');
};
