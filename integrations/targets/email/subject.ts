import { oneLine } from '../../../lambdas/mail/plain-text.ts';
import { signBefore } from '../../../lambdas/templates/rich/severity-looks.ts';
import { joined, type RichMessage, textOf } from '../../../lambdas/templates/rich/tree.ts';

/** Longest subject, in characters. Email programs show about this much. */
export const SUBJECT_LENGTH = 120;

/** A message, as far as its subject needs it. */
export interface SubjectFacts {
  text: string;
  webhookName: string;
  /** 1-based number of this part, and the number of parts. */
  part: number;
  parts: number;
  /** The same text with formatting. */
  rich?: RichMessage | undefined;
  /** A line of the text that says nothing about the call, so it is not used as the subject. */
  lead?: string | undefined;
}

/**
 * Builds an email's subject from the webhook's name and the first line that is not just that name. A default message
 * can begin with a line that is only the name, which would make all subjects the same. A formatted message's subject ends
 * with its place, because people filter emails by it.
 */
export const mailSubject = ({ text, webhookName, part, parts, rich, lead }: SubjectFacts): string => {
  if (rich?.title) {
    const { place = '', severity, title } = rich;
    const news = oneLine(
      signBefore(severity) + textOf(title),
      Math.max(SUBJECT_LENGTH / 2, SUBJECT_LENGTH - 3 - place.length),
    );
    return oneLine(joined(news, place), SUBJECT_LENGTH);
  }
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.find((line) => line !== '' && line !== webhookName.trim() && line !== lead) ?? webhookName;
  const title = said.startsWith(webhookName) ? said : `${webhookName}: ${said}`;
  return oneLine(`${title}${parts > 1 ? ` (${part}/${parts})` : ''}`, SUBJECT_LENGTH);
};
