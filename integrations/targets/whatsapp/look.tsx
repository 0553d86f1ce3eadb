import type { Look } from '../../../frontend/src/ui/look.ts';
import { Bubble } from '../../../frontend/src/ui/message-frame.tsx';

export const look: Look = {
  plain: (_shown, said, time) => (
    <Bubble time={time} tone="green">
      {said}
    </Bubble>
  ),
};
