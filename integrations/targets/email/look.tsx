import { type Look, lookTexts } from '../../../frontend/src/ui/look.ts';
import { MailBox } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';

const SUBJECT_LENGTH = 120;

/** Returns the subject: the webhook's name and the first line, or only the line if it begins with the name. */
export function mailSubject(mail: { text: string; part: number; parts: number; webhookName: string }): string {
  const { text, part, parts, webhookName } = mail;
  const firstLine = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const title = firstLine.startsWith(webhookName) ? firstLine : `${webhookName}: ${firstLine}`;
  const line = `${title}${parts > 1 ? ` (${part}/${parts})` : ''}`.replace(/\s+/g, ' ').trim();
  const signs = Array.from(line);
  return signs.length > SUBJECT_LENGTH ? `${signs.slice(0, SUBJECT_LENGTH - 1).join('')}…` : line;
}

export const look: Look = {
  tab: { name: 'Email', place: 5 },
  plain: (shown, said) => (
    <MailBox from={PRODUCT} subject={mailSubject(shown)}>
      <div className="px-4 py-3">
        {said}
        <p className="mt-3 text-accent-text underline">{lookTexts.openLink}</p>
      </div>
    </MailBox>
  ),
};
