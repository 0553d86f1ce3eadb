import type { Look } from '../../../frontend/src/ui/look.ts';
import { Bubble } from '../../../frontend/src/ui/message-frame.tsx';

export const look: Look = {
  tab: { name: 'Telegram', place: 3 },
  plain: (_shown, said, time) => (
    <Bubble time={time} tone="blue">
      {said}
    </Bubble>
  ),
};
