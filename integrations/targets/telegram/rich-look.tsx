import type { ShowRich } from '../../../frontend/src/ui/look.ts';
import { MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { Bubble } from '../../../frontend/src/ui/message-frame.tsx';
import { blockOf, linesOf, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';

export const richLook: ShowRich = ({ rich }, time) => (
  <Bubble time={time} tone="blue">
    <MessageBlocks
      blocks={[
        ...titleOf(rich, { sign: true, withPlace: true }),
        ...rich.blocks.map(blockOf),
        ...linesOf(rich.facts ?? []),
        { kind: 'buttons', buttons: withPage(rich) },
      ]}
    />
  </Bubble>
);
