import { type Look, lookTexts } from '../../../frontend/src/ui/look.ts';
import { Post } from '../../../frontend/src/ui/message-frame.tsx';

/** A server can stop webhooks from setting their sender's name, and then shows this one. */
const SENDER = 'webhook';

export const look: Look = {
  plain: ({ text, webhookName, part, parts }, said, time) => (
    <Post name={SENDER} time={time}>
      {part === 1 && !text.startsWith(webhookName) && <p className="font-semibold wrap-anywhere">{webhookName}</p>}
      {said}
      {part === parts && <u>{lookTexts.openLink}</u>}
    </Post>
  ),
};
