import { type Look, lookTexts } from '../../../frontend/src/ui/look.ts';
import { Post } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';

export const look: Look = {
  tab: { name: 'Slack', place: 1 },
  plain: ({ part, parts, webhookName }, said, time) => (
    <Post name={PRODUCT} time={time}>
      {said}
      {part === parts && (
        <p className="mt-1 text-label text-ink-2">
          {webhookName} · <u>{lookTexts.openLink}</u>
        </p>
      )}
    </Post>
  ),
};
