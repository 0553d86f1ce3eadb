import { type Look, lookTexts } from '../../../frontend/src/ui/look.ts';
import { CardBox } from '../../../frontend/src/ui/message-frame.tsx';

/** A notification in the app's list. */
export const look: Look = {
  plain: ({ text, webhookName, part, parts }, said, time) => (
    <CardBox>
      {!text.startsWith(webhookName) && <p className="mb-1 font-semibold wrap-anywhere">{webhookName}</p>}
      {said}
      <p className="mt-2 text-label text-ink-2">
        {time}
        {part === parts && (
          <>
            {' · '}
            <u>{lookTexts.openLink}</u>
          </>
        )}
      </p>
    </CardBox>
  ),
};
