import { lookTexts, type ShowRich } from '../../../frontend/src/ui/look.ts';
import { MessageBlocks } from '../../../frontend/src/ui/message-blocks.tsx';
import { Post } from '../../../frontend/src/ui/message-frame.tsx';
import { PRODUCT } from '../../../frontend/src/ui/page.tsx';
import { blockOf, buttonLine, linesOf, quiet, titleOf } from '../../../frontend/src/ui/rich-look-parts.ts';
import { withPage } from '../../../lambdas/templates/rich/title-link.ts';

export const richLook: ShowRich = ({ rich, part, parts }, time) => (
  <Post name={PRODUCT} time={time}>
    <MessageBlocks
      blocks={[
        ...titleOf(rich, { sign: true }),
        ...rich.blocks.map(blockOf),
        ...linesOf(rich.facts ?? []),
        ...buttonLine({ ...rich, buttons: withPage(rich) }),
        ...quiet(rich.place, part === parts ? lookTexts.openLink : ''),
      ]}
    />
  </Post>
);
