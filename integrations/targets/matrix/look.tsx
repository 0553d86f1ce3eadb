import { type Look, lookTexts } from '../../../frontend/src/ui/look.ts';
import { Post } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';

/** A message in a room's timeline. */
export const look: Look = {
  plain: ({ text, webhookName, part, parts }, said, time) => (
    <Post name={PRODUCT} time={time}>
      {part === 1 && !text.startsWith(webhookName) && <p className="wrap-anywhere">{webhookName}</p>}
      {said}
      {part === parts && <u>{lookTexts.openLink}</u>}
    </Post>
  ),
};
