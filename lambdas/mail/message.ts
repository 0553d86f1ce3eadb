import { signBefore } from '../templates/rich/severity-looks.ts';
import { withPage } from '../templates/rich/title-link.ts';
import { type RichMessage, textOf } from '../templates/rich/tree.ts';
import { layOut, type MailContent } from './layout.ts';
import { oneLine } from './plain-text.ts';

/** Longest subject, in characters. Email programs show about as much of it. */
const SUBJECT_LENGTH = 120;

interface MessageFacts {
  text: string;
  webhookName: string;
  /** 1-based number of this part, and the number of parts. */
  part: number;
  parts: number;
  /** Link to the invocation, or empty. */
  link: string;
  /** The unsubscribe link. */
  stop: string;
  /** The same text with formatting. */
  rich?: RichMessage;
  /** A line of the text that says nothing about the call, so it is no subject. */
  lead?: string;
}

/**
 * Builds the subject from the webhook's name and the first line that is not just that name. A default message can begin
 * with a line that is only the name, which would make all subjects the same.
 */
const subject = ({ text, webhookName, part, parts, rich, lead }: MessageFacts): string => {
  if (rich?.title) return oneLine(signBefore(rich.severity) + textOf(rich.title), SUBJECT_LENGTH);
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.find((line) => line !== '' && line !== webhookName.trim() && line !== lead) ?? webhookName;
  const title = said.startsWith(webhookName) ? said : `${webhookName}: ${said}`;
  return oneLine(`${title}${parts > 1 ? ` (${part}/${parts})` : ''}`, SUBJECT_LENGTH);
};

/** Builds the email with a webhook's message: the unchanged text, its origin, and an unsubscribe link. */
export const messageMail = (facts: MessageFacts): MailContent =>
  layOut({
    subject: subject(facts),
    heading: oneLine(facts.webhookName, SUBJECT_LENGTH),
    message: facts.text,
    ...(facts.rich && { rich: { ...facts.rich, buttons: withPage(facts.rich) } }),
    ...(facts.link && { action: { label: 'Open in Tellhook', url: facts.link } }),
    footer: 'Sent because a Tellhook user forwards a webhook to this address.',
    stop: { label: 'Unsubscribe', url: facts.stop },
  });
