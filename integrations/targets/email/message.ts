import { layOut, type MailContent } from '../../../lambdas/mail/layout.ts';
import { oneLine } from '../../../lambdas/mail/plain-text.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';
import { mailSubject, SUBJECT_LENGTH, type SubjectFacts } from './subject.ts';

interface MessageFacts extends SubjectFacts {
  /** Link to the invocation, or empty. */
  link: string;
  /** The unsubscribe link. */
  stop: string;
}

/** Builds the email with a webhook's message: the unchanged text, its origin, and an unsubscribe link. */
export const messageMail = (facts: MessageFacts): MailContent =>
  layOut({
    subject: mailSubject(facts),
    heading: oneLine(facts.webhookName, SUBJECT_LENGTH),
    message: facts.text,
    ...(facts.rich && { rich: { ...facts.rich, buttons: withPage(facts.rich) } }),
    ...(facts.link && { action: { label: 'Open in Tellhook', url: facts.link } }),
    footer: 'Sent because a Tellhook user forwards a webhook to this address.',
    stop: { label: 'Unsubscribe', url: facts.stop },
  });
