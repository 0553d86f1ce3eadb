import { type Look, lookTexts } from '../../../frontend/src/ui/look.ts';
import { MailBox } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';
import { mailSubject } from './subject.ts';

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
