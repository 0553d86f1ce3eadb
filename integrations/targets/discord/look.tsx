import type { Look } from '../../../frontend/src/ui/look.ts';
import { Post } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';
import { userName } from './name.ts';

export const look: Look = {
  tab: { name: 'Discord', place: 4 },
  plain: ({ webhookName }, said, time) => (
    <Post name={userName(webhookName) ?? PRODUCT} time={time}>
      {said}
    </Post>
  ),
};
