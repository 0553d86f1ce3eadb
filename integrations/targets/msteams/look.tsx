import { clsx } from 'clsx';
import { type Look, lookTexts } from '../../../frontend/src/ui/look.ts';
import { CardBox, cardButton } from '../../../frontend/src/ui/message-frame.tsx';

export const look: Look = {
  tab: { name: 'Teams', place: 2 },
  plain: ({ text, part, parts, webhookName }, said) => (
    <CardBox>
      {part === 1 && !text.startsWith(webhookName) && (
        <p className="mb-1 text-[15px] font-semibold wrap-anywhere">{webhookName}</p>
      )}
      {said}
      {part === parts && <p className={clsx('mt-3', cardButton)}>{lookTexts.openLink}</p>}
    </CardBox>
  ),
};
